/** Parts of the board that are there only now and then, and its head. */
import { html, nothing } from "lit";
import { instantText, language } from "../app/language.ts";
import type { Game, Round, Rtp } from "./answers.ts";
import type { Room } from "./bets.ts";
import { exportNow } from "./receipts-box.ts";
import type { Fault } from "./seeds/keeper.ts";
import { offer } from "./services.ts";
import { termsOf } from "./sheet.ts";
import { amount, sayBoard, saySettings } from "./words.ts";

/** Return what a game is called in the page's language. */
export function titleOf(game: Game): string {
  return game.titles[language.state.current];
}

/** Return a percentage of the platform's, to three decimals, as the rules pages show it. */
export function percentOf(rtp: Rtp): string {
  const digits = new Intl.NumberFormat(language.state.current, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return digits.format(Number(rtp.percent));
}

/** Return the return of a game by what it is divided by, null where it has none of this kind. */
export function returnOf(game: Game, basis: Rtp["basis"]): string | null {
  const found = game.rtp.find((each) => each.basis === basis);
  return found === undefined ? null : percentOf(found);
}

const problem = (kind: string, title: string, text: unknown, rest: unknown = nothing): unknown =>
  html`<div class="problem ${kind} small">
    <strong>${title}</strong>
    <p>${text}</p>
    ${rest}
  </div>`;

/** Return the head of the board: the game, its limits, its packs, what it returns, and where its rules are. */
export function gameHead(game: Game, room: Room): unknown {
  const bounds = {
    min: amount(room.stakeMin, room.currency),
    max: `${amount(room.stakeMax, room.currency)} ${room.currency}`,
  };
  const side = {
    sideMin: amount(room.sideMin, room.currency),
    sideMax: `${amount(room.sideMax, room.currency)} ${room.currency}`,
  };
  const percent = returnOf(game, "stake") ?? "";
  const sideBet = returnOf(game, "side-bet");
  return html`<div class="head">
    <h1>${titleOf(game)}</h1>
    <p class="small quiet">
      ${room.sideMax > 0 ? sayBoard("stakes.side", { ...bounds, ...side }) : sayBoard("stakes", bounds)}
      ${sayBoard("packs", { decks: termsOf(game.sheet)?.decks ?? 1 })}
      ${sideBet === null ? sayBoard("returns", { percent }) : sayBoard("returns.side", { percent, side: sideBet })}
      <a href="#/rules/${game.game}">${sayBoard("rules")}</a> ·
      <a href="/api/v1/games/${game.game}/par-sheet" target="_blank">${sayBoard("par-sheet")}</a>
    </p>
  </div>`;
}

/** Return the links to rules and PAR sheet for a phone, whose head has no room for them. */
export function rulesLinks(game: Game): unknown {
  return html`<span class="on-phone">
    <a class="btn bare low" href="#/rules/${game.game}">${sayBoard("rules")}</a>
    <a class="btn bare low" href="/api/v1/games/${game.game}/par-sheet" target="_blank">${sayBoard("par-sheet")}</a>
  </span>`;
}

/** Return a page in place of the board. */
export function instead(title: string, text: string): unknown {
  return html`<div class="box stack">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a class="btn" href="#/games">${sayBoard("all-games")}</a></p>
  </div>`;
}

/** Return what did not hold, the way to the evidence, and the way on for who has looked. */
export function faultBox(fault: Fault, play: { goOn(): unknown }): unknown {
  return html`<div role="alert">
    ${problem(
      "",
      saySettings("fault.heading"),
      html`${saySettings(`fault.${fault.reason}`)} ${saySettings("fault.text")}`,
      html`<code>${fault.detail}</code>
        <div class="row">
          <button class="btn low" type="button" @click=${() => exportNow()}>${saySettings("receipts.export")}</button>
          <button class="btn low" type="button" @click=${() => play.goOn()}>${saySettings("fault.go-on")}</button>
        </div>`,
    )}
  </div>`;
}

export function notSecure(): unknown {
  return problem("warn", saySettings("insecure"), saySettings("insecure.text"));
}

/** Return the way to a round that is open in another game. */
export function openElsewhere(id: string): unknown {
  const game = offer.state.games?.find((each) => each.game === id);
  const name = game === undefined ? id : titleOf(game);
  return problem(
    "info",
    sayBoard("open-elsewhere"),
    sayBoard("open-elsewhere.text", { game: name }),
    html`<a class="btn low" href="#/play/${id}">${sayBoard("open-elsewhere.go")}</a>`,
  );
}

/** Return where an open round is while no answer comes. */
export function keptOffline(round: Round): unknown {
  const instant = round.times_out_at === null ? "" : instantText(round.times_out_at);
  return problem("info", sayBoard("open-offline"), sayBoard("open-offline.text", { instant }));
}

export function switchedOff(): unknown {
  return problem("warn", sayBoard("switched-off"), sayBoard("switched-off.text"));
}

export function emptyAccount(game: string): unknown {
  return problem(
    "info",
    sayBoard("empty-account"),
    sayBoard("empty-account.text"),
    html`<div class="row">
      <a class="btn low" href="#/cashier">${sayBoard("deposit")}</a>
      <a class="btn bare low" href="#/rules/${game}">${sayBoard("rules")}</a>
    </div>`,
  );
}
