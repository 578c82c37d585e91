import { keys as en } from "../../base/words/table/keys.en.ts";
import { keys as ja } from "../../base/words/table/keys.ja.ts";
import { catalogue } from "../app/language.ts";

/** Say a message of the catalogue of signing keys. */
export const say = catalogue(en, ja);
