/** The player's table: the page's beginning. Each area adds its pages and windows by its `views.ts`. */
import { tellDecimals } from "../base/money.ts";
import { follow } from "./app/routes.ts";
import "./account/views.ts";
import "./cashier/views.ts";
import "./limits/views.ts";
import "./limits/exclusion-notice.ts";
import "./limits/reality-check.ts";
import "./play/views.ts";
import "./verify/views.ts";
import "./live/views.ts";
import "./app/red-dog-table.ts";

// The platform writes them into the page, so that no amount is ever shown without them.
tellDecimals(document.querySelector<HTMLMetaElement>("meta[name=currency-decimals]")?.content ?? "{}");
follow();
