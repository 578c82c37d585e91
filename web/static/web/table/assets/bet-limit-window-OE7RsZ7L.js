import{_ as e,c as t,f as n,g as r,m as i,p as a,u as o}from"./plain-element-CzNnNSV1.js";import{C as s,T as c,a as l,c as u,k as d,m as f,o as p,t as m,w as h}from"./session-oeUAqAAD.js";import{M as g,O as _,P as v,j as y,w as b}from"./index-C1R20B-R.js";import{n as x}from"./limit-figures-l5zphwip.js";function S(e){return b(`eastern`,{when:i(e,t.state.current)})}function C(e){return Date.parse(e.modifiable_from)<Date.parse(e.week_ends_at)}function w(e,t){let n=e.filter(e=>e.stake_max.currency===t).map(e=>e.stake_max.amount);return n.length===0?null:{amount:Math.max(...n),currency:t}}var T=d({items:s(d({stakes:s(d({stake_max:h}))}))}),E=class extends _{static properties={error:{state:!0},done:{state:!0},highest:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.highest=null,this.watch(u)}open(){this.error=null,this.done=``,super.open(),v(this,async()=>{await p(`betLimit`,`me`);let e=(await m.call({path:`/games`,read:T})).items.flatMap(e=>e.stakes);this.highest=w(e,u.state.wallet?.cash.currency??``)})}heading(){return b(`bet-limit`)}content(){let t=u.state.betLimit;return e`<p>${b(`bet-limit.text`)}</p>
      ${t===null?r:this.#t(t)}
      ${t===null||t.loosening===null?r:this.#n(t.loosening)}
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?r:e`<p class="problem ok small">${this.done}</p>`}</div>
      ${u.state.me?.has_pin===!1?e`<p class="problem info small">
              ${b(`pin.none`)} <a href="#/account/security" @click=${()=>this.close()}>${b(`pin.set`)}</a>
            </p>`:r}
      <form-box
        name="bet-limit"
        .fields=${this.#e()}
        button=${b(`ok`)}
        .send=${e=>this.#r(e)}
        .rest=${e`<button class="btn" type="button" @click=${()=>this.close()}>${b(`close`)}</button>`}
      ></form-box>`}#e(){let e=this.highest;return[{name:`maximum`,label:b(`new-amount`,{currency:u.state.wallet?.cash.currency??``}),kind:`money`,hint:e===null?b(`bet-limit.hint.plain`):b(`bet-limit.hint`,{maximum:o(e)}),optional:`unmarked`},{name:`pin`,label:b(`pin`),kind:`pin`}]}#t(t){let n=C(t);return e`<dl class="pairs">
      <dt>${b(`in-force`)}</dt>
      <dd><strong>${D(t.maximum)}</strong></dd>
      ${n?e`<dt>${b(`change-now`)}</dt>
              <dd>${b(`yes`)}</dd>
              <dt>${b(`change-next`)}</dt>
              <dd>${O(t.week_ends_at)}</dd>`:e`<dt>${b(`change-from`)}</dt>
              <dd>${O(t.modifiable_from)}</dd>`}
    </dl>`}#n(t){let n=D(t.maximum),i={from:S(t.confirmable_from),until:S(t.expires_at)};return e`<div class="problem info small stack1">
      <strong>${b(`waits.heading`,{value:n})}</strong>
      <p>${b(`waits`,i)}</p>
      ${x(t,l())?e`<form-box
              name="bet-limit-confirmation"
              .fields=${[{name:`pin`,label:b(`pin`),kind:`pin`}]}
              button=${b(`confirm`,{value:n})}
              .send=${e=>this.#i(e)}
            ></form-box>`:r}
      <button
        class="btn low"
        type="button"
        aria-label=${b(`take-back.label`,{name:b(`stake_max`)})}
        @click=${this.#a}
      >
        ${b(`take-back`)}
      </button>
    </div>`}async#r(e){let t=u.state.wallet?.cash.currency??``,n=g(e,`maximum`).trim()===``?null:y(e,`maximum`,t,b(`not-an-amount`));this.done=``;let r={maximum:n,pin:g(e,`pin`)},i=await m.call({method:`PUT`,path:`/me/bet-limit`,body:r,read:f});if(u.set({betLimit:i}),await p(`limits`),i.loosening===null)return b(`bet-limit.changed`,{value:D(i.maximum)});let a=S(i.loosening.confirmable_from);return b(`bet-limit.asked`,{value:D(n),from:a,present:D(i.maximum)})}async#i(e){let t=await m.call({method:`POST`,path:`/me/bet-limit/loosening/confirmation`,body:{pin:g(e,`pin`)},read:f});u.set({betLimit:t}),this.done=b(`bet-limit.changed`,{value:D(t.maximum)}),await p(`limits`)}#a=()=>v(this,async()=>{await m.call({method:`DELETE`,path:`/me/bet-limit/loosening`,read:c}),this.done=b(`taken-back`),await p(`betLimit`,`limits`)})};function D(e){return e===null?b(`no-own`):o(e)}function O(t){let i=n(t,a),o=n(t);return e`${S(t)}
  ${i===o?r:e`<br /><span class="quiet">${b(`here`,{when:o})}</span>`}`}customElements.define(`bet-limit-window`,E);