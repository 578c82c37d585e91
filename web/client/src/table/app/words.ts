import { frame as en } from "../../base/words/table/frame.en.ts";
import { frame as ja } from "../../base/words/table/frame.ja.ts";
import { catalogue } from "./language.ts";

/** Say a message of the frame's catalogue. */
export const say = catalogue(en, ja);
