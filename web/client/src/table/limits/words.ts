import { limits as en } from "../../base/words/table/limits.en.ts";
import { limits as ja } from "../../base/words/table/limits.ja.ts";
import { catalogue } from "../app/language.ts";

/** Say a message of the catalogue of limits. */
export const say = catalogue(en, ja);
