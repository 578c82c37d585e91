import{_ as e,d as t,f as n,m as r,o as i,s as a,t as o,y as s}from"./plain-element-DXa2qk9R.js";import{T as c,a as l,c as u,h as d,o as f,t as p}from"./session-CetcAK7c.js";import{B as m,F as h,G as g,H as _,P as v,U as y}from"./index-CQXGKG32.js";import{a as b,i as x,n as S,o as C,r as w,s as T,t as E}from"./limit-figures-l5zphwip.js";import{i as D,n as O,r as k}from"./loosening-Ddumvx4z.js";function A(e,n){if(n===null)return v(e===`reality_check`?`by-law`:`none`);if(!(`seconds`in n))return t(n);let r=i(n.seconds);return e===`reality_check`?v(`every`,{duration:r}):r}var j=class extends o{static properties={limit:{attribute:!1},error:{state:!0},done:{state:!0}};constructor(){super(),this.limit=null,this.error=null,this.done=``}render(){let{limit:t}=this;if(t===null)return e;let n=x(t);return s`<div class="limit">
      <h3 class="row between"><span>${v(t.name)}</span><span>${this.#e(t)}</span></h3>
      ${n===null?e:this.#t(n)}
      <p class="small quiet">${this.#n(t)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:s`<p class="problem ok small">${this.done}</p>`}</div>
      ${t.name===`stake_max`?s`<div>
              <button class="btn low" type="button" @click=${()=>h(`bet-limit-window`)}>
                ${v(`bet-limit`)}
              </button>
            </div>`:s`${t.loosening===null?e:this.#r(t,t.loosening)} ${this.#i(t)}`}
    </div>`}#e(e){let n=T(e),r=A(e.name,e.binding_value);return n===null?r:e.binding_value===null?v(`used-only`,{used:t(n)}):v(`of-limit`,{used:t(n),limit:r})}#t(e){return s`<meter min="0" max="100" .value=${e} aria-label=${v(`percent-used`,{percent:e})}></meter>`}#n(e){let i=C(e),a=A(e.name,e.player_value),o=A(e.name,e.operator_value),{window:s}=e;return n([e.name===`stake_max`?v(`stake-max.text`):``,e.name===`reality_check`?v(`check.text`):``,i===`both`?v(`by-both`,{own:a,operator:o}):v(`by-${i}`),s?.remaining?v(`left`,{remaining:t(s.remaining)}):``,s===null?``:s.ends_at===null?v(`period-rolls`):v(`period-ends`,{when:r(s.ends_at)})])}#r(t,n){let i=A(t.name,n.value),a={from:r(n.confirmable_from),until:r(n.expires_at)},o=v(t.name);return s`<div class="problem info small stack1">
      <strong>${v(`waits.heading`,{value:i})}</strong>
      <p>${v(`waits`,a)}</p>
      ${S(n,l())?s`<form-box
              name="confirm-${t.name}"
              .fields=${[{name:`pin`,label:v(`pin`),kind:`pin`}]}
              button=${v(`confirm`,{value:i})}
              .send=${e=>this.#o(t,e)}
            ></form-box>`:e}
      <button
        class="btn low"
        type="button"
        aria-label=${v(`take-back.label`,{name:o})}
        @click=${()=>this.#s(t)}
      >
        ${v(`take-back`)}
      </button>
    </div>`}#i(e){let t=w(e.name),n=M(),r=[{name:`value`,label:t?v(`new-minutes`):v(`new-amount`,{currency:n}),kind:t?`number`:`money`,hint:v(`new.hint`),optional:`unmarked`},{name:`pin`,label:v(`pin`),kind:`pin`}];return s`<details>
      <summary aria-label=${v(`change.label`,{name:v(e.name)})}>${v(`change`)}</summary>
      <form-box
        name=${e.name}
        .fields=${r}
        button=${v(`set`)}
        .send=${t=>this.#a(e,t)}
      ></form-box>
    </details>`}async#a(e,t){let n=N(e,t),i={value:n,pin:y(t,`pin`)},a=D(O(e.name,n)),o=await p.call({method:`PUT`,path:`/me/limits/${e.name}`,body:i,read:d,sign:a});await f(`limits`);let s=A(e.name,n);return o.loosening===null||!b(o.loosening.value,n)?v(`set.now`,{value:s}):v(`set.later`,{value:s,from:r(o.loosening.confirmable_from)})}async#o(e,t){let n=`/me/limits/${e.name}/loosening/confirmation`,r={pin:y(t,`pin`)},i=D(k(e.name)),a=await p.call({method:`POST`,path:n,body:r,read:d,sign:i});this.done=v(`confirmed`,{value:A(e.name,a.player_value)}),await f(`limits`)}#s(e){return g(this,async()=>{await p.call({method:`DELETE`,path:`/me/limits/${e.name}/loosening`,read:c}),this.done=v(`taken-back`),await f(`limits`)})}};function M(){return u.state.wallet?.cash.currency??``}function N(e,t){let n=y(t,`value`).normalize(`NFKC`).trim();if(n===``)return null;if(!w(e.name)){let e=M();return _(t,`value`,e,v(`not-an-amount`,{example:a(e)}))}if(!/^\d+$/.test(n))throw new m(`value`,v(`not-minutes`));return{seconds:Number(n)*60}}customElements.define(`limit-row`,j);var P=class extends o{constructor(){super(),this.watch(u)}render(){let{me:t}=u.state;return s`<div class="stack">
      <h1>${v(`limits`)}</h1>
      <p>${v(`limits.text`)}</p>
      ${t?.has_pin===!1?s`<p class="problem info small">
              ${v(`pin.none`)} <a href="#/account/security">${v(`pin.set`)}</a>
            </p>`:e}
      ${E.map(([e,t])=>this.#e(e,t))}
      <div class="row">
        <button class="btn" type="button" @click=${()=>h(`break-window`)}>${v(`break`)}</button>
        <a class="btn" href="#/away">${v(`away`)}</a>
      </div>
    </div>`}#e(t,n){let{limits:r}=u.state;return s`<section class="box" aria-labelledby="limits-${t}">
      <h2 id="limits-${t}">${v(t)}</h2>
      ${n.map(t=>{let n=r?.find(e=>e.name===t);return n===void 0?e:s`<limit-row .limit=${n}></limit-row>`})}
    </section>`}};customElements.define(`limits-view`,P);