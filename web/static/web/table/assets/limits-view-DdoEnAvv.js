import{_ as e,d as t,o as n,p as r,t as i,u as a,v as o}from"./plain-element-ux9t2jM3.js";import{T as s,a as c,c as l,h as u,o as d,t as f}from"./session-DHDc5PWH.js";import{M as p,P as m,T as h,j as g,k as _,w as v}from"./index-B4NBmOPv.js";import{a as y,i as b,n as x,o as S,r as C,s as w,t as T}from"./limit-figures-l5zphwip.js";function E(e,t){if(t===null)return v(e===`reality_check`?`by-law`:`none`);if(!(`seconds`in t))return a(t);let r=n(t.seconds);return e===`reality_check`?v(`every`,{duration:r}):r}var D=class extends i{static properties={limit:{attribute:!1},error:{state:!0},done:{state:!0}};constructor(){super(),this.limit=null,this.error=null,this.done=``}render(){let{limit:t}=this;if(t===null)return e;let n=b(t);return o`<div class="limit">
      <h3 class="row between"><span>${v(t.name)}</span><span>${this.#e(t)}</span></h3>
      ${n===null?e:this.#t(n)}
      <p class="small quiet">${this.#n(t)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:o`<p class="problem ok small">${this.done}</p>`}</div>
      ${t.name===`stake_max`?o`<div>
              <button class="btn low" type="button" @click=${()=>h(`bet-limit-window`)}>
                ${v(`bet-limit`)}
              </button>
            </div>`:o`${t.loosening===null?e:this.#r(t,t.loosening)} ${this.#i(t)}`}
    </div>`}#e(e){let t=w(e),n=E(e.name,e.binding_value);return t===null?n:e.binding_value===null?v(`used-only`,{used:a(t)}):v(`of-limit`,{used:a(t),limit:n})}#t(e){return o`<meter min="0" max="100" .value=${e} aria-label=${v(`percent-used`,{percent:e})}></meter>`}#n(e){let n=S(e),i=E(e.name,e.player_value),o=E(e.name,e.operator_value),{window:s}=e;return t([e.name===`stake_max`?v(`stake-max.text`):``,e.name===`reality_check`?v(`check.text`):``,n===`both`?v(`by-both`,{own:i,operator:o}):v(`by-${n}`),s?.remaining?v(`left`,{remaining:a(s.remaining)}):``,s===null?``:s.ends_at===null?v(`period-rolls`):v(`period-ends`,{when:r(s.ends_at)})])}#r(t,n){let i=E(t.name,n.value),a={from:r(n.confirmable_from),until:r(n.expires_at)},s=v(t.name);return o`<div class="problem info small stack1">
      <strong>${v(`waits.heading`,{value:i})}</strong>
      <p>${v(`waits`,a)}</p>
      ${x(n,c())?o`<form-box
              name="confirm-${t.name}"
              .fields=${[{name:`pin`,label:v(`pin`),kind:`pin`}]}
              button=${v(`confirm`,{value:i})}
              .send=${e=>this.#o(t,e)}
            ></form-box>`:e}
      <button
        class="btn low"
        type="button"
        aria-label=${v(`take-back.label`,{name:s})}
        @click=${()=>this.#s(t)}
      >
        ${v(`take-back`)}
      </button>
    </div>`}#i(e){let t=C(e.name),n=O(),r=[{name:`value`,label:t?v(`new-minutes`):v(`new-amount`,{currency:n}),kind:t?`number`:`money`,hint:v(`new.hint`),optional:`unmarked`},{name:`pin`,label:v(`pin`),kind:`pin`}];return o`<details>
      <summary aria-label=${v(`change.label`,{name:v(e.name)})}>${v(`change`)}</summary>
      <form-box
        name=${e.name}
        .fields=${r}
        button=${v(`set`)}
        .send=${t=>this.#a(e,t)}
      ></form-box>
    </details>`}async#a(e,t){let n=k(e,t),i={value:n,pin:p(t,`pin`)},a=await f.call({method:`PUT`,path:`/me/limits/${e.name}`,body:i,read:u});await d(`limits`);let o=E(e.name,n);return a.loosening===null||!y(a.loosening.value,n)?v(`set.now`,{value:o}):v(`set.later`,{value:o,from:r(a.loosening.confirmable_from)})}async#o(e,t){let n=`/me/limits/${e.name}/loosening/confirmation`,r={pin:p(t,`pin`)},i=await f.call({method:`POST`,path:n,body:r,read:u});this.done=v(`confirmed`,{value:E(e.name,i.player_value)}),await d(`limits`)}#s(e){return m(this,async()=>{await f.call({method:`DELETE`,path:`/me/limits/${e.name}/loosening`,read:s}),this.done=v(`taken-back`),await d(`limits`)})}};function O(){return l.state.wallet?.cash.currency??``}function k(e,t){let n=p(t,`value`).normalize(`NFKC`).trim();if(n===``)return null;if(!C(e.name))return g(t,`value`,O(),v(`not-an-amount`));if(!/^\d+$/.test(n))throw new _(`value`,v(`not-minutes`));return{seconds:Number(n)*60}}customElements.define(`limit-row`,D);var A=class extends i{constructor(){super(),this.watch(l)}render(){let{me:t}=l.state;return o`<div class="stack">
      <h1>${v(`limits`)}</h1>
      <p>${v(`limits.text`)}</p>
      ${t?.has_pin===!1?o`<p class="problem info small">
              ${v(`pin.none`)} <a href="#/account/security">${v(`pin.set`)}</a>
            </p>`:e}
      ${T.map(([e,t])=>this.#e(e,t))}
      <div class="row">
        <button class="btn" type="button" @click=${()=>h(`break-window`)}>${v(`break`)}</button>
        <a class="btn" href="#/away">${v(`away`)}</a>
      </div>
    </div>`}#e(t,n){let{limits:r}=l.state;return o`<section class="box" aria-labelledby="limits-${t}">
      <h2 id="limits-${t}">${v(t)}</h2>
      ${n.map(t=>{let n=r?.find(e=>e.name===t);return n===void 0?e:o`<limit-row .limit=${n}></limit-row>`})}
    </section>`}};customElements.define(`limits-view`,A);