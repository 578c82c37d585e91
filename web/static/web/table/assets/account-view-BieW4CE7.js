import{_ as e,a as t,g as n,s as r,t as i}from"./plain-element-CzNnNSV1.js";import{_ as a,c as o,o as s,t as c}from"./session-oeUAqAAD.js";import{L as l,P as u}from"./index-C1R20B-R.js";var d=[`security`,`contact`,`sessions`,`inbox`,`documents`,`disputes`,`data`],f=class extends i{static properties={error:{state:!0},done:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.watch(o)}connectedCallback(){super.connectedCallback(),u(this,()=>s(`me`,`unread`))}render(){let{me:r}=o.state;return r===null?n:e`<div class="stack narrow">
      <h1>${l(`account`)}</h1>
      ${r.consents_current?n:e`<p class="problem warn small">
              ${l(`consents.outdated`)} <a href="#/account/documents">${l(`consents.see`)}</a>
            </p>`}
      <dl class="box pairs">
        <dt>${l(`player`)}</dt>
        <dd>${r.username}</dd>
        <dt>${l(`status`)}</dt>
        <dd>${l(`status.${r.status}`)}</dd>
        <dt>${l(`identity`)}</dt>
        <dd>${this.#e()}</dd>
        <dt>${l(`since`)}</dt>
        <dd>${t(r.created_at)}</dd>
        <dt>${l(`id`)}</dt>
        <dd class="mono">${r.id}</dd>
      </dl>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?n:e`<p class="problem ok small">${this.done}</p>`}</div>
      <ul class="plain ways">
        ${d.map(t=>e`<li><a href="#/account/${t}">${l(t)}</a></li>`)}
      </ul>
    </div>`}#e(){let t=o.state.me?.verification;if(t===void 0)return n;let{status:i,method:a,decided_at:s}=t,c=i===`unverified`||i===`refused`;return e`${l(`identity.${i}`)}
    ${s===null?n:e`<br /><span class="small quiet"
              >${a===null?r(s):l(`identity.decided`,{how:a,when:r(s)})}</span
            >`}
    ${t.mandatory&&i!==`verified`?e`<br /><span class="small quiet">${l(`identity.needed`)}</span>`:n}
    ${c?e`<br /><button class="btn low" type="button" @click=${this.#t}>${l(`verify`)}</button>`:n}`}#t=()=>u(this,async()=>{let e=await c.call({method:`POST`,path:`/me/verification`,read:a});this.done=l(`verify.done`,{status:l(`identity.${e.status}`)}),await s(`me`)})};customElements.define(`account-view`,f);