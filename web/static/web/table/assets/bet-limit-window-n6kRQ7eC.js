import{_ as e,d as t,g as n,h as r,l as i,m as a,s as o,v as s}from"./plain-element-UDqab7FQ.js";import{C as c,T as l,a as u,c as d,k as f,m as p,o as m,t as h,w as g}from"./session-CetcAK7c.js";import{E as _,F as v,L as y,P as b,j as x}from"./index-xwzWOZEF.js";import{n as S}from"./limit-figures-l5zphwip.js";import{i as C,n as w,r as T}from"./loosening-BVsomf8s.js";function E(e){return _(`eastern`,{when:n(e,i.state.current)})}function D(e){return Date.parse(e.modifiable_from)<Date.parse(e.week_ends_at)}function O(e,t){let n=e.filter(e=>e.stake_max.currency===t).map(e=>e.stake_max.amount);return n.length===0?null:{amount:Math.max(...n),currency:t}}var k=f({items:c(f({stakes:c(f({stake_max:g}))}))}),A=class extends x{static properties={error:{state:!0},done:{state:!0},highest:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.highest=null,this.watch(d)}open(){this.error=null,this.done=``,super.open(),y(this,async()=>{await m(`betLimit`,`me`);let e=(await h.call({path:`/games`,read:k})).items.flatMap(e=>e.stakes);this.highest=O(e,d.state.wallet?.cash.currency??``)})}heading(){return _(`bet-limit`)}content(){let t=d.state.betLimit;return s`<p>${_(`bet-limit.text`)}</p>
      ${t===null?e:this.#t(t)}
      ${t===null||t.loosening===null?e:this.#n(t.loosening)}
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:s`<p class="problem ok small">${this.done}</p>`}</div>
      ${d.state.me?.has_pin===!1?s`<p class="problem info small">
              ${_(`pin.none`)} <a href="#/account/security" @click=${()=>this.close()}>${_(`pin.set`)}</a>
            </p>`:e}
      <form-box
        name="bet-limit"
        .fields=${this.#e()}
        button=${_(`ok`)}
        .send=${e=>this.#r(e)}
        .rest=${s`<button class="btn" type="button" @click=${()=>this.close()}>${_(`close`)}</button>`}
      ></form-box>`}#e(){let e=this.highest;return[{name:`maximum`,label:_(`new-amount`,{currency:d.state.wallet?.cash.currency??``}),kind:`money`,hint:e===null?_(`bet-limit.hint.plain`):_(`bet-limit.hint`,{maximum:t(e)}),optional:`unmarked`},{name:`pin`,label:_(`pin`),kind:`pin`}]}#t(e){let t=D(e);return s`<dl class="pairs">
      <dt>${_(`in-force`)}</dt>
      <dd><strong>${j(e.maximum)}</strong></dd>
      ${t?s`<dt>${_(`change-now`)}</dt>
              <dd>${_(`yes`)}</dd>
              <dt>${_(`change-next`)}</dt>
              <dd>${M(e.week_ends_at)}</dd>`:s`<dt>${_(`change-from`)}</dt>
              <dd>${M(e.modifiable_from)}</dd>`}
    </dl>`}#n(t){let n=j(t.maximum),r={from:E(t.confirmable_from),until:E(t.expires_at)};return s`<div class="problem info small stack1">
      <strong>${_(`waits.heading`,{value:n})}</strong>
      <p>${_(`waits`,r)}</p>
      ${S(t,u())?s`<form-box
              name="bet-limit-confirmation"
              .fields=${[{name:`pin`,label:_(`pin`),kind:`pin`}]}
              button=${_(`confirm`,{value:n})}
              .send=${e=>this.#i(e)}
            ></form-box>`:e}
      <button
        class="btn low"
        type="button"
        aria-label=${_(`take-back.label`,{name:_(`stake_max`)})}
        @click=${this.#a}
      >
        ${_(`take-back`)}
      </button>
    </div>`}async#r(e){let t=d.state.wallet?.cash.currency??``,n=_(`not-an-amount`,{example:o(t)}),r=v(e,`maximum`).trim()===``?null:b(e,`maximum`,t,n);this.done=``;let i={maximum:r,pin:v(e,`pin`)},a=C(w(`stake_max`,r)),s=await h.call({method:`PUT`,path:`/me/bet-limit`,body:i,read:p,sign:a});if(d.set({betLimit:s}),await m(`limits`),s.loosening===null)return _(`bet-limit.changed`,{value:j(s.maximum)});let c=E(s.loosening.confirmable_from);return _(`bet-limit.asked`,{value:j(r),from:c,present:j(s.maximum)})}async#i(e){let t={pin:v(e,`pin`)},n=C(T(`stake_max`)),r=await h.call({method:`POST`,path:`/me/bet-limit/loosening/confirmation`,body:t,read:p,sign:n});d.set({betLimit:r}),this.done=_(`bet-limit.changed`,{value:j(r.maximum)}),await m(`limits`)}#a=()=>y(this,async()=>{await h.call({method:`DELETE`,path:`/me/bet-limit/loosening`,read:l}),this.done=_(`taken-back`),await m(`betLimit`,`limits`)})};function j(e){return e===null?_(`no-own`):t(e)}function M(t){let n=a(t,r),i=a(t);return s`${E(t)}
  ${n===i?e:s`<br /><span class="quiet">${_(`here`,{when:i})}</span>`}`}customElements.define(`bet-limit-window`,A);