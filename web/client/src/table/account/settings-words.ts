import { settings as en } from "../../base/words/table/settings.en.ts";
import { settings as ja } from "../../base/words/table/settings.ja.ts";
import { catalogue } from "../app/language.ts";

/** Say a message of the catalogue of the account's pages. */
export const say = catalogue(en, ja);
