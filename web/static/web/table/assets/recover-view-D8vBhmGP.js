import{t as e,y as t}from"./plain-element-DXa2qk9R.js";import{T as n,t as r}from"./session-C_5GV08U.js";import{G as i,U as a,Y as o,z as s}from"./index-De-aLKpK.js";var c=class extends e{render(){return t`<div class="stack narrow">
      <h1>${o(`recover`)}</h1>
      <p>${o(`recover.text`)}</p>
      <section class="box stack">
        <h2>${o(`recover.locked`)}</h2>
        <p>${o(`recover.locked.text`)}</p>
        <form-box name="unlock" .fields=${l()} button=${o(`unlock`)} .send=${d}></form-box>
      </section>
      <section class="box stack">
        <h2>${o(`recover.password`)}</h2>
        <p>${o(`recover.password.text`)}</p>
        <form-box name="reset" .fields=${u()} button=${o(`reset`)} .send=${f}></form-box>
      </section>
      <section class="box stack">
        <h2>${o(`recover.factor`)}</h2>
        <p>${o(`recover.factor.text`)}</p>
      </section>
      <p><a href="#/log-in">${o(`back`)}</a></p>
    </div>`}};function l(){return[{name:`username`,label:o(`user-name`),autocomplete:`username`},{name:`password`,label:o(`password`),kind:`password`},{name:`code`,label:o(`code.if`),kind:`code`,hint:o(`code.hint`),optional:!0},{name:`token`,label:o(`recover.token-or-code`),optional:!0}]}function u(){return[{name:`username`,label:o(`user-name`),autocomplete:`username`},{name:`token`,label:o(`token`)},{name:`new_password`,label:o(`new-password`),kind:`new-password`,hint:o(`password.hint`)},{name:`code`,label:o(`code.if`),kind:`code`,hint:o(`code.hint.or-passkey`),optional:!0}]}async function d(e){let t={password:i(e,`password`),...a(e,`username`,`code`,`token`)};return await r.call({method:`POST`,path:`/login-unlocks`,body:t,read:n}),o(`unlocked`)}async function f(e){let t={new_password:i(e,`new_password`),...a(e,`username`,`token`,`code`)};return await s({method:`POST`,path:`/password-resets`,body:t,read:n}),o(`reset.done`)}customElements.define(`recover-view`,c);