import { html, nothing } from "lit";
import { attempt } from "../app/answer.ts";
import { Mistyped, typedIn, type Field, type Typed } from "../app/fields.ts";
import { dayText } from "../app/language.ts";
import { client, logOut, platformNow, refresh, session } from "../app/session.ts";
import { WindowElement } from "../app/window-element.ts";
import { chosenBreak, daysAfter, exclusions, OFFERED, type Break } from "./exclusions.ts";
import { say } from "./words.ts";
import "../app/form-box.ts";

/** Take a break: how long, then what follows, then the word that begins it. */
class BreakWindow extends WindowElement {
  static override properties = { error: { state: true }, chosen: { state: true }, busy: { state: true } };
  declare error: unknown;
  /** The break whose consequences are shown; null while it is chosen. */
  declare protected chosen: Break | null;
  declare protected busy: boolean;

  constructor() {
    super();
    this.error = null;
    this.chosen = null;
    this.busy = false;
    this.watch(session);
  }

  override open(): void {
    this.error = null;
    this.chosen = null;
    super.open();
  }

  protected heading(): string {
    return this.chosen === null ? say("break.heading") : say("break.sure");
  }

  protected content(): unknown {
    return this.chosen === null ? this.#choices() : this.#sure(this.chosen);
  }

  #choices(): unknown {
    return html`${
        (session.state.wallet?.in_play.amount ?? 0) > 0
          ? html`<p class="problem info small">${say("break.open")}</p>`
          : nothing
      }
      <p class="small quiet">${say("break.money")}</p>
      <form-box
        name="break"
        .fields=${fields()}
        button=${say("break.next")}
        .send=${(typed: Typed) => this.#choose(typed)}
        .rest=${html`<button class="btn" type="button" @click=${() => this.close()}>${say("break.not-now")}</button>`}
      ></form-box>`;
  }

  #sure(chosen: Break): unknown {
    return html`<ul class="prose">
        <li>${consequence(chosen)}</li>
        <li>${say("sure.person")}</li>
        <li>${say("sure.round")}</li>
        <li>${say("sure.money")}</li>
      </ul>
      <problem-box .error=${this.error}></problem-box>
      <div class="row">
        <button class="btn main" type="button" aria-disabled=${this.busy} @click=${() => this.#begin(chosen)}>
          ${say("sure.yes")}
        </button>
        <button class="btn" type="button" @click=${() => (this.chosen = null)}>${say("sure.back")}</button>
      </div>`;
  }

  async #choose(typed: Typed): Promise<void> {
    const chosen = chosenBreak(typedIn(typed, "choice"), typedIn(typed, "days"));
    if (chosen === null) throw new Mistyped("days", say("not-days"));
    if (chosen.kind === "log-out") {
      await logOut();
      this.close();
    } else {
      this.chosen = chosen;
    }
  }

  async #begin(chosen: Break): Promise<void> {
    if (chosen.kind === "log-out" || this.busy) return;
    this.busy = true;
    await attempt(this, async () => {
      const body = { kind: chosen.kind, days: chosen.days };
      await client.call({ method: "POST", path: "/me/exclusion", body, read: exclusions });
      this.close();
      await refresh("me", "limits", "time");
    });
    this.busy = false;
  }
}

/** What follows from an exclusion, in words. */
function consequence(chosen: Break): string {
  if (chosen.kind === "log-out") return "";
  if (chosen.days === null) return say("sure.forever");
  const told = { days: chosen.days, until: dayText(daysAfter(platformNow(), chosen.days)) };
  return say(chosen.kind === "time-out" ? "sure.time-out" : "sure.self", told);
}

function offered(value: "day" | "week" | "six-weeks" | "half-year" | "year"): { value: string; label: string } {
  const { kind, days } = OFFERED[value];
  return { value, label: say(kind === "time-out" ? "break.days" : "break.self", { days }) };
}

function fields(): readonly Field[] {
  return [
    {
      name: "choice",
      label: say("break.how"),
      kind: "radio",
      value: "out",
      options: [
        { value: "out", label: say("break.out"), hint: say("break.out.hint") },
        { ...offered("day"), hint: say("break.days.hint") },
        offered("week"),
        offered("six-weeks"),
        { value: "other", label: say("break.other") },
        { ...offered("half-year"), hint: say("break.self.hint") },
        offered("year"),
        { value: "other-self", label: say("break.self.other") },
        { value: "forever", label: say("break.forever") },
      ],
    },
    { name: "days", label: say("break.number"), kind: "number", hint: say("break.number.hint"), optional: true },
  ];
}

customElements.define("break-window", BreakWindow);
