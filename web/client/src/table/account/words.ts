import { account as en } from "../../base/words/table/account.en.ts";
import { account as ja } from "../../base/words/table/account.ja.ts";
import { catalogue } from "../app/language.ts";

/** Say a message of the account's catalogue. */
export const say = catalogue(en, ja);
