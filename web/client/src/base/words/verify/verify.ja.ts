import type { verify as en } from "./verify.en.ts";

/** ラウンドの証明の言葉。 */
export const verify: Readonly<Record<keyof typeof en, string>> = {
  title: "このラウンドを検証する",
  back: "テーブルに戻る",
  checking: "検証しています …",
  "still-open": "このラウンドは終わっていません",
  "still-open.text": "シードは終了時に公開されます。終えてから検証できます。",
  "sum.holds": "このラウンドは正しいです",
  "sum.holds.text": "シード、カード、払戻し、署名、ログ内の位置を、このブラウザーが独自のコードで計算しました。",
  "sum.partly": "確認した部分は正しく、確認していない部分があります",
  "sum.partly.text": "下の「未確認」をご覧ください。確認していない手順は何も証明しません。",
  "sum.fails": "このラウンドは正しくありません",
  "sum.fails.text": "受領証を保管し、規制当局に示してください。",
  "result.holds": "✓ 正しい",
  "result.fails": "✕ 誤り",
  "result.given": "前提",
  "result.not-checked": "– 未確認",

  committed: "ハウスが先に約束しました",
  "committed.before":
    "コミットメントはログの {place, number} 番にあります。シードが送られたとき、署名済みチェックポイントは先頭 {size, number} 件を含み、シードはその後の {opened, number} 番にあります。",
  "committed.after":
    "コミットメントはログの {place, number} 番にあり、シードが指すチェックポイントは {size, number} 件です。シードより前にはありませんでした。",
  "committed.unproved": "ログでは証明できません：{detail}。",
  "own-seed": "あなた自身がシードを選びました",
  "own-seed.drawn": "このブラウザーが、コミットメントの位置を確かめた後に引いたシードです。",
  "own-seed.absent":
    "このブラウザーには、比較できるこのエポックのシードがありません。別のブラウザーまたはプログラムが引いたか、このブラウザーのデータがその後に削除されました。",
  "own-seed.dropped":
    "このブラウザーには、比較できるこのエポックのシードがもうありません。保存されるのは新しいエポックのものだけです。このブラウザーが引いたか、別のブラウザーまたはプログラムが引いたものです。",
  "own-seed.other": "このブラウザーはこのエポックに別のシードを引きました。",
  seed: "公開されたシードは約束されたものです",
  "seed.equal":
    "{rounds, plural, other {シードに SHA-256 をエポックのラウンド数（# 回）だけ適用すると、64 桁すべてがコミットメントと一致します。}}",
  "seed.differs": "シードの SHA-256 はコミットメントと一致しません。",
  "seed.lost": "ラウンドはシードなしで無効になりました。約束されたものかどうかは分かりません。",
  cards: "カードは両方のシードから決まります",
  "cards.equal":
    "HMAC_DRBG がバイトを出し、各数が一枚のカードを置きます。ラウンドのカードはすべてここで引いたものと同じです。",
  "cards.differ": "ラウンドのカードはシードから決まるものと異なります。",
  "cards.lost": "シードがないため、カードを引き直せません。",
  "cards.no-rules": "ラウンドが指す規則は、公表されたものの中に見つかりません。",
  "cards.no-family": "このページはこのゲームの系統を知りません。",
  payout: "払戻しは規則から決まります",
  "payout.right":
    "賭け金 {staked}、払戻し {returned}。公表された規則がこのカードと選択に定める額です。ラウンド前の残高 {before}、後の残高 {after}。",
  "payout.wrong": "記録の払戻しは {recorded} です。公表された規則では {returned} です。",
  "payout.unbalanced": "払戻しは正しいですが、残高がその額だけ動いていません。",
  "payout.voided": "ラウンドは無効になりました：{reason}。賭け金 {staked} は戻りました。",
  "payout.void-short": "ラウンドは無効になりました：{reason}。{staked} のうち {returned} が戻りました。",
  "payout.lost": "シードがないため、カードが分かりません。",
  "payout.no-rules": "ラウンドが指す規則は、公表されたものの中に見つかりません。",
  "payout.no-family": "このページはこのゲームの系統を知りません。",
  signed: "受領証は署名されています",
  "signed.by-house":
    "{records, plural, other {# 件の受領証すべて}}に、ログのルート鍵が公表した鍵の Ed25519 署名があります。",
  "signed.unsigned": "記録 {number} には、ログのルート鍵が公表した鍵の署名がありません。",
  logged: "記録は公開ログにあります",
  "logged.included":
    "ログの {places} 番にあり、{size, number} 件の署名済みチェックポイントに含まれます。ログは、このブラウザーが以前見たものの続きです。",
  "logged.unproved": "ログでは証明できません：{detail}。",

  "fact.commitment": "コミットメント",
  "fact.client": "あなたのシード",
  "fact.drawn": "このブラウザーが引いたシード",
  "fact.seed": "公開されたシード",
  "fact.computed": "ここで計算したハッシュ",
  "fact.key": "鍵",
  "fact.root": "木の根",
  draws: "引き方",
  place: "位置",
  from: "取り出した位置",
  card: "カード",
  dealt: "配られたカード",
  equal: "同じ",
  "not-shown": "非公開",

  "not-shown.title": "これが示さないこと",
  "not-shown.text":
    "ログの鍵がこのハウスのものであること：規制当局が公表するものと比べてください。あなたに示されたログが他の人に示されたものと同じであること：受領証を保管してください。ほかに誰がシードを知り得たか。",
};
