/** The words of the proof of a hand at a live table, in Japanese. */
import type { hand as en } from "./hand.en.ts";

export const hand: Readonly<Record<keyof typeof en, string>> = {
  title: "このハンドを検証する",
  "title.of": "ハンド {epoch}",
  back: "テーブルに戻る",
  checking: "検証しています …",
  "sum.holds": "このハンドは正しいです",
  "sum.holds.text":
    "ベット、値、シード、カード、選択、払い戻し、署名、ログでの位置を、このブラウザーが独自のコードで確かめました。",
  "sum.partly": "確かめたことは正しく、確かめていないことがあります",
  "sum.partly.text": "下の「未確認」をご覧ください。省かれた手順は何も証明しません。",
  "sum.fails": "このハンドは正しくありません",
  "sum.fails.text": "受領証を保存し、規制当局に示してください。",
  "result.holds": "✓ 正しい",
  "result.fails": "✕ 誤り",
  "result.given": "前提",
  "result.not-checked": "– 未確認",

  broken: "番号{number}の記録（{type}）が規則に反しています。{rule}",
  after: "これより前の記録が規則に反しているため、計算し直せません。",
  "no-rules": "テーブルが示す規則は、公表された規則の中にありません。",

  committed: "ハウスが先にコミットした",
  "committed.before":
    "シードのコミットメントはログ番号{place, number}にあります。各席のベットはその後ろの{stakes}に、ベットの締め切りの記録はさらに後ろの{named, number}にあります。",
  "committed.after":
    "コミットメントはログ番号{place, number}、ベットは{stakes}、ベットの締め切りは{named, number}にあり、この順になっていません。",
  "committed.unproved": "コミットメントとすべてのベットの位置を、ログは証明しません。",
  values: "すべての席が自分の値をデッキに加えた",
  "values.open":
    "{seats, plural, other {#席の値は、それぞれ先に結び付けられたコントリビューションに合います。}}値は、{size, number}件を含むチェックポイントがベットを含んだ後に明かされました。値を混ぜたものが二つ目のシードです。",
  "values.named":
    "{seats, plural, other {#席がそれぞれのベットとともに記録されています。}}値がそろわなかったため、カードは配られていません。",
  seed: "明かされたシードはコミットされたものである",
  "seed.equal": "シードのSHA-256は、64桁すべてコミットメントと一致します。",
  "seed.lost": "ハンドはシードなしで無効になりました。コミットされたものかどうかは分かりません。",
  cards: "カードはシードとすべての値から決まる",
  "cards.equal":
    "HMAC_DRBGがバイト列を作り、一つの数が一枚のカードの位置を決めます。このハンドのすべてのカードと、伏せられたカードの封印は、ここで計算したものと同じです。",
  "cards.game":
    "ゲーム全体を配り直しました。各ハンド、三枚目のカード、シャッフルのし直し、封印は、ここで計算したものと同じです。",
  "cards.lost": "シードがなければ、カードを引き直せません。",
  decisions: "選択と既定の選択が規則と時計に従う",
  "decisions.right":
    "{players, plural, =0 {プレイヤーの選択はなく} other {プレイヤーの選択は#件}}、{defaults, plural, =0 {既定の選択はありません} other {既定の選択は#件です}}。どれも許されたもので、金額と時刻も正しいです。",
  "decisions.signed":
    "{players, plural, =0 {プレイヤーの選択はなく} other {プレイヤーの選択は#件}}、{defaults, plural, =0 {既定の選択はありません} other {既定の選択は#件です}}。どれも許されたもので、金額と時刻も正しいです。あなたのものとされる{signed, plural, other {#件}}は、すべてこのブラウザーの鍵で署名されています。",
  "decisions.late":
    "{players, plural, =0 {プレイヤーの選択はなく} other {プレイヤーの選択は#件}}、{defaults, plural, =0 {既定の選択はありません} other {既定の選択は#件です}}。どれも許されたものですが、猶予より遅いものがあります。",
  payout: "払い戻しは規則から決まる",
  "payout.right":
    "{seats, plural, other {#席}}の賭け金の合計は{staked}、払い戻しは{returned}です。公表された規則が、このカードと選択について定める額です。",
  "payout.pot":
    "{seats, plural, other {#席}}のバイインの合計は{staked}、持ち帰りは{returned}、ハウスの取り分は{rake}です。チップの動きとポットの分配は、すべて公表された規則どおりです。",
  "payout.seat": "席{seat}：{result}、賭け金{staked}、払い戻し{returned}。",
  burnt: "ハンドは結果なしで終わった",
  "burnt.no_reveal":
    "席{missing}の値が期限までに届かず、賭け金はすべて戻ります。チェックポイントが間に合っていたかどうかは、監査人が確かめます。",
  "burnt.not_covered":
    "ベットを含むチェックポイントが間に合わず、賭け金はすべて戻ります。値のない席は{missing}です。チェックポイントがあったかどうかは、監査人が確かめます。",
  "burnt.void": "二人のオペレーターがハンドを無効にし、賭け金はすべて戻ります。",
  own: "あなたのベットはハンドのとおりに終わった",
  "own.paid":
    "あなたのベットは、テーブルが席{seat}に記録したものです。賭け金は{staked}、払い戻しは{returned}で、ハンドの終わりの記録どおりであり、残高もその分動きました。",
  "own.back": "席{seat}のあなたの賭け金は、すべて戻りました。",
  "own.none": "このハンドにあなたのベットはありません。",
  "own.waits": "あなたのベットはまだ終わっていません。少し待ってから、このページを開き直してください。",
  "own.not-named": "テーブルはあなたの席に別のベットを記録しました。",
  "own.unbalanced": "残高の動きが、記録にある賭け金と払い戻しに合いません。",
  "own.other": "画面では{told}でしたが、あなたの記録では{returned}が払い戻されています。",
  chained: "テーブルの記録は一つのチェーンである",
  "chained.linked":
    "コミットメントから終わりまで{records, plural, other {#件}}の記録があります。それぞれが一つ前の記録のハッシュを含むため、差し替えることも省くこともできません。",
  signed: "記録は署名されている",
  "signed.by-house":
    "{records, plural, other {#件すべて}}の記録に、ログのルート鍵が公表した鍵によるEd25519の署名があります。",
  logged: "記録は公開ログにある",
  "logged.included":
    "規則、テーブルの最初の記録、ハンドのほかのすべてを束ねる記録、全席のベット、あなた自身の記録は、ログ番号{places}にあり、最大{size, number}件の署名されたチェックポイントに含まれます。ログは、このブラウザーが以前に見たものの続きです。",
  "logged.unproved": "ログはそれを証明しません：{detail}。",

  "fact.value": "席の値",
  "fact.mix": "二つ目のシード",
  "fact.seed": "明かされたシード",
  "fact.computed": "ここで計算したハッシュ",
  "fact.commitment": "コミットメント",
  "fact.key": "鍵",
  "fact.root": "木の根",
  "fact.said": "記録では",
  "fact.due": "規則では",
  draws: "カードの引き方",
  place: "位置",
  from: "元の位置",
  card: "カード",
  dealt: "配られたカード",
  equal: "同じ",
  turns: "{turns, plural, other {選択#件}}",
  "by.player": "プレイヤー",
  "by.timeout": "時計",
  "by.away": "離席中の席に代わるハウス",
  "by.protection": "続けられないプレイヤーに代わるハウス",
  "turn.did": "記録{number}、席{seat}：{act}。決めたのは{by}。",
  "turn.did.amount": "記録{number}、席{seat}：{act}、{amount}。決めたのは{by}。",
  "turn.finished": "席{seat}：{cards}。賭け金{staked}、払い戻し{returned}。",

  "not-shown.title": "これでは分からないこと",
  "not-shown.text":
    "ほかのプレイヤーの口座の内容。見えるのは席の番号と、ベットがログのどこにあるかだけです。ほかのプレイヤーのベット、選択、残高がテーブルの記録と同じかどうか、プレイヤー自身の署名が正しいかどうか、限度が守られたかどうかは、監査人がログ全体で確かめます。ログの鍵がこのハウスのものであること。規制当局が公表するものと比べてください。あなたに見せられたログがほかの人と同じであること。受領証を保存してください。ほかの誰がシードを知り得たか。",
};
