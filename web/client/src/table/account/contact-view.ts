import { html } from "lit";
import { record, text, type Shape } from "../api/shape.ts";
import { filled, typedIn, type Field, type Typed } from "../app/fields.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client } from "../app/session.ts";
import { addressFields } from "./address-fields.ts";
import { say } from "./settings-words.ts";
import "../app/form-box.ts";

const contact = record({
  address: record({ line: text, city: text, region: text, postal_code: text, country: text }),
  email: text,
  phone: text,
});

/** Correcting the address, the e-mail address and the telephone number. What is stored now is in the copy of one's data. */
class ContactView extends PlainElement {
  protected override render(): unknown {
    const pin: Field = { name: "pin", label: say("pin"), kind: "pin" };
    const reach: readonly Field[] = [
      { name: "email", label: say("email"), kind: "email", optional: true },
      { name: "phone", label: say("phone"), kind: "tel", hint: say("phone.hint"), optional: true },
    ];
    return html`<div class="stack narrow">
      <h1>${say("contact")}</h1>
      <p>${say("contact.text")}</p>
      <section class="box stack">
        <h2>${say("contact.reach")}</h2>
        <form-box name="reach" .fields=${[...reach, pin]} button=${say("change")} .send=${changeReach}></form-box>
      </section>
      <section class="box stack">
        <h2>${say("contact.address")}</h2>
        <form-box
          name="address"
          .fields=${[...addressFields(), pin]}
          button=${say("change")}
          .send=${changeAddress}
        ></form-box>
      </section>
    </div>`;
  }
}

function changeReach(typed: Typed): Promise<string> {
  return change({ ...filled(typed, "email", "phone"), pin: typedIn(typed, "pin") });
}

function changeAddress(typed: Typed): Promise<string> {
  const address = filled(typed, "line", "city", "region", "postal_code", "country");
  return change({ address, pin: typedIn(typed, "pin") });
}

async function change(body: Readonly<Record<string, unknown>>): Promise<string> {
  return said(await client.call({ method: "PUT", path: "/me/profile", body, read: contact }));
}

function said(now: Shape<typeof contact>): string {
  const { line, city, region, postal_code: code, country } = now.address;
  const address = [line, city, region, code, country].filter((part) => part !== "").join(", ");
  return say("contact.done", {
    email: now.email,
    phone: now.phone === "" ? say("contact.no-phone") : now.phone,
    address,
  });
}

customElements.define("contact-view", ContactView);
