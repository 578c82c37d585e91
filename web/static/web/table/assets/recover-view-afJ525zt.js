import{_ as e,t}from"./plain-element-CzNnNSV1.js";import{T as n,t as r}from"./session-oeUAqAAD.js";import{A as i,I as a,M as o}from"./index-C1R20B-R.js";var s=class extends t{render(){return e`<div class="stack narrow">
      <h1>${a(`recover`)}</h1>
      <p>${a(`recover.text`)}</p>
      <section class="box stack">
        <h2>${a(`recover.locked`)}</h2>
        <p>${a(`recover.locked.text`)}</p>
        <form-box name="unlock" .fields=${c()} button=${a(`unlock`)} .send=${u}></form-box>
      </section>
      <section class="box stack">
        <h2>${a(`recover.password`)}</h2>
        <p>${a(`recover.password.text`)}</p>
        <form-box name="reset" .fields=${l()} button=${a(`reset`)} .send=${d}></form-box>
      </section>
      <section class="box stack">
        <h2>${a(`recover.factor`)}</h2>
        <p>${a(`recover.factor.text`)}</p>
      </section>
      <p><a href="#/log-in">${a(`back`)}</a></p>
    </div>`}};function c(){return[{name:`username`,label:a(`user-name`),autocomplete:`username`},{name:`password`,label:a(`password`),kind:`password`},{name:`code`,label:a(`code.if`),kind:`code`,hint:a(`code.hint`),optional:!0},{name:`token`,label:a(`recover.token-or-code`),optional:!0}]}function l(){return[{name:`username`,label:a(`user-name`),autocomplete:`username`},{name:`token`,label:a(`token`)},{name:`new_password`,label:a(`new-password`),kind:`new-password`,hint:a(`password.hint`)},{name:`code`,label:a(`code.if`),kind:`code`,hint:a(`code.hint`),optional:!0}]}async function u(e){let t={password:o(e,`password`),...i(e,`username`,`code`,`token`)};return await r.call({method:`POST`,path:`/login-unlocks`,body:t,read:n}),a(`unlocked`)}async function d(e){let t={new_password:o(e,`new_password`),...i(e,`username`,`token`,`code`)};return await r.call({method:`POST`,path:`/password-resets`,body:t,read:n}),a(`reset.done`)}customElements.define(`recover-view`,s);