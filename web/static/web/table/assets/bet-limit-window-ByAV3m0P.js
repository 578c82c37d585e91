import{_ as e,c as t,h as n,m as r,p as i,u as a,v as o}from"./plain-element-ux9t2jM3.js";import{C as s,T as c,a as l,c as u,k as d,m as f,o as p,t as m,w as h}from"./session-DHDc5PWH.js";import{M as g,O as _,P as v,j as y,w as b}from"./index-B4NBmOPv.js";import{n as x}from"./limit-figures-l5zphwip.js";function S(e){return b(`eastern`,{when:n(e,t.state.current)})}function C(e){return Date.parse(e.modifiable_from)<Date.parse(e.week_ends_at)}function w(e,t){let n=e.filter(e=>e.stake_max.currency===t).map(e=>e.stake_max.amount);return n.length===0?null:{amount:Math.max(...n),currency:t}}var T=d({items:s(d({stakes:s(d({stake_max:h}))}))}),E=class extends _{static properties={error:{state:!0},done:{state:!0},highest:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.highest=null,this.watch(u)}open(){this.error=null,this.done=``,super.open(),v(this,async()=>{await p(`betLimit`,`me`);let e=(await m.call({path:`/games`,read:T})).items.flatMap(e=>e.stakes);this.highest=w(e,u.state.wallet?.cash.currency??``)})}heading(){return b(`bet-limit`)}content(){let t=u.state.betLimit;return o`<p>${b(`bet-limit.text`)}</p>
      ${t===null?e:this.#t(t)}
      ${t===null||t.loosening===null?e:this.#n(t.loosening)}
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:o`<p class="problem ok small">${this.done}</p>`}</div>
      ${u.state.me?.has_pin===!1?o`<p class="problem info small">
              ${b(`pin.none`)} <a href="#/account/security" @click=${()=>this.close()}>${b(`pin.set`)}</a>
            </p>`:e}
      <form-box
        name="bet-limit"
        .fields=${this.#e()}
        button=${b(`ok`)}
        .send=${e=>this.#r(e)}
        .rest=${o`<button class="btn" type="button" @click=${()=>this.close()}>${b(`close`)}</button>`}
      ></form-box>`}#e(){let e=this.highest;return[{name:`maximum`,label:b(`new-amount`,{currency:u.state.wallet?.cash.currency??``}),kind:`money`,hint:e===null?b(`bet-limit.hint.plain`):b(`bet-limit.hint`,{maximum:a(e)}),optional:`unmarked`},{name:`pin`,label:b(`pin`),kind:`pin`}]}#t(e){let t=C(e);return o`<dl class="pairs">
      <dt>${b(`in-force`)}</dt>
      <dd><strong>${D(e.maximum)}</strong></dd>
      ${t?o`<dt>${b(`change-now`)}</dt>
              <dd>${b(`yes`)}</dd>
              <dt>${b(`change-next`)}</dt>
              <dd>${O(e.week_ends_at)}</dd>`:o`<dt>${b(`change-from`)}</dt>
              <dd>${O(e.modifiable_from)}</dd>`}
    </dl>`}#n(t){let n=D(t.maximum),r={from:S(t.confirmable_from),until:S(t.expires_at)};return o`<div class="problem info small stack1">
      <strong>${b(`waits.heading`,{value:n})}</strong>
      <p>${b(`waits`,r)}</p>
      ${x(t,l())?o`<form-box
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
    </div>`}async#r(e){let t=u.state.wallet?.cash.currency??``,n=g(e,`maximum`).trim()===``?null:y(e,`maximum`,t,b(`not-an-amount`));this.done=``;let r={maximum:n,pin:g(e,`pin`)},i=await m.call({method:`PUT`,path:`/me/bet-limit`,body:r,read:f});if(u.set({betLimit:i}),await p(`limits`),i.loosening===null)return b(`bet-limit.changed`,{value:D(i.maximum)});let a=S(i.loosening.confirmable_from);return b(`bet-limit.asked`,{value:D(n),from:a,present:D(i.maximum)})}async#i(e){let t=await m.call({method:`POST`,path:`/me/bet-limit/loosening/confirmation`,body:{pin:g(e,`pin`)},read:f});u.set({betLimit:t}),this.done=b(`bet-limit.changed`,{value:D(t.maximum)}),await p(`limits`)}#a=()=>v(this,async()=>{await m.call({method:`DELETE`,path:`/me/bet-limit/loosening`,read:c}),this.done=b(`taken-back`),await p(`betLimit`,`limits`)})};function D(e){return e===null?b(`no-own`):a(e)}function O(t){let n=i(t,r),a=i(t);return o`${S(t)}
  ${n===a?e:o`<br /><span class="quiet">${b(`here`,{when:a})}</span>`}`}customElements.define(`bet-limit-window`,E);