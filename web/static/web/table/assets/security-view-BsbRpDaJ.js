import{_ as e,g as t,t as n}from"./plain-element-CzNnNSV1.js";import{A as r,C as i,T as a,b as o,c as s,k as c,o as l,t as u,x as d}from"./session-oeUAqAAD.js";import{A as f,L as p,M as m,N as h}from"./index-C1R20B-R.js";var g=c({enrolled:o,codes_locked:o,recovery_codes_left:d}),_=c({secret:r,otpauth_uri:r}),v=c({recovery_codes:i(r)}),y=class extends n{static properties={offer:{state:!0},codes:{state:!0}};#e=new h(this,()=>({path:`/me/second-factor`,read:g}));constructor(){super(),this.offer=null,this.codes=null}render(){return this.codes===null?this.#e.render(e=>e.enrolled?this.#t(e):this.#n()):this.#r(this.codes)}#t(n){return e`<p>${p(`factor.has`,{count:n.recovery_codes_left})}</p>
      ${n.codes_locked?e`<p class="problem warn small">${p(`factor.locked`)}</p>`:t}
      <form-box
        name="factor-removal"
        .fields=${[{name:`password`,label:p(`password`),kind:`password`},{name:`code`,label:p(`code`),kind:`code`,hint:p(`code.hint`)}]}
        button=${p(`factor.remove`)}
        plain
        .send=${e=>this.#o(e)}
      ></form-box>`}#n(){if(this.offer===null)return e`<p>${p(`factor.none`)}</p>
        <form-box
          name="factor"
          .fields=${[{name:`password`,label:p(`password`),kind:`password`}]}
          button=${p(`factor.begin`)}
          .send=${e=>this.#i(e)}
        ></form-box>`;let t=this.offer.secret.replaceAll(/(.{4})(?=.)/g,`$1 `);return e`<p>${p(`factor.secret.text`)}</p>
      <dl class="pairs">
        <dt>${p(`factor.secret`)}</dt>
        <dd class="mono" id="factor-secret">${t}</dd>
      </dl>
      <p><a href=${this.offer.otpauth_uri}>${p(`factor.open`)}</a></p>
      <form-box
        name="factor-confirmation"
        .fields=${[{name:`code`,label:p(`factor.first`),kind:`code`,hint:p(`factor.first.hint`)}]}
        button=${p(`factor.confirm`)}
        .send=${e=>this.#a(e)}
      ></form-box>`}#r(t){return e`<h3>${p(`factor.codes`)}</h3>
      <p>${p(`factor.codes.text`)}</p>
      <ol class="prose mono">
        ${t.map(t=>e`<li>${t}</li>`)}
      </ol>
      <button class="btn main" type="button" @click=${()=>this.codes=null}>${p(`factor.kept`)}</button>`}async#i(e){let t={password:m(e,`password`)};this.offer=await u.call({method:`POST`,path:`/me/second-factor`,body:t,read:_})}async#a(e){let t=f(e,`code`);this.codes=(await u.call({method:`POST`,path:`/me/second-factor/confirmation`,body:t,read:v})).recovery_codes,this.offer=null,await this.#e.read()}async#o(e){let t={password:m(e,`password`),...f(e,`code`)};return await u.call({method:`POST`,path:`/me/second-factor/removal`,body:t,read:a}),await this.#e.read(),p(`factor.removed`)}};customElements.define(`second-factor`,y);var b=c({changed_at:r}),x=class extends n{constructor(){super(),this.watch(s)}render(){return e`<div class="stack narrow">
      <h1>${p(`security`)}</h1>
      ${this.#e()}
      <section class="box stack">
        <h2>${p(`password.heading`)}</h2>
        <p>${p(`password.text`)}</p>
        <form-box
          name="password"
          .fields=${[{name:`new_password`,label:p(`password.new`),kind:`new-password`,hint:p(`password.hint`)},...S()]}
          button=${p(`password.change`)}
          .send=${w}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${p(`factor.heading`)}</h2>
        <second-factor></second-factor>
      </section>
    </div>`}#e(){let{me:t}=s.state,n={name:`new_pin`,label:p(`pin.new`),kind:`pin`},r=t?.pin_locked===!0,i=t?.has_pin===!0;return e`<section class="box stack">
      <h2>${p(`pin.heading`)}</h2>
      <p>${p(`pin.text`)} ${p(r?`pin.locked`:i?`pin.has`:`pin.none`)}</p>
      ${i&&!r?e`<h3>${p(`pin.by-pin`)}</h3>
              <form-box
                name="pin-by-pin"
                .fields=${[n,{name:`current_pin`,label:p(`pin.current`),kind:`pin`}]}
                button=${p(`pin.set`)}
                .send=${e=>C(f(e,`new_pin`,`current_pin`))}
              ></form-box>`:null}
      <h3>${p(`pin.by-password`)}</h3>
      <form-box
        name="pin"
        .fields=${[n,...S()]}
        button=${p(`pin.set`)}
        .send=${e=>C({password:m(e,`password`),...f(e,`new_pin`,`code`)})}
      ></form-box>
    </section>`}};function S(){return[{name:`password`,label:p(`password`),kind:`password`},{name:`code`,label:p(`code.if`),kind:`code`,hint:p(`code.hint`),optional:!0}]}async function C(e){return await u.call({method:`PUT`,path:`/me/pin`,body:e,read:b}),await l(`me`),p(`pin.done`)}async function w(e){let t={new_password:m(e,`new_password`),password:m(e,`password`)};return await u.call({method:`PUT`,path:`/me/password`,body:{...t,...f(e,`code`)},read:b}),p(`password.done`)}customElements.define(`security-view`,x);