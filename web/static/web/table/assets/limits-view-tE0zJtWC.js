import{_ as e,f as t,g as n,o as r,t as i,u as a}from"./plain-element-CzNnNSV1.js";import{T as o,a as s,c,h as l,o as u,t as d}from"./session-oeUAqAAD.js";import{M as f,P as p,T as m,j as h,k as g,w as _}from"./index-C1R20B-R.js";import{a as v,i as y,n as b,o as x,r as S,s as C,t as w}from"./limit-figures-l5zphwip.js";function T(e,t){if(t===null)return _(e===`reality_check`?`by-law`:`none`);if(!(`seconds`in t))return a(t);let n=r(t.seconds);return e===`reality_check`?_(`every`,{duration:n}):n}var E=class extends i{static properties={limit:{attribute:!1},error:{state:!0},done:{state:!0}};constructor(){super(),this.limit=null,this.error=null,this.done=``}render(){let{limit:t}=this;if(t===null)return n;let r=y(t);return e`<div class="limit">
      <h3 class="row between"><span>${_(t.name)}</span><span>${this.#e(t)}</span></h3>
      ${r===null?n:this.#t(r)}
      <p class="small quiet">${this.#n(t)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?n:e`<p class="problem ok small">${this.done}</p>`}</div>
      ${t.name===`stake_max`?e`<div>
              <button class="btn low" type="button" @click=${()=>m(`bet-limit-window`)}>
                ${_(`bet-limit`)}
              </button>
            </div>`:e`${t.loosening===null?n:this.#r(t,t.loosening)} ${this.#i(t)}`}
    </div>`}#e(e){let t=C(e),n=T(e.name,e.binding_value);return t===null?n:e.binding_value===null?_(`used-only`,{used:a(t)}):_(`of-limit`,{used:a(t),limit:n})}#t(t){return e`<meter min="0" max="100" .value=${t} aria-label=${_(`percent-used`,{percent:t})}></meter>`}#n(e){let n=x(e),r=T(e.name,e.player_value),i=T(e.name,e.operator_value),{window:o}=e;return[e.name===`stake_max`?_(`stake-max.text`):``,e.name===`reality_check`?_(`check.text`):``,n===`both`?_(`by-both`,{own:r,operator:i}):_(`by-${n}`),o?.remaining?_(`left`,{remaining:a(o.remaining)}):``,o===null?``:o.ends_at===null?_(`period-rolls`):_(`period-ends`,{when:t(o.ends_at)})].filter(e=>e!==``).join(` `)}#r(r,i){let a=T(r.name,i.value),o={from:t(i.confirmable_from),until:t(i.expires_at)},c=_(r.name);return e`<div class="problem info small stack1">
      <strong>${_(`waits.heading`,{value:a})}</strong>
      <p>${_(`waits`,o)}</p>
      ${b(i,s())?e`<form-box
              name="confirm-${r.name}"
              .fields=${[{name:`pin`,label:_(`pin`),kind:`pin`}]}
              button=${_(`confirm`,{value:a})}
              .send=${e=>this.#o(r,e)}
            ></form-box>`:n}
      <button
        class="btn low"
        type="button"
        aria-label=${_(`take-back.label`,{name:c})}
        @click=${()=>this.#s(r)}
      >
        ${_(`take-back`)}
      </button>
    </div>`}#i(t){let n=S(t.name),r=D(),i=[{name:`value`,label:n?_(`new-minutes`):_(`new-amount`,{currency:r}),kind:n?`number`:`money`,hint:_(`new.hint`),optional:`unmarked`},{name:`pin`,label:_(`pin`),kind:`pin`}];return e`<details>
      <summary aria-label=${_(`change.label`,{name:_(t.name)})}>${_(`change`)}</summary>
      <form-box
        name=${t.name}
        .fields=${i}
        button=${_(`set`)}
        .send=${e=>this.#a(t,e)}
      ></form-box>
    </details>`}async#a(e,n){let r=O(e,n),i={value:r,pin:f(n,`pin`)},a=await d.call({method:`PUT`,path:`/me/limits/${e.name}`,body:i,read:l});await u(`limits`);let o=T(e.name,r);return a.loosening===null||!v(a.loosening.value,r)?_(`set.now`,{value:o}):_(`set.later`,{value:o,from:t(a.loosening.confirmable_from)})}async#o(e,t){let n=`/me/limits/${e.name}/loosening/confirmation`,r={pin:f(t,`pin`)},i=await d.call({method:`POST`,path:n,body:r,read:l});this.done=_(`confirmed`,{value:T(e.name,i.player_value)}),await u(`limits`)}#s(e){return p(this,async()=>{await d.call({method:`DELETE`,path:`/me/limits/${e.name}/loosening`,read:o}),this.done=_(`taken-back`),await u(`limits`)})}};function D(){return c.state.wallet?.cash.currency??``}function O(e,t){let n=f(t,`value`).normalize(`NFKC`).trim();if(n===``)return null;if(!S(e.name))return h(t,`value`,D(),_(`not-an-amount`));if(!/^\d+$/.test(n))throw new g(`value`,_(`not-minutes`));return{seconds:Number(n)*60}}customElements.define(`limit-row`,E);var k=class extends i{constructor(){super(),this.watch(c)}render(){let{me:t}=c.state;return e`<div class="stack">
      <h1>${_(`limits`)}</h1>
      <p>${_(`limits.text`)}</p>
      ${t?.has_pin===!1?e`<p class="problem info small">
              ${_(`pin.none`)} <a href="#/account/security">${_(`pin.set`)}</a>
            </p>`:n}
      ${w.map(([e,t])=>this.#e(e,t))}
      <div class="row">
        <button class="btn" type="button" @click=${()=>m(`break-window`)}>${_(`break`)}</button>
        <a class="btn" href="#/away">${_(`away`)}</a>
      </div>
    </div>`}#e(t,r){let{limits:i}=c.state;return e`<section class="box" aria-labelledby="limits-${t}">
      <h2 id="limits-${t}">${_(t)}</h2>
      ${r.map(t=>{let r=i?.find(e=>e.name===t);return r===void 0?n:e`<limit-row .limit=${r}></limit-row>`})}
    </section>`}};customElements.define(`limits-view`,k);