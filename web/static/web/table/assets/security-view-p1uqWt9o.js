import{_ as e,t,v as n}from"./plain-element-UDqab7FQ.js";import{A as r,C as i,T as a,b as o,c as s,k as c,o as l,t as u,x as d}from"./session-DBCJG_o8.js";import{N as f,P as p,R as m,j as h}from"./index-CPdyuLT6.js";var g=c({enrolled:o,codes_locked:o,recovery_codes_left:d}),_=c({secret:r,otpauth_uri:r}),v=c({recovery_codes:i(r)}),y=class extends t{static properties={offer:{state:!0},codes:{state:!0}};#e=new p(this,()=>({path:`/me/second-factor`,read:g}));constructor(){super(),this.offer=null,this.codes=null}render(){return this.codes===null?this.#e.render(e=>e.enrolled?this.#t(e):this.#n()):this.#r(this.codes)}#t(t){return n`<p>${m(`factor.has`,{count:t.recovery_codes_left})}</p>
      ${t.codes_locked?n`<p class="problem warn small">${m(`factor.locked`)}</p>`:e}
      <form-box
        name="factor-removal"
        .fields=${[{name:`password`,label:m(`password`),kind:`password`},{name:`code`,label:m(`code`),kind:`code`,hint:m(`code.hint`)}]}
        button=${m(`factor.remove`)}
        plain
        .send=${e=>this.#o(e)}
      ></form-box>`}#n(){if(this.offer===null)return n`<p>${m(`factor.none`)}</p>
        <form-box
          name="factor"
          .fields=${[{name:`password`,label:m(`password`),kind:`password`}]}
          button=${m(`factor.begin`)}
          .send=${e=>this.#i(e)}
        ></form-box>`;let e=this.offer.secret.replaceAll(/(.{4})(?=.)/g,`$1 `);return n`<p>${m(`factor.secret.text`)}</p>
      <dl class="pairs">
        <dt>${m(`factor.secret`)}</dt>
        <dd class="mono" id="factor-secret">${e}</dd>
      </dl>
      <p><a href=${this.offer.otpauth_uri}>${m(`factor.open`)}</a></p>
      <form-box
        name="factor-confirmation"
        .fields=${[{name:`code`,label:m(`factor.first`),kind:`code`,hint:m(`factor.first.hint`)}]}
        button=${m(`factor.confirm`)}
        .send=${e=>this.#a(e)}
      ></form-box>`}#r(e){return n`<h3>${m(`factor.codes`)}</h3>
      <p>${m(`factor.codes.text`)}</p>
      <ol class="prose mono">
        ${e.map(e=>n`<li>${e}</li>`)}
      </ol>
      <button class="btn main" type="button" @click=${()=>this.codes=null}>${m(`factor.kept`)}</button>`}async#i(e){let t={password:f(e,`password`)};this.offer=await u.call({method:`POST`,path:`/me/second-factor`,body:t,read:_})}async#a(e){let t=h(e,`code`);this.codes=(await u.call({method:`POST`,path:`/me/second-factor/confirmation`,body:t,read:v})).recovery_codes,this.offer=null,await this.#e.read()}async#o(e){let t={password:f(e,`password`),...h(e,`code`)};return await u.call({method:`POST`,path:`/me/second-factor/removal`,body:t,read:a}),await this.#e.read(),m(`factor.removed`)}};customElements.define(`second-factor`,y);var b=c({changed_at:r}),x=class extends t{constructor(){super(),this.watch(s)}render(){return n`<div class="stack narrow">
      <h1>${m(`security`)}</h1>
      ${this.#e()}
      <section class="box stack">
        <h2>${m(`password.heading`)}</h2>
        <p>${m(`password.text`)}</p>
        <form-box
          name="password"
          .fields=${[{name:`new_password`,label:m(`password.new`),kind:`new-password`,hint:m(`password.hint`)},...S()]}
          button=${m(`password.change`)}
          .send=${w}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${m(`factor.heading`)}</h2>
        <second-factor></second-factor>
      </section>
    </div>`}#e(){let{me:e}=s.state,t={name:`new_pin`,label:m(`pin.new`),kind:`pin`},r=e?.pin_locked===!0,i=e?.has_pin===!0;return n`<section class="box stack">
      <h2>${m(`pin.heading`)}</h2>
      <p>${m(`pin.text`)} ${m(r?`pin.locked`:i?`pin.has`:`pin.none`)}</p>
      ${i&&!r?n`<h3>${m(`pin.by-pin`)}</h3>
              <form-box
                name="pin-by-pin"
                .fields=${[t,{name:`current_pin`,label:m(`pin.current`),kind:`pin`}]}
                button=${m(`pin.set`)}
                .send=${e=>C(h(e,`new_pin`,`current_pin`))}
              ></form-box>`:null}
      <h3>${m(`pin.by-password`)}</h3>
      <form-box
        name="pin"
        .fields=${[t,...S()]}
        button=${m(`pin.set`)}
        .send=${e=>C({password:f(e,`password`),...h(e,`new_pin`,`code`)})}
      ></form-box>
    </section>`}};function S(){return[{name:`password`,label:m(`password`),kind:`password`},{name:`code`,label:m(`code.if`),kind:`code`,hint:m(`code.hint`),optional:!0}]}async function C(e){return await u.call({method:`PUT`,path:`/me/pin`,body:e,read:b}),await l(`me`),m(`pin.done`)}async function w(e){let t={new_password:f(e,`new_password`),password:f(e,`password`)};return await u.call({method:`PUT`,path:`/me/password`,body:{...t,...h(e,`code`)},read:b}),m(`password.done`)}customElements.define(`security-view`,x);