import{_ as e,c as t,o as n,t as r,y as i}from"./plain-element-DXa2qk9R.js";import{A as a,C as o,D as s,E as c,T as l,c as u,j as d,o as f,t as p,x as m}from"./session-C_5GV08U.js";import{U as h,X as g,q as _,z as v}from"./index-De-aLKpK.js";import{t as y}from"./save-BRJqljcs.js";var b=a({erasable_from:c(d),retention_seconds:m,obstacles:o(s(`account-not-closed`,`round-open`,`stake-open`,`money-left`,`payment-open`,`retention-runs`,`case-open`,`dispute-open`,`dispute-retention-runs`))}),x=class extends r{static properties={error:{state:!0},downloaded:{state:!0},answer:{state:!0}};constructor(){super(),this.error=null,this.downloaded=!1,this.answer=null,this.watch(u)}render(){return i`<div class="stack narrow">
      <h1>${g(`data`)}</h1>
      <problem-box .error=${this.error}></problem-box>
      <section class="box stack">
        <h2>${g(`data.copy`)}</h2>
        <p>${g(`data.copy.text`)}</p>
        <div role="status">
          ${this.downloaded?i`<p class="problem ok small">${g(`data.downloaded`)}</p>`:e}
        </div>
        <button class="btn main" type="button" @click=${this.#r}>${g(`data.download`)}</button>
      </section>
      ${u.state.me?.status===`closed`?e:this.#e()} ${this.#t()}
    </div>`}#e(){let{me:e}=u.state,t=e?.has_pin===!0&&!e.pin_locked?[{name:`pin`,label:g(`pin`),kind:`pin`}]:[{name:`password`,label:g(`password`),kind:`password`},{name:`code`,label:g(`code.if`),kind:`code`,hint:g(`code.hint.or-passkey`),optional:!0}];return i`<section class="box stack">
      <h2>${g(`close.heading`)}</h2>
      <p>${g(`close.text`)}</p>
      <form-box
        name="closing"
        .fields=${[...t,{name:`sure`,label:g(`close.sure`),kind:`tick`}]}
        button=${g(`close`)}
        plain
        .send=${S}
      ></form-box>
    </section>`}#t(){return i`<section class="box stack">
      <h2>${g(`erase.heading`)}</h2>
      <p>${g(`erase.text`)}</p>
      <div role="status">${this.answer===null?e:this.#n(this.answer)}</div>
      <button class="btn" type="button" @click=${this.#i}>${g(`erase`)}</button>
    </section>`}#n(r){let{erasable_from:a,obstacles:o}=r,s=a===null?g(`erase.after`,{duration:n(r.retention_seconds)}):g(`erase.from`,{when:t(a)});return i`<div class="problem info small">
      <p>${o.length===0?g(`erase.now`):s}</p>
      ${o.length===0?e:i`<p>${g(`erase.obstacles`)}</p>
              <ul class="prose">
                ${o.map(e=>i`<li>${g(`obstacle.${e}`)}</li>`)}
              </ul>`}
    </div>`}#r=()=>_(this,async()=>{this.downloaded=!1,y(`reddog-data.json`,await p.call({path:`/me/data`,read:d,raw:!0}),`application/json`),this.downloaded=!0});#i=()=>_(this,async()=>{this.answer=await p.call({method:`POST`,path:`/me/erasure-request`,read:b})})};async function S(e){let t=`pin`in e?h(e,`pin`):h(e,`password`,`code`);return await v({method:`POST`,path:`/me/closure`,body:t,read:l}),await f(`me`),g(`close.done`)}customElements.define(`data-view`,x);