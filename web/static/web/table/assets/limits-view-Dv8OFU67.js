import{_ as e,d as t,f as n,m as r,o as i,s as a,t as o,y as s}from"./plain-element-DXa2qk9R.js";import{T as c,a as l,c as u,h as d,o as f,t as p}from"./session-C_5GV08U.js";import{F as m,G as h,H as g,P as _,W as v,q as y}from"./index-De-aLKpK.js";import{a as b,i as x,n as S,o as C,r as w,s as T,t as E}from"./limit-figures-l5zphwip.js";import{i as D,n as O,r as k}from"./loosening-DgvEck05.js";function A(e,n){if(n===null)return _(e===`reality_check`?`by-law`:`none`);if(!(`seconds`in n))return t(n);let r=i(n.seconds);return e===`reality_check`?_(`every`,{duration:r}):r}var j=class extends o{static properties={limit:{attribute:!1},error:{state:!0},done:{state:!0}};constructor(){super(),this.limit=null,this.error=null,this.done=``}render(){let{limit:t}=this;if(t===null)return e;let n=x(t);return s`<div class="limit">
      <h3 class="row between"><span>${_(t.name)}</span><span>${this.#e(t)}</span></h3>
      ${n===null?e:this.#t(n)}
      <p class="small quiet">${this.#n(t)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:s`<p class="problem ok small">${this.done}</p>`}</div>
      ${t.name===`stake_max`?s`<div>
              <button class="btn low" type="button" @click=${()=>m(`bet-limit-window`)}>
                ${_(`bet-limit`)}
              </button>
            </div>`:s`${t.loosening===null?e:this.#r(t,t.loosening)} ${this.#i(t)}`}
    </div>`}#e(e){let n=T(e),r=A(e.name,e.binding_value);return n===null?r:e.binding_value===null?_(`used-only`,{used:t(n)}):_(`of-limit`,{used:t(n),limit:r})}#t(e){return s`<meter min="0" max="100" .value=${e} aria-label=${_(`percent-used`,{percent:e})}></meter>`}#n(e){let i=C(e),a=A(e.name,e.player_value),o=A(e.name,e.operator_value),{window:s}=e;return n([e.name===`stake_max`?_(`stake-max.text`):``,e.name===`reality_check`?_(`check.text`):``,i===`both`?_(`by-both`,{own:a,operator:o}):_(`by-${i}`),s?.remaining?_(`left`,{remaining:t(s.remaining)}):``,s===null?``:s.ends_at===null?_(`period-rolls`):_(`period-ends`,{when:r(s.ends_at)})])}#r(t,n){let i=A(t.name,n.value),a={from:r(n.confirmable_from),until:r(n.expires_at)},o=_(t.name);return s`<div class="problem info small stack1">
      <strong>${_(`waits.heading`,{value:i})}</strong>
      <p>${_(`waits`,a)}</p>
      ${S(n,l())?s`<form-box
              name="confirm-${t.name}"
              .fields=${[{name:`pin`,label:_(`pin`),kind:`pin`}]}
              button=${_(`confirm`,{value:i})}
              .send=${e=>this.#o(t,e)}
            ></form-box>`:e}
      <button
        class="btn low"
        type="button"
        aria-label=${_(`take-back.label`,{name:o})}
        @click=${()=>this.#s(t)}
      >
        ${_(`take-back`)}
      </button>
    </div>`}#i(e){let t=w(e.name),n=M(),r=[{name:`value`,label:t?_(`new-minutes`):_(`new-amount`,{currency:n}),kind:t?`number`:`money`,hint:_(`new.hint`),optional:`unmarked`},{name:`pin`,label:_(`pin`),kind:`pin`}];return s`<details>
      <summary aria-label=${_(`change.label`,{name:_(e.name)})}>${_(`change`)}</summary>
      <form-box
        name=${e.name}
        .fields=${r}
        button=${_(`set`)}
        .send=${t=>this.#a(e,t)}
      ></form-box>
    </details>`}async#a(e,t){let n=N(e,t),i={value:n,pin:h(t,`pin`)},a=D(O(e.name,n)),o=await p.call({method:`PUT`,path:`/me/limits/${e.name}`,body:i,read:d,sign:a});await f(`limits`);let s=A(e.name,n);return o.loosening===null||!b(o.loosening.value,n)?_(`set.now`,{value:s}):_(`set.later`,{value:s,from:r(o.loosening.confirmable_from)})}async#o(e,t){let n=`/me/limits/${e.name}/loosening/confirmation`,r={pin:h(t,`pin`)},i=D(k(e.name)),a=await p.call({method:`POST`,path:n,body:r,read:d,sign:i});this.done=_(`confirmed`,{value:A(e.name,a.player_value)}),await f(`limits`)}#s(e){return y(this,async()=>{await p.call({method:`DELETE`,path:`/me/limits/${e.name}/loosening`,read:c}),this.done=_(`taken-back`),await f(`limits`)})}};function M(){return u.state.wallet?.cash.currency??``}function N(e,t){let n=h(t,`value`).normalize(`NFKC`).trim();if(n===``)return null;if(!w(e.name)){let e=M();return v(t,`value`,e,_(`not-an-amount`,{example:a(e)}))}if(!/^\d+$/.test(n))throw new g(`value`,_(`not-minutes`));return{seconds:Number(n)*60}}customElements.define(`limit-row`,j);var P=class extends o{constructor(){super(),this.watch(u)}render(){let{me:t}=u.state;return s`<div class="stack">
      <h1>${_(`limits`)}</h1>
      <p>${_(`limits.text`)}</p>
      ${t?.has_pin===!1?s`<p class="problem info small">
              ${_(`pin.none`)} <a href="#/account/security">${_(`pin.set`)}</a>
            </p>`:e}
      ${E.map(([e,t])=>this.#e(e,t))}
      <div class="row">
        <button class="btn" type="button" @click=${()=>m(`break-window`)}>${_(`break`)}</button>
        <a class="btn" href="#/away">${_(`away`)}</a>
      </div>
    </div>`}#e(t,n){let{limits:r}=u.state;return s`<section class="box" aria-labelledby="limits-${t}">
      <h2 id="limits-${t}">${_(t)}</h2>
      ${n.map(t=>{let n=r?.find(e=>e.name===t);return n===void 0?e:s`<limit-row .limit=${n}></limit-row>`})}
    </section>`}};customElements.define(`limits-view`,P);