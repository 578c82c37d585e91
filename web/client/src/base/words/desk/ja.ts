/** What the desk says in Japanese: the page and the verdict. */
import type { en } from "./en.ts";

export const ja: Readonly<Record<keyof typeof en, string>> = {
  "page.title": "Red Dog：監査人の机",
  "page.brand": "監査人の机",
  "page.skip": "机へ移動",
  "page.offline": "オフラインで動作、サーバーには何も尋ねません",
  "page.keep": "このファイルを保存",
  "page.other-language": "English",
  "page.heading": "ログ、受領書、報告書を判定する",
  "page.lead":
    "受け取ったものをここに置いてください。この一つのファイルが、独自のコードでこのコンピューター上で検査し、成り立つこと、成り立たないこと、知り得なかったことを述べます。",

  "give.label": "判定するもの",
  "give.drop": "書き出されたログをここに置く",
  "give.what":
    "フォルダーまたはその zip。受領書（.jsonl）、報告書、証明、保管していたチェックポイント、証人の方針は、ログと一緒でも後からでもかまいません",
  "give.folder": "フォルダーを選ぶ",
  "give.files": "ファイルを選ぶ",
  "give.honest": "正しいログを試す",
  "give.forged": "偽造されたログを試す",
  "give.again": "最初からやり直す",
  "give.keys": "別の経路で受け取った運営者の鍵",
  "give.keys-help":
    "鍵がなければ、ログに矛盾がないことは示せますが、誰が作ったかは示せません。電話または書面で照合してください。trust.json だけを置いた場合もここに入ります。",
  "give.judge": "この鍵で判定する",
  "given.heading": "受け取ったもの",
  "given.log": "ログ：{name}、{files} ファイル",
  "given.archive": "ログ：{name}（アーカイブ）",
  "given.honest": "正しい見本",
  "given.forged": "偽造された見本",
  "given.receipts": "受領書：{name}",
  "given.report": "報告書：{name}",
  "given.proof": "証明：{name}",
  "given.kept": "保管していたチェックポイント：{name}",
  "given.policy": "求める証人：{name}（ログが告げるものの代わり）",
  "given.delivered":
    "読んでいません：{name}。ログのフォルダーに入っていたためです。鍵や証人は、ご自身のものを別に渡してください。",
  "given.unknown": "読んでいません：{name}。何のファイルか分かりません。",
  "given.no-log": "ログがまだありません。これらに対応する書き出されたログを置いてください。",
  "given.proofs-alone":
    "証明はログがなくても判定できます。運営者の鍵と、その記録の受領書または保管していたチェックポイントを置いてください。",

  "busy.heading": "検査中",
  "busy.reading": "読み込み中。何もこのコンピューターの外に出ません。",
  "busy.progress": "{total} 件中 {done} 件。何もこのコンピューターの外に出ません。",
  "busy.stop": "中止",

  "trouble.heading": "判定できませんでした",
  "trouble.nothing": "何も判定していません。",
  "trouble.layout":
    "書き出されたログには checkpoint、checkpoints/、tile/entries/、trust.json があります。これらが入っているフォルダー、またはその zip を選んでください。",
  "trouble.no-export": "この中に書き出されたログはありません。",
  "trouble.no-trust": "入力された鍵は trust.json ではありません。",
  "trouble.no-policy": "証人の方針として渡されたファイルは、方針ではありません。",
  "trouble.not-readable": "ファイルを読めませんでした。移動または削除された可能性があります。",
  "trouble.defect": "この机自体に不具合がありました。ログについては何も言えません。",

  "verdict.heading": "判定",
  "verdict.ok": "検査したことはすべて成り立ちます。",
  "verdict.tampered": "このログは改ざんされています。",
  "verdict.incomplete": "このログの一部が欠けています。",
  "verdict.warning": "改ざんはありませんが、説明を要することがあります。",
  "verdict.late": "改ざんはありません。運営者の処理が遅れました。",
  "verdict.first": "最初の不正な記録は {records} 件中のログ番号 {index} です。",
  "verdict.outside": "誤りは記録の中にはありません。",
  "verdict.size": "記録 {records} 件、チェーン {chains} 本、チェックポイント {checkpoints} 個。",
  "verdict.own-keys": "誰がログを作ったかは示されていません。鍵は書き出しに含まれていたものです。",
  "verdict.given-keys": "鍵はあなたが渡したものです。",
  "verdict.witnessed":
    "{of} 者のうち {count} 者の証人が、{size} 件までの最新のチェックポイントに署名しました。方針の定足数は {time} までに署名しました。",
  "verdict.too-few":
    "{of} 者のうち {count} 者の証人が、{size} 件までの最新のチェックポイントに署名しました。方針の定足数に足りません。",
  "verdict.signers": "署名した証人：{names}。",
  "verdict.left-out": "{count} 種類の検査は行っていません：{checks}。",
  "verdict.label": "判定",
  "verdict.code": "コード",
  "verdict.place": "最初の箇所",
  "verdict.place-of": "ログ番号 {index}、チェーン {chain}、番号 {seq}、種類 {type}",
  "verdict.place-short": "ログ番号 {index}",
  "verdict.detail": "詳細",
  "verdict.said": "ログの内容",
  "verdict.due": "正しい内容",
  "verdict.others": "その他",
  "verdict.took": "このコンピューターで {seconds} 秒で判定しました。",
  "verdict.ignored": "書き出しの一部ではない {count} ファイルは読んでいません：{names}",
  "verdict.show": "記録を表示",
  "verdict.copy": "判定をコピー",
  "verdict.copied": "判定をクリップボードに入れました。",
  "verdict.not-copied": "ブラウザーが許可しませんでした。下の文章を選択してコピーしてください。",
  "verdict.print": "印刷",
  "verdict.text": "判定の文章",

  "proofs.heading": "証明",
  "proofs.holds.inclusion":
    "ログ番号{number}の項目は{size}件のログに含まれています。証明は項目から署名されたルートまで通じています。",
  "proofs.holds.consistency":
    "{size}件のログは{number}件のログで始まっています。証明は署名されたルートからもう一方のルートまで通じています。",
  "proofs.fails.inclusion": "ログ番号{number}の証明は成り立ちません。そこからは何も言えません。",
  "proofs.fails.consistency":
    "{size}件のログが{number}件のログで始まるという証明は成り立ちません。そこからは何も言えません。",
  "proofs.not-checked.inclusion":
    "この証明は{size}件のログのログ番号{number}のものです。渡されたログにその項目はありません。",
  "proofs.not-checked.consistency":
    "この証明は{number}件のログから始まります。その件数のチェックポイントは渡されていません。",
  "proved.heading": "ログのない証明",
  "proved.holds.inclusion":
    "受領書の{line}行目の記録「{type}」はログに含まれています。{size}件のログのログ番号{number}の項目で、証明が通じるルートにはログの鍵の署名があります。",
  "proved.holds.consistency":
    "ログは増えただけです。新しいチェックポイントの{size}件は、保管していたチェックポイントの{number}件で始まっています。どちらにもログの鍵の署名があります。",
  "proved.fails": "証明は成り立ちません。",
  "proved.missing.receipt":
    "何も判定していません。この証明はログ番号{number}の記録のものです。その受領書も置いてください。",
  "proved.missing.checkpoint":
    "何も判定していません。この証明は{number}件のログから始まります。保管していたその件数のチェックポイントを置いてください。",
  "proved.limits":
    "証明からわかるのは、記録がログに含まれること、またはログが増えただけであることです。記録の内容が正しいかどうかは、書き出されたログからしかわかりません。",

  "report.heading": "報告書",
  "report.filed":
    "運営者はこのファイルそのものを提出しました：{report}、{from} から {to} まで、第 {revision} 版、ログ番号 {index}。",
  "report.superseded": "ログ番号 {index} で後の版が提出されています。これは最新版ではありません。",
  "report.unknown":
    "このログのどの提出記録もこのファイルを挙げていません。提出されていないか、変更されたか、ログの方が古いかのいずれかです。",
  "report.log-fails": "ログが成り立たないため、報告書についてのログの記述は何も証明しません。",
  "report.not-checked":
    "数値は検査していません。この机が照合するのはファイルのダイジェストです。python -m verifier report はすべての行を計算します。",
  "report.digest": "SHA-256",

  "checks.heading": "検査したこと",
  "checks.result": "結果",
  "checks.check": "検査",
  "checks.how-much": "件数",
  "checks.holds": "成立",
  "checks.fails": "不成立",
  "checks.given": "所与",
  "checks.not-checked": "未検査",
  "checks.count": "{total} 件中 {count} 件",
  "checks.only-count": "{count} 件",

  "limits-of-proof.heading": "どの検査でも見つからないこと",
  "limits-of-proof.lead":
    "すべてのサーバーと鍵を持つ運営者は、次のどれを行っても判定は OK のままです。それぞれの対策は docs/limits-of-proof.md にあります。",
  "limits-of-proof.people": "人",
  "limits-of-proof.people-items": "架空のプレイヤー、署名のない決定、変更された制限、カードを知る内部者、結託する席",
  "limits-of-proof.gaps": "欠落",
  "limits-of-proof.gaps-items": "拒否された要求、記録されなかった出来事、隠された末尾、書き直されたログ",
  "limits-of-proof.chance": "偶然",
  "limits-of-proof.chance-items":
    "少数の選ばれたラウンド、知られていたプレイヤーのシード、ログの外の金銭、実際に動いたプログラム",
  "limits-of-proof.witnesses":
    "証人はいません。「前」とは運営者自身の順序での前を意味します。訪問のたびにチェックポイントを保管してください。",
  "limits-of-proof.witnessed":
    "証人がいます。方針の証人が共謀しない限り、「前」は証人の時計によって確かめられます。訪問のたびにチェックポイントを保管してください。",

  "figures.heading": "ゲーム別の数値",
  "figures.lead": "シードから再現したラウンドの合計です。レイズとサイドベットを含みます。",
  "figures.none": "精算されたラウンドはありません。",
  "figures.table": "数値の表",
  "figures.game": "ゲーム",
  "figures.accounts": "口座",
  "figures.players": "プレイヤー",
  "figures.test": "テスト口座",
  "figures.rounds": "ラウンド",
  "figures.handle": "賭け金総額",
  "figures.returned": "払戻額",
  "figures.ggr": "GGR",
  "figures.rtp": "払戻率",
  "figures.no-rtp": "なし",
};
