import{_ as e,d as t,g as n,o as r,p as i,s as a,t as o}from"./plain-element-DIlNZIg7.js";import{T as s,a as c,c as l,h as u,o as d,t as f}from"./session-DciDuRH3.js";import{A as p,E as m,F as h,M as g,N as _,T as v}from"./index-BKaFe8uI.js";import{a as y,i as b,n as x,o as S,r as C,s as w,t as T}from"./limit-figures-l5zphwip.js";function E(e,n){if(n===null)return v(e===`reality_check`?`by-law`:`none`);if(!(`seconds`in n))return t(n);let i=r(n.seconds);return e===`reality_check`?v(`every`,{duration:i}):i}var D=class extends o{static properties={limit:{attribute:!1},error:{state:!0},done:{state:!0}};constructor(){super(),this.limit=null,this.error=null,this.done=``}render(){let{limit:t}=this;if(t===null)return n;let r=b(t);return e`<div class="limit">
      <h3 class="row between"><span>${v(t.name)}</span><span>${this.#e(t)}</span></h3>
      ${r===null?n:this.#t(r)}
      <p class="small quiet">${this.#n(t)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?n:e`<p class="problem ok small">${this.done}</p>`}</div>
      ${t.name===`stake_max`?e`<div>
              <button class="btn low" type="button" @click=${()=>m(`bet-limit-window`)}>
                ${v(`bet-limit`)}
              </button>
            </div>`:e`${t.loosening===null?n:this.#r(t,t.loosening)} ${this.#i(t)}`}
    </div>`}#e(e){let n=w(e),r=E(e.name,e.binding_value);return n===null?r:e.binding_value===null?v(`used-only`,{used:t(n)}):v(`of-limit`,{used:t(n),limit:r})}#t(t){return e`<meter min="0" max="100" .value=${t} aria-label=${v(`percent-used`,{percent:t})}></meter>`}#n(e){let n=S(e),r=E(e.name,e.player_value),a=E(e.name,e.operator_value),{window:o}=e;return[e.name===`stake_max`?v(`stake-max.text`):``,e.name===`reality_check`?v(`check.text`):``,n===`both`?v(`by-both`,{own:r,operator:a}):v(`by-${n}`),o?.remaining?v(`left`,{remaining:t(o.remaining)}):``,o===null?``:o.ends_at===null?v(`period-rolls`):v(`period-ends`,{when:i(o.ends_at)})].filter(e=>e!==``).join(` `)}#r(t,r){let a=E(t.name,r.value),o={from:i(r.confirmable_from),until:i(r.expires_at)},s=v(t.name);return e`<div class="problem info small stack1">
      <strong>${v(`waits.heading`,{value:a})}</strong>
      <p>${v(`waits`,o)}</p>
      ${x(r,c())?e`<form-box
              name="confirm-${t.name}"
              .fields=${[{name:`pin`,label:v(`pin`),kind:`pin`}]}
              button=${v(`confirm`,{value:a})}
              .send=${e=>this.#o(t,e)}
            ></form-box>`:n}
      <button
        class="btn low"
        type="button"
        aria-label=${v(`take-back.label`,{name:s})}
        @click=${()=>this.#s(t)}
      >
        ${v(`take-back`)}
      </button>
    </div>`}#i(t){let n=C(t.name),r=O(),i=[{name:`value`,label:n?v(`new-minutes`):v(`new-amount`,{currency:r}),kind:n?`number`:`money`,hint:v(`new.hint`),optional:`unmarked`},{name:`pin`,label:v(`pin`),kind:`pin`}];return e`<details>
      <summary aria-label=${v(`change.label`,{name:v(t.name)})}>${v(`change`)}</summary>
      <form-box
        name=${t.name}
        .fields=${i}
        button=${v(`set`)}
        .send=${e=>this.#a(t,e)}
      ></form-box>
    </details>`}async#a(e,t){let n=k(e,t),r={value:n,pin:_(t,`pin`)},a=await f.call({method:`PUT`,path:`/me/limits/${e.name}`,body:r,read:u});await d(`limits`);let o=E(e.name,n);return a.loosening===null||!y(a.loosening.value,n)?v(`set.now`,{value:o}):v(`set.later`,{value:o,from:i(a.loosening.confirmable_from)})}async#o(e,t){let n=`/me/limits/${e.name}/loosening/confirmation`,r={pin:_(t,`pin`)},i=await f.call({method:`POST`,path:n,body:r,read:u});this.done=v(`confirmed`,{value:E(e.name,i.player_value)}),await d(`limits`)}#s(e){return h(this,async()=>{await f.call({method:`DELETE`,path:`/me/limits/${e.name}/loosening`,read:s}),this.done=v(`taken-back`),await d(`limits`)})}};function O(){return l.state.wallet?.cash.currency??``}function k(e,t){let n=_(t,`value`).normalize(`NFKC`).trim();if(n===``)return null;if(!C(e.name)){let e=O();return g(t,`value`,e,v(`not-an-amount`,{example:a(e)}))}if(!/^\d+$/.test(n))throw new p(`value`,v(`not-minutes`));return{seconds:Number(n)*60}}customElements.define(`limit-row`,D);var A=class extends o{constructor(){super(),this.watch(l)}render(){let{me:t}=l.state;return e`<div class="stack">
      <h1>${v(`limits`)}</h1>
      <p>${v(`limits.text`)}</p>
      ${t?.has_pin===!1?e`<p class="problem info small">
              ${v(`pin.none`)} <a href="#/account/security">${v(`pin.set`)}</a>
            </p>`:n}
      ${T.map(([e,t])=>this.#e(e,t))}
      <div class="row">
        <button class="btn" type="button" @click=${()=>m(`break-window`)}>${v(`break`)}</button>
        <a class="btn" href="#/away">${v(`away`)}</a>
      </div>
    </div>`}#e(t,r){let{limits:i}=l.state;return e`<section class="box" aria-labelledby="limits-${t}">
      <h2 id="limits-${t}">${v(t)}</h2>
      ${r.map(t=>{let r=i?.find(e=>e.name===t);return r===void 0?n:e`<limit-row .limit=${r}></limit-row>`})}
    </section>`}};customElements.define(`limits-view`,A);