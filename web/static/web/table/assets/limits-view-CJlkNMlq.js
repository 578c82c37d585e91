import{_ as e,d as t,f as n,m as r,o as i,s as a,t as o,y as s}from"./plain-element-DXa2qk9R.js";import{T as c,a as l,c as u,h as d,o as f,t as p}from"./session-DBCJG_o8.js";import{F as m,H as h,P as g,V as _,W as v,z as y}from"./index-B3IHSfUj.js";import{a as b,i as x,n as S,o as C,r as w,s as T,t as E}from"./limit-figures-l5zphwip.js";function D(e,n){if(n===null)return g(e===`reality_check`?`by-law`:`none`);if(!(`seconds`in n))return t(n);let r=i(n.seconds);return e===`reality_check`?g(`every`,{duration:r}):r}var O=class extends o{static properties={limit:{attribute:!1},error:{state:!0},done:{state:!0}};constructor(){super(),this.limit=null,this.error=null,this.done=``}render(){let{limit:t}=this;if(t===null)return e;let n=x(t);return s`<div class="limit">
      <h3 class="row between"><span>${g(t.name)}</span><span>${this.#e(t)}</span></h3>
      ${n===null?e:this.#t(n)}
      <p class="small quiet">${this.#n(t)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:s`<p class="problem ok small">${this.done}</p>`}</div>
      ${t.name===`stake_max`?s`<div>
              <button class="btn low" type="button" @click=${()=>m(`bet-limit-window`)}>
                ${g(`bet-limit`)}
              </button>
            </div>`:s`${t.loosening===null?e:this.#r(t,t.loosening)} ${this.#i(t)}`}
    </div>`}#e(e){let n=T(e),r=D(e.name,e.binding_value);return n===null?r:e.binding_value===null?g(`used-only`,{used:t(n)}):g(`of-limit`,{used:t(n),limit:r})}#t(e){return s`<meter min="0" max="100" .value=${e} aria-label=${g(`percent-used`,{percent:e})}></meter>`}#n(e){let i=C(e),a=D(e.name,e.player_value),o=D(e.name,e.operator_value),{window:s}=e;return n([e.name===`stake_max`?g(`stake-max.text`):``,e.name===`reality_check`?g(`check.text`):``,i===`both`?g(`by-both`,{own:a,operator:o}):g(`by-${i}`),s?.remaining?g(`left`,{remaining:t(s.remaining)}):``,s===null?``:s.ends_at===null?g(`period-rolls`):g(`period-ends`,{when:r(s.ends_at)})])}#r(t,n){let i=D(t.name,n.value),a={from:r(n.confirmable_from),until:r(n.expires_at)},o=g(t.name);return s`<div class="problem info small stack1">
      <strong>${g(`waits.heading`,{value:i})}</strong>
      <p>${g(`waits`,a)}</p>
      ${S(n,l())?s`<form-box
              name="confirm-${t.name}"
              .fields=${[{name:`pin`,label:g(`pin`),kind:`pin`}]}
              button=${g(`confirm`,{value:i})}
              .send=${e=>this.#o(t,e)}
            ></form-box>`:e}
      <button
        class="btn low"
        type="button"
        aria-label=${g(`take-back.label`,{name:o})}
        @click=${()=>this.#s(t)}
      >
        ${g(`take-back`)}
      </button>
    </div>`}#i(e){let t=w(e.name),n=k(),r=[{name:`value`,label:t?g(`new-minutes`):g(`new-amount`,{currency:n}),kind:t?`number`:`money`,hint:g(`new.hint`),optional:`unmarked`},{name:`pin`,label:g(`pin`),kind:`pin`}];return s`<details>
      <summary aria-label=${g(`change.label`,{name:g(e.name)})}>${g(`change`)}</summary>
      <form-box
        name=${e.name}
        .fields=${r}
        button=${g(`set`)}
        .send=${t=>this.#a(e,t)}
      ></form-box>
    </details>`}async#a(e,t){let n=A(e,t),i={value:n,pin:h(t,`pin`)},a=await p.call({method:`PUT`,path:`/me/limits/${e.name}`,body:i,read:d});await f(`limits`);let o=D(e.name,n);return a.loosening===null||!b(a.loosening.value,n)?g(`set.now`,{value:o}):g(`set.later`,{value:o,from:r(a.loosening.confirmable_from)})}async#o(e,t){let n=`/me/limits/${e.name}/loosening/confirmation`,r={pin:h(t,`pin`)},i=await p.call({method:`POST`,path:n,body:r,read:d});this.done=g(`confirmed`,{value:D(e.name,i.player_value)}),await f(`limits`)}#s(e){return v(this,async()=>{await p.call({method:`DELETE`,path:`/me/limits/${e.name}/loosening`,read:c}),this.done=g(`taken-back`),await f(`limits`)})}};function k(){return u.state.wallet?.cash.currency??``}function A(e,t){let n=h(t,`value`).normalize(`NFKC`).trim();if(n===``)return null;if(!w(e.name)){let e=k();return _(t,`value`,e,g(`not-an-amount`,{example:a(e)}))}if(!/^\d+$/.test(n))throw new y(`value`,g(`not-minutes`));return{seconds:Number(n)*60}}customElements.define(`limit-row`,O);var j=class extends o{constructor(){super(),this.watch(u)}render(){let{me:t}=u.state;return s`<div class="stack">
      <h1>${g(`limits`)}</h1>
      <p>${g(`limits.text`)}</p>
      ${t?.has_pin===!1?s`<p class="problem info small">
              ${g(`pin.none`)} <a href="#/account/security">${g(`pin.set`)}</a>
            </p>`:e}
      ${E.map(([e,t])=>this.#e(e,t))}
      <div class="row">
        <button class="btn" type="button" @click=${()=>m(`break-window`)}>${g(`break`)}</button>
        <a class="btn" href="#/away">${g(`away`)}</a>
      </div>
    </div>`}#e(t,n){let{limits:r}=u.state;return s`<section class="box" aria-labelledby="limits-${t}">
      <h2 id="limits-${t}">${g(t)}</h2>
      ${n.map(t=>{let n=r?.find(e=>e.name===t);return n===void 0?e:s`<limit-row .limit=${n}></limit-row>`})}
    </section>`}};customElements.define(`limits-view`,j);