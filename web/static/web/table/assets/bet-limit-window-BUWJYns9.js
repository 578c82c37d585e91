import{_ as e,d as t,g as n,h as r,l as i,m as a,s as o,y as s}from"./plain-element-DXa2qk9R.js";import{A as c,C as l,T as u,a as d,c as f,m as p,o as m,t as h,w as g}from"./session-C_5GV08U.js";import{G as _,P as v,V as y,W as b,q as x}from"./index-De-aLKpK.js";import{n as S}from"./limit-figures-l5zphwip.js";import{i as C,n as w,r as T}from"./loosening-DgvEck05.js";function E(e){return v(`eastern`,{when:n(e,i.state.current)})}function D(e){return Date.parse(e.modifiable_from)<Date.parse(e.week_ends_at)}function O(e,t){let n=e.filter(e=>e.stake_max.currency===t).map(e=>e.stake_max.amount);return n.length===0?null:{amount:Math.max(...n),currency:t}}var k=c({items:l(c({stakes:l(c({stake_max:g}))}))}),A=class extends y{static properties={error:{state:!0},done:{state:!0},highest:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.highest=null,this.watch(f)}open(){this.error=null,this.done=``,super.open(),x(this,async()=>{await m(`betLimit`,`me`);let e=(await h.call({path:`/games`,read:k})).items.flatMap(e=>e.stakes);this.highest=O(e,f.state.wallet?.cash.currency??``)})}heading(){return v(`bet-limit`)}content(){let t=f.state.betLimit;return s`<p>${v(`bet-limit.text`)}</p>
      ${t===null?e:this.#t(t)}
      ${t===null||t.loosening===null?e:this.#n(t.loosening)}
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:s`<p class="problem ok small">${this.done}</p>`}</div>
      ${f.state.me?.has_pin===!1?s`<p class="problem info small">
              ${v(`pin.none`)} <a href="#/account/security" @click=${()=>this.close()}>${v(`pin.set`)}</a>
            </p>`:e}
      <form-box
        name="bet-limit"
        .fields=${this.#e()}
        button=${v(`ok`)}
        .send=${e=>this.#r(e)}
        .rest=${s`<button class="btn" type="button" @click=${()=>this.close()}>${v(`close`)}</button>`}
      ></form-box>`}#e(){let e=this.highest;return[{name:`maximum`,label:v(`new-amount`,{currency:f.state.wallet?.cash.currency??``}),kind:`money`,hint:e===null?v(`bet-limit.hint.plain`):v(`bet-limit.hint`,{maximum:t(e)}),optional:`unmarked`},{name:`pin`,label:v(`pin`),kind:`pin`}]}#t(e){let t=D(e);return s`<dl class="pairs">
      <dt>${v(`in-force`)}</dt>
      <dd><strong>${j(e.maximum)}</strong></dd>
      ${t?s`<dt>${v(`change-now`)}</dt>
              <dd>${v(`yes`)}</dd>
              <dt>${v(`change-next`)}</dt>
              <dd>${M(e.week_ends_at)}</dd>`:s`<dt>${v(`change-from`)}</dt>
              <dd>${M(e.modifiable_from)}</dd>`}
    </dl>`}#n(t){let n=j(t.maximum),r={from:E(t.confirmable_from),until:E(t.expires_at)};return s`<div class="problem info small stack1">
      <strong>${v(`waits.heading`,{value:n})}</strong>
      <p>${v(`waits`,r)}</p>
      ${S(t,d())?s`<form-box
              name="bet-limit-confirmation"
              .fields=${[{name:`pin`,label:v(`pin`),kind:`pin`}]}
              button=${v(`confirm`,{value:n})}
              .send=${e=>this.#i(e)}
            ></form-box>`:e}
      <button
        class="btn low"
        type="button"
        aria-label=${v(`take-back.label`,{name:v(`stake_max`)})}
        @click=${this.#a}
      >
        ${v(`take-back`)}
      </button>
    </div>`}async#r(e){let t=f.state.wallet?.cash.currency??``,n=v(`not-an-amount`,{example:o(t)}),r=_(e,`maximum`).trim()===``?null:b(e,`maximum`,t,n);this.done=``;let i={maximum:r,pin:_(e,`pin`)},a=C(w(`stake_max`,r)),s=await h.call({method:`PUT`,path:`/me/bet-limit`,body:i,read:p,sign:a});if(f.set({betLimit:s}),await m(`limits`),s.loosening===null)return v(`bet-limit.changed`,{value:j(s.maximum)});let c=E(s.loosening.confirmable_from);return v(`bet-limit.asked`,{value:j(r),from:c,present:j(s.maximum)})}async#i(e){let t={pin:_(e,`pin`)},n=C(T(`stake_max`)),r=await h.call({method:`POST`,path:`/me/bet-limit/loosening/confirmation`,body:t,read:p,sign:n});f.set({betLimit:r}),this.done=v(`bet-limit.changed`,{value:j(r.maximum)}),await m(`limits`)}#a=()=>x(this,async()=>{await h.call({method:`DELETE`,path:`/me/bet-limit/loosening`,read:u}),this.done=v(`taken-back`),await m(`betLimit`,`limits`)})};function j(e){return e===null?v(`no-own`):t(e)}function M(t){let n=a(t,r),i=a(t);return s`${E(t)}
  ${n===i?e:s`<br /><span class="quiet">${v(`here`,{when:i})}</span>`}`}customElements.define(`bet-limit-window`,A);