import type { account as en } from "./account.en.ts";

export const account: Readonly<Record<keyof typeof en, string>> = {
  "log-in": "ログイン",
  account: "アカウント",
  "user-name": "ユーザー名",
  password: "パスワード",
};
