import type { report as en } from "./report.en.ts";

export const report: Readonly<Record<keyof typeof en, string>> = {
  report: "席を通報する",
  "report.label": "席を通報する（ハンド{epoch}）",
  "report.text": "通報はスタッフが確認し、テーブルの誰にも知られず、結果はあなたにもお知らせしません。",
  "report.seat": "どの席ですか",
  "report.seat.option": "席{seat}",
  "report.suspicion": "どのような疑いですか",
  "suspicion.chip-dumping": "ほかの席にわざと負けている",
  "suspicion.soft-play": "ほかの席に手加減している",
  "suspicion.program": "人ではなくプログラムがプレイしている",
  "suspicion.other": "その他",
  "report.send": "通報を送る",
  "report.done": "ハンド{epoch}の席{seat}を通報しました。スタッフが確認します。",
  "report.turn": "あなたの番です。このウィンドウを閉じて選択してください。",
  "report.close": "閉じる",
};
