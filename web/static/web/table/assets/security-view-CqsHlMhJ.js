import{_ as e,t,y as n}from"./plain-element-DXa2qk9R.js";import{A as r,C as i,T as a,b as o,c as s,k as c,o as l,t as u,x as d}from"./session-DBCJG_o8.js";import{B as f,H as p,U as m,q as h}from"./index-B3IHSfUj.js";var g=c({enrolled:o,codes_locked:o,recovery_codes_left:d}),_=c({secret:r,otpauth_uri:r}),v=c({recovery_codes:i(r)}),y=class extends t{static properties={offer:{state:!0},codes:{state:!0}};#e=new m(this,()=>({path:`/me/second-factor`,read:g}));constructor(){super(),this.offer=null,this.codes=null}render(){return this.codes===null?this.#e.render(e=>e.enrolled?this.#t(e):this.#n()):this.#r(this.codes)}#t(t){return n`<p>${h(`factor.has`,{count:t.recovery_codes_left})}</p>
      ${t.codes_locked?n`<p class="problem warn small">${h(`factor.locked`)}</p>`:e}
      <form-box
        name="factor-removal"
        .fields=${[{name:`password`,label:h(`password`),kind:`password`},{name:`code`,label:h(`code`),kind:`code`,hint:h(`code.hint`)}]}
        button=${h(`factor.remove`)}
        plain
        .send=${e=>this.#o(e)}
      ></form-box>`}#n(){if(this.offer===null)return n`<p>${h(`factor.none`)}</p>
        <form-box
          name="factor"
          .fields=${[{name:`password`,label:h(`password`),kind:`password`}]}
          button=${h(`factor.begin`)}
          .send=${e=>this.#i(e)}
        ></form-box>`;let e=this.offer.secret.replaceAll(/(.{4})(?=.)/g,`$1 `);return n`<p>${h(`factor.secret.text`)}</p>
      <dl class="pairs">
        <dt>${h(`factor.secret`)}</dt>
        <dd class="mono" id="factor-secret">${e}</dd>
      </dl>
      <p><a href=${this.offer.otpauth_uri}>${h(`factor.open`)}</a></p>
      <form-box
        name="factor-confirmation"
        .fields=${[{name:`code`,label:h(`factor.first`),kind:`code`,hint:h(`factor.first.hint`)}]}
        button=${h(`factor.confirm`)}
        .send=${e=>this.#a(e)}
      ></form-box>`}#r(e){return n`<h3>${h(`factor.codes`)}</h3>
      <p>${h(`factor.codes.text`)}</p>
      <ol class="prose mono">
        ${e.map(e=>n`<li>${e}</li>`)}
      </ol>
      <button class="btn main" type="button" @click=${()=>this.codes=null}>${h(`factor.kept`)}</button>`}async#i(e){let t={password:p(e,`password`)};this.offer=await u.call({method:`POST`,path:`/me/second-factor`,body:t,read:_})}async#a(e){let t=f(e,`code`);this.codes=(await u.call({method:`POST`,path:`/me/second-factor/confirmation`,body:t,read:v})).recovery_codes,this.offer=null,await this.#e.read()}async#o(e){let t={password:p(e,`password`),...f(e,`code`)};return await u.call({method:`POST`,path:`/me/second-factor/removal`,body:t,read:a}),await this.#e.read(),h(`factor.removed`)}};customElements.define(`second-factor`,y);var b=c({changed_at:r}),x=class extends t{constructor(){super(),this.watch(s)}render(){return n`<div class="stack narrow">
      <h1>${h(`security`)}</h1>
      ${this.#e()}
      <section class="box stack">
        <h2>${h(`password.heading`)}</h2>
        <p>${h(`password.text`)}</p>
        <form-box
          name="password"
          .fields=${[{name:`new_password`,label:h(`password.new`),kind:`new-password`,hint:h(`password.hint`)},...S()]}
          button=${h(`password.change`)}
          .send=${w}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${h(`factor.heading`)}</h2>
        <second-factor></second-factor>
      </section>
    </div>`}#e(){let{me:e}=s.state,t={name:`new_pin`,label:h(`pin.new`),kind:`pin`},r=e?.pin_locked===!0,i=e?.has_pin===!0;return n`<section class="box stack">
      <h2>${h(`pin.heading`)}</h2>
      <p>${h(`pin.text`)} ${h(r?`pin.locked`:i?`pin.has`:`pin.none`)}</p>
      ${i&&!r?n`<h3>${h(`pin.by-pin`)}</h3>
              <form-box
                name="pin-by-pin"
                .fields=${[t,{name:`current_pin`,label:h(`pin.current`),kind:`pin`}]}
                button=${h(`pin.set`)}
                .send=${e=>C(f(e,`new_pin`,`current_pin`))}
              ></form-box>`:null}
      <h3>${h(`pin.by-password`)}</h3>
      <form-box
        name="pin"
        .fields=${[t,...S()]}
        button=${h(`pin.set`)}
        .send=${e=>C({password:p(e,`password`),...f(e,`new_pin`,`code`)})}
      ></form-box>
    </section>`}};function S(){return[{name:`password`,label:h(`password`),kind:`password`},{name:`code`,label:h(`code.if`),kind:`code`,hint:h(`code.hint`),optional:!0}]}async function C(e){return await u.call({method:`PUT`,path:`/me/pin`,body:e,read:b}),await l(`me`),h(`pin.done`)}async function w(e){let t={new_password:p(e,`new_password`),password:p(e,`password`)};return await u.call({method:`PUT`,path:`/me/password`,body:{...t,...f(e,`code`)},read:b}),h(`password.done`)}customElements.define(`security-view`,x);