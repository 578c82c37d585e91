import type { problems as en } from "./problems.en.ts";

export const problems: Readonly<Record<keyof typeof en, string>> = {
  "no-connection": "接続がありません",
  "no-connection.text": "サーバーから応答がありません。何も変更されていません。もう一度お試しください。",
  "no-connection.perhaps": "応答がありませんでした",
  "no-connection.perhaps.text":
    "実行されたかどうか分かりません。同じボタンをもう一度押してください。二重に実行されることはありません。",
  "page-fault": "このページに問題があります",
  "page-fault.text": "サーバーの応答を読み取れません。ページを読み込み直してください。残高はサーバーの記録どおりです。",
  "insufficient-funds": "残高が足りません",
  "insufficient-funds.text": "お金は動いていません。",
  "insufficient-funds.more": "お金は動いていません。利用可能額は{available}、必要額は{required}です。",
  "limit-exceeded": "アカウントの上限により実行できません",
  "limit-exceeded.text": "お金は動いていません。上限は{maximum}です。",
  "limit-exceeded.more": "お金は動いていません。上限は{maximum}、残りは{remaining}です。",
};
