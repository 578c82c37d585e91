import{_ as e,y as t}from"./plain-element-DXa2qk9R.js";import{a as n,t as r}from"./session-C_5GV08U.js";import{V as i}from"./index-De-aLKpK.js";import{t as a,u as o}from"./feed-DzOeNDic.js";import{a as s,i as c,r as l,t as u,u as d}from"./seat-report-DJQx3WnW.js";var f=250,p=class extends i{#e;constructor(){super(),this.watch(l)}updated(e){super.updated(e),e.has(`shown`)&&(clearInterval(this.#e),this.shown&&(this.#e=setInterval(()=>this.requestUpdate(),f)))}heading(){let{hand:e}=l.state;return e===null?s(`report`):s(`report.label`,{epoch:e.epoch})}content(){let{hand:t}=l.state;return t===null?e:this.#t(t)}#t(e){return t`${this.#n(a(e.table).store.state.table)}
      <p>${s(`report.text`)}</p>
      <form-box
        name="report"
        .fields=${u(e)}
        button=${s(`report.send`)}
        .send=${t=>c(r,e,t)}
      ></form-box>`}#n(r){return t`<div class="meanwhile">
      <div class="row">
        ${r===null?e:d(r,n())}
        <button class="btn" type="button" @click=${()=>this.close()}>${s(`report.close`)}</button>
      </div>
      <div role="status">
        ${r!==null&&o(r)?t`<p class="problem info small">${s(`report.turn`)}</p>`:e}
      </div>
    </div>`}};customElements.define(`report-window`,p);