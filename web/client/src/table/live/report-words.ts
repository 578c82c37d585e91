/** The messages of the window that reports a seat: apart from those of live tables, so that the first page does not load them. */
import { report as en } from "../../base/words/live/report.en.ts";
import { report as ja } from "../../base/words/live/report.ja.ts";
import { catalogue } from "../app/language.ts";

export const say = catalogue(en, ja);
