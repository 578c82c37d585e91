import{_ as e,d as t,g as n,h as r,l as i,m as a,s as o,v as s}from"./plain-element-UDqab7FQ.js";import{C as c,T as l,a as u,c as d,k as f,m as p,o as m,t as h,w as g}from"./session-DBCJG_o8.js";import{F as _,M as v,N as y,T as b,k as x}from"./index-CPdyuLT6.js";import{n as S}from"./limit-figures-l5zphwip.js";function C(e){return b(`eastern`,{when:n(e,i.state.current)})}function w(e){return Date.parse(e.modifiable_from)<Date.parse(e.week_ends_at)}function T(e,t){let n=e.filter(e=>e.stake_max.currency===t).map(e=>e.stake_max.amount);return n.length===0?null:{amount:Math.max(...n),currency:t}}var E=f({items:c(f({stakes:c(f({stake_max:g}))}))}),D=class extends x{static properties={error:{state:!0},done:{state:!0},highest:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.highest=null,this.watch(d)}open(){this.error=null,this.done=``,super.open(),_(this,async()=>{await m(`betLimit`,`me`);let e=(await h.call({path:`/games`,read:E})).items.flatMap(e=>e.stakes);this.highest=T(e,d.state.wallet?.cash.currency??``)})}heading(){return b(`bet-limit`)}content(){let t=d.state.betLimit;return s`<p>${b(`bet-limit.text`)}</p>
      ${t===null?e:this.#t(t)}
      ${t===null||t.loosening===null?e:this.#n(t.loosening)}
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:s`<p class="problem ok small">${this.done}</p>`}</div>
      ${d.state.me?.has_pin===!1?s`<p class="problem info small">
              ${b(`pin.none`)} <a href="#/account/security" @click=${()=>this.close()}>${b(`pin.set`)}</a>
            </p>`:e}
      <form-box
        name="bet-limit"
        .fields=${this.#e()}
        button=${b(`ok`)}
        .send=${e=>this.#r(e)}
        .rest=${s`<button class="btn" type="button" @click=${()=>this.close()}>${b(`close`)}</button>`}
      ></form-box>`}#e(){let e=this.highest;return[{name:`maximum`,label:b(`new-amount`,{currency:d.state.wallet?.cash.currency??``}),kind:`money`,hint:e===null?b(`bet-limit.hint.plain`):b(`bet-limit.hint`,{maximum:t(e)}),optional:`unmarked`},{name:`pin`,label:b(`pin`),kind:`pin`}]}#t(e){let t=w(e);return s`<dl class="pairs">
      <dt>${b(`in-force`)}</dt>
      <dd><strong>${O(e.maximum)}</strong></dd>
      ${t?s`<dt>${b(`change-now`)}</dt>
              <dd>${b(`yes`)}</dd>
              <dt>${b(`change-next`)}</dt>
              <dd>${k(e.week_ends_at)}</dd>`:s`<dt>${b(`change-from`)}</dt>
              <dd>${k(e.modifiable_from)}</dd>`}
    </dl>`}#n(t){let n=O(t.maximum),r={from:C(t.confirmable_from),until:C(t.expires_at)};return s`<div class="problem info small stack1">
      <strong>${b(`waits.heading`,{value:n})}</strong>
      <p>${b(`waits`,r)}</p>
      ${S(t,u())?s`<form-box
              name="bet-limit-confirmation"
              .fields=${[{name:`pin`,label:b(`pin`),kind:`pin`}]}
              button=${b(`confirm`,{value:n})}
              .send=${e=>this.#i(e)}
            ></form-box>`:e}
      <button
        class="btn low"
        type="button"
        aria-label=${b(`take-back.label`,{name:b(`stake_max`)})}
        @click=${this.#a}
      >
        ${b(`take-back`)}
      </button>
    </div>`}async#r(e){let t=d.state.wallet?.cash.currency??``,n=b(`not-an-amount`,{example:o(t)}),r=y(e,`maximum`).trim()===``?null:v(e,`maximum`,t,n);this.done=``;let i={maximum:r,pin:y(e,`pin`)},a=await h.call({method:`PUT`,path:`/me/bet-limit`,body:i,read:p});if(d.set({betLimit:a}),await m(`limits`),a.loosening===null)return b(`bet-limit.changed`,{value:O(a.maximum)});let s=C(a.loosening.confirmable_from);return b(`bet-limit.asked`,{value:O(r),from:s,present:O(a.maximum)})}async#i(e){let t=await h.call({method:`POST`,path:`/me/bet-limit/loosening/confirmation`,body:{pin:y(e,`pin`)},read:p});d.set({betLimit:t}),this.done=b(`bet-limit.changed`,{value:O(t.maximum)}),await m(`limits`)}#a=()=>_(this,async()=>{await h.call({method:`DELETE`,path:`/me/bet-limit/loosening`,read:l}),this.done=b(`taken-back`),await m(`betLimit`,`limits`)})};function O(e){return e===null?b(`no-own`):t(e)}function k(t){let n=a(t,r),i=a(t);return s`${C(t)}
  ${n===i?e:s`<br /><span class="quiet">${b(`here`,{when:i})}</span>`}`}customElements.define(`bet-limit-window`,D);