import{_ as e,d as t,g as n,h as r,l as i,m as a,s as o,y as s}from"./plain-element-DXa2qk9R.js";import{C as c,T as l,a as u,c as d,k as f,m as p,o as m,t as h,w as g}from"./session-CetcAK7c.js";import{G as _,H as v,P as y,U as b,z as x}from"./index-CQXGKG32.js";import{n as S}from"./limit-figures-l5zphwip.js";import{i as C,n as w,r as T}from"./loosening-Ddumvx4z.js";function E(e){return y(`eastern`,{when:n(e,i.state.current)})}function D(e){return Date.parse(e.modifiable_from)<Date.parse(e.week_ends_at)}function O(e,t){let n=e.filter(e=>e.stake_max.currency===t).map(e=>e.stake_max.amount);return n.length===0?null:{amount:Math.max(...n),currency:t}}var k=f({items:c(f({stakes:c(f({stake_max:g}))}))}),A=class extends x{static properties={error:{state:!0},done:{state:!0},highest:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.highest=null,this.watch(d)}open(){this.error=null,this.done=``,super.open(),_(this,async()=>{await m(`betLimit`,`me`);let e=(await h.call({path:`/games`,read:k})).items.flatMap(e=>e.stakes);this.highest=O(e,d.state.wallet?.cash.currency??``)})}heading(){return y(`bet-limit`)}content(){let t=d.state.betLimit;return s`<p>${y(`bet-limit.text`)}</p>
      ${t===null?e:this.#t(t)}
      ${t===null||t.loosening===null?e:this.#n(t.loosening)}
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:s`<p class="problem ok small">${this.done}</p>`}</div>
      ${d.state.me?.has_pin===!1?s`<p class="problem info small">
              ${y(`pin.none`)} <a href="#/account/security" @click=${()=>this.close()}>${y(`pin.set`)}</a>
            </p>`:e}
      <form-box
        name="bet-limit"
        .fields=${this.#e()}
        button=${y(`ok`)}
        .send=${e=>this.#r(e)}
        .rest=${s`<button class="btn" type="button" @click=${()=>this.close()}>${y(`close`)}</button>`}
      ></form-box>`}#e(){let e=this.highest;return[{name:`maximum`,label:y(`new-amount`,{currency:d.state.wallet?.cash.currency??``}),kind:`money`,hint:e===null?y(`bet-limit.hint.plain`):y(`bet-limit.hint`,{maximum:t(e)}),optional:`unmarked`},{name:`pin`,label:y(`pin`),kind:`pin`}]}#t(e){let t=D(e);return s`<dl class="pairs">
      <dt>${y(`in-force`)}</dt>
      <dd><strong>${j(e.maximum)}</strong></dd>
      ${t?s`<dt>${y(`change-now`)}</dt>
              <dd>${y(`yes`)}</dd>
              <dt>${y(`change-next`)}</dt>
              <dd>${M(e.week_ends_at)}</dd>`:s`<dt>${y(`change-from`)}</dt>
              <dd>${M(e.modifiable_from)}</dd>`}
    </dl>`}#n(t){let n=j(t.maximum),r={from:E(t.confirmable_from),until:E(t.expires_at)};return s`<div class="problem info small stack1">
      <strong>${y(`waits.heading`,{value:n})}</strong>
      <p>${y(`waits`,r)}</p>
      ${S(t,u())?s`<form-box
              name="bet-limit-confirmation"
              .fields=${[{name:`pin`,label:y(`pin`),kind:`pin`}]}
              button=${y(`confirm`,{value:n})}
              .send=${e=>this.#i(e)}
            ></form-box>`:e}
      <button
        class="btn low"
        type="button"
        aria-label=${y(`take-back.label`,{name:y(`stake_max`)})}
        @click=${this.#a}
      >
        ${y(`take-back`)}
      </button>
    </div>`}async#r(e){let t=d.state.wallet?.cash.currency??``,n=y(`not-an-amount`,{example:o(t)}),r=b(e,`maximum`).trim()===``?null:v(e,`maximum`,t,n);this.done=``;let i={maximum:r,pin:b(e,`pin`)},a=C(w(`stake_max`,r)),s=await h.call({method:`PUT`,path:`/me/bet-limit`,body:i,read:p,sign:a});if(d.set({betLimit:s}),await m(`limits`),s.loosening===null)return y(`bet-limit.changed`,{value:j(s.maximum)});let c=E(s.loosening.confirmable_from);return y(`bet-limit.asked`,{value:j(r),from:c,present:j(s.maximum)})}async#i(e){let t={pin:b(e,`pin`)},n=C(T(`stake_max`)),r=await h.call({method:`POST`,path:`/me/bet-limit/loosening/confirmation`,body:t,read:p,sign:n});d.set({betLimit:r}),this.done=y(`bet-limit.changed`,{value:j(r.maximum)}),await m(`limits`)}#a=()=>_(this,async()=>{await h.call({method:`DELETE`,path:`/me/bet-limit/loosening`,read:l}),this.done=y(`taken-back`),await m(`betLimit`,`limits`)})};function j(e){return e===null?y(`no-own`):t(e)}function M(t){let n=a(t,r),i=a(t);return s`${E(t)}
  ${n===i?e:s`<br /><span class="quiet">${y(`here`,{when:i})}</span>`}`}customElements.define(`bet-limit-window`,A);