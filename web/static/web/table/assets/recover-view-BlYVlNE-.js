import{t as e,v as t}from"./plain-element-UDqab7FQ.js";import{T as n,t as r}from"./session-DBCJG_o8.js";import{L as i,N as a,j as o}from"./index-CPdyuLT6.js";var s=class extends e{render(){return t`<div class="stack narrow">
      <h1>${i(`recover`)}</h1>
      <p>${i(`recover.text`)}</p>
      <section class="box stack">
        <h2>${i(`recover.locked`)}</h2>
        <p>${i(`recover.locked.text`)}</p>
        <form-box name="unlock" .fields=${c()} button=${i(`unlock`)} .send=${u}></form-box>
      </section>
      <section class="box stack">
        <h2>${i(`recover.password`)}</h2>
        <p>${i(`recover.password.text`)}</p>
        <form-box name="reset" .fields=${l()} button=${i(`reset`)} .send=${d}></form-box>
      </section>
      <section class="box stack">
        <h2>${i(`recover.factor`)}</h2>
        <p>${i(`recover.factor.text`)}</p>
      </section>
      <p><a href="#/log-in">${i(`back`)}</a></p>
    </div>`}};function c(){return[{name:`username`,label:i(`user-name`),autocomplete:`username`},{name:`password`,label:i(`password`),kind:`password`},{name:`code`,label:i(`code.if`),kind:`code`,hint:i(`code.hint`),optional:!0},{name:`token`,label:i(`recover.token-or-code`),optional:!0}]}function l(){return[{name:`username`,label:i(`user-name`),autocomplete:`username`},{name:`token`,label:i(`token`)},{name:`new_password`,label:i(`new-password`),kind:`new-password`,hint:i(`password.hint`)},{name:`code`,label:i(`code.if`),kind:`code`,hint:i(`code.hint`),optional:!0}]}async function u(e){let t={password:a(e,`password`),...o(e,`username`,`code`,`token`)};return await r.call({method:`POST`,path:`/login-unlocks`,body:t,read:n}),i(`unlocked`)}async function d(e){let t={new_password:a(e,`new_password`),...o(e,`username`,`token`,`code`)};return await r.call({method:`POST`,path:`/password-resets`,body:t,read:n}),i(`reset.done`)}customElements.define(`recover-view`,s);