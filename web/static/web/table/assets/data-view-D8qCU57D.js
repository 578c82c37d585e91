import{_ as e,g as t,o as n,s as r,t as i}from"./plain-element-CzNnNSV1.js";import{A as a,C as o,D as s,E as c,T as l,c as u,k as d,o as f,t as p,x as m}from"./session-oeUAqAAD.js";import{A as h,L as g,P as _}from"./index-C1R20B-R.js";import{t as v}from"./save-BRJqljcs.js";var y=d({erasable_from:c(a),retention_seconds:m,obstacles:o(s(`account-not-closed`,`round-open`,`stake-open`,`money-left`,`payment-open`,`retention-runs`,`case-open`,`dispute-open`,`dispute-retention-runs`))}),b=class extends i{static properties={error:{state:!0},downloaded:{state:!0},answer:{state:!0}};constructor(){super(),this.error=null,this.downloaded=!1,this.answer=null,this.watch(u)}render(){return e`<div class="stack narrow">
      <h1>${g(`data`)}</h1>
      <problem-box .error=${this.error}></problem-box>
      <section class="box stack">
        <h2>${g(`data.copy`)}</h2>
        <p>${g(`data.copy.text`)}</p>
        <div role="status">
          ${this.downloaded?e`<p class="problem ok small">${g(`data.downloaded`)}</p>`:t}
        </div>
        <button class="btn main" type="button" @click=${this.#r}>${g(`data.download`)}</button>
      </section>
      ${u.state.me?.status===`closed`?t:this.#e()} ${this.#t()}
    </div>`}#e(){let{me:t}=u.state,n=t?.has_pin===!0&&!t.pin_locked?[{name:`pin`,label:g(`pin`),kind:`pin`}]:[{name:`password`,label:g(`password`),kind:`password`},{name:`code`,label:g(`code.if`),kind:`code`,hint:g(`code.hint`),optional:!0}];return e`<section class="box stack">
      <h2>${g(`close.heading`)}</h2>
      <p>${g(`close.text`)}</p>
      <form-box
        name="closing"
        .fields=${[...n,{name:`sure`,label:g(`close.sure`),kind:`tick`}]}
        button=${g(`close`)}
        plain
        .send=${x}
      ></form-box>
    </section>`}#t(){return e`<section class="box stack">
      <h2>${g(`erase.heading`)}</h2>
      <p>${g(`erase.text`)}</p>
      <div role="status">${this.answer===null?t:this.#n(this.answer)}</div>
      <button class="btn" type="button" @click=${this.#i}>${g(`erase`)}</button>
    </section>`}#n(i){let{erasable_from:a,obstacles:o}=i,s=a===null?g(`erase.after`,{duration:n(i.retention_seconds)}):g(`erase.from`,{when:r(a)});return e`<div class="problem info small">
      <p>${o.length===0?g(`erase.now`):s}</p>
      ${o.length===0?t:e`<p>${g(`erase.obstacles`)}</p>
              <ul class="prose">
                ${o.map(t=>e`<li>${g(`obstacle.${t}`)}</li>`)}
              </ul>`}
    </div>`}#r=()=>_(this,async()=>{this.downloaded=!1,v(`reddog-data.json`,await p.call({path:`/me/data`,read:a,raw:!0}),`application/json`),this.downloaded=!0});#i=()=>_(this,async()=>{this.answer=await p.call({method:`POST`,path:`/me/erasure-request`,read:y})})};async function x(e){let t=`pin`in e?h(e,`pin`):h(e,`password`,`code`);return await p.call({method:`POST`,path:`/me/closure`,body:t,read:l}),await f(`me`),g(`close.done`)}customElements.define(`data-view`,b);