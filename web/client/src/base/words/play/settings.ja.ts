import type { settings as en } from "./settings.en.ts";

export const settings: Readonly<Record<keyof typeof en, string>> = {
  keys: "キー",
  "keys.action": "操作",
  "keys.key": "キー",
  "keys.repeat": "前回と同じベット",
  "keys.deal": "配る・スタンド・プレイ",
  "keys.raise": "レイズ",
  "keys.up": "ベットを{one}増やす",
  "keys.down": "ベットを{one}減らす",
  "keys.up10": "ベットを{ten}増やす",
  "keys.down10": "ベットを{ten}減らす",
  "keys.remove": "ベットを取り消す",
  "keys.surrender": "サレンダー（モンタナ）",
  "keys.two": "{key} または .",
  "keys.change": "キーを変更",
  "keys.change.done": "完了",
  "keys.change.one": "変更",
  "keys.change.one.of": "キーを変更：{action}",
  "keys.press": "キーを押してください",
  "keys.reset": "初期設定に戻す",
  "keys.note":
    "入力欄にフォーカスがあるとき、またはウィンドウが開いているときは働きません。テンキーのないキーボードではFnキーを併用してください。サレンダーのキーは資料になく、このサイト独自のものです。",

  "options.heading": "オプション",
  sound: "サウンド",
  "sound.text": "カードとチップの音。賭けた額を超えて戻らなかったラウンドを祝う音はありません。",
  voice: "音声",
  "voice.text": "スプレッドと結果をブラウザーが読み上げます。",
  "voice.none": "このブラウザーには読み上げ機能がありません。",
  animation: "アニメーション",
  "animation.text": "変更はゲームを離れて戻ったときに有効になります。オフにするとすぐに止まります。",
  "animation.reduced": "システムの「視差効果を減らす」設定に従います。",
  done: "完了",

  receipts: "受領証",
  "receipts.text":
    "口座の記録には、公開ログに載せるというハウスの署名付きの約束が付きます。このブラウザーは{count}件を保管しています。",
  "receipts.none": "口座の記録には、公開ログに載せるというハウスの署名付きの約束が付きます。まだ保管していません。",
  "receipts.export": "受領証を書き出す",
  "receipts.seed":
    "エポック{epoch}：このブラウザーがシードを引く前に、コミットメントは{size, number}件のログに載っていました。",

  "fault.heading": "サーバーが示した内容が成り立ちません",
  "fault.text": "このページはこれ以上ベットしません。受領証を書き出し、規制当局に示してください。",
  "fault.broken-chain": "記録が直前の記録につながらないか、最初に渡されたものと異なります。",
  "fault.forked-log": "ログが以前に示した内容を含んでいません。",
  "fault.malformed-text": "文書が公開された形式に合っていません。",
  "fault.other-record": "記録が、求めた内容や示された内容と異なります。",
  "fault.unknown-player-key":
    "このブラウザーが知らない鍵がアカウントに追加されています。お心当たりがなければ「続ける」を押し、PINとパスワードのページでその鍵をすぐに終了させ、サポートにご連絡ください。",
  "fault.unproved-record": "証明が記録からログのチェックポイントにつながりません。",
  "fault.unsigned-checkpoint": "チェックポイントにログの鍵の署名がありません。",
  "fault.unsigned-record": "求めた内容の記録に、このブラウザーの鍵の署名がありません。",
  "fault.other-trust": "ログの鍵または名前が、このブラウザーが最初に知ったものと異なります。",
  "fault.wrong-seed": "公開されたシードがコミットメントにつながりません。",
  "fault.go-on": "確認しました：続ける",
  insecure: "安全でないアドレスです",
  "insecure.text":
    "ブラウザーがログの検証に必要な機能を使わせません。httpsまたはlocalhostで開いてください。それまでシードは引かれません。",
};
