import{_ as e,y as t}from"./plain-element-DXa2qk9R.js";import{a as n,t as r}from"./session-CetcAK7c.js";import{V as i}from"./index-BfQmS2Td.js";import{a,d as o,i as s,r as c,t as l,u}from"./seat-report-C9zx4SkG.js";import{t as d}from"./feed-egESB4Nm.js";var f=250,p=class extends i{#e;constructor(){super(),this.watch(c)}updated(e){super.updated(e),e.has(`shown`)&&(clearInterval(this.#e),this.shown&&(this.#e=setInterval(()=>this.requestUpdate(),f)))}heading(){let{hand:e}=c.state;return e===null?a(`report`):a(`report.label`,{epoch:e.epoch})}content(){let{hand:t}=c.state;return t===null?e:this.#t(t)}#t(e){return t`${this.#n(d(e.table).store.state.table)}
      <p>${a(`report.text`)}</p>
      <form-box
        name="report"
        .fields=${l(e)}
        button=${a(`report.send`)}
        .send=${t=>s(r,e,t)}
      ></form-box>`}#n(r){return t`<div class="meanwhile">
      <div class="row">
        ${r===null?e:u(r,n())}
        <button class="btn" type="button" @click=${()=>this.close()}>${a(`report.close`)}</button>
      </div>
      <div role="status">
        ${r!==null&&o(r)?t`<p class="problem info small">${a(`report.turn`)}</p>`:e}
      </div>
    </div>`}};customElements.define(`report-window`,p);