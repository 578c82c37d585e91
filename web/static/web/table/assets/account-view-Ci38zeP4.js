import{_ as e,a as t,c as n,g as r,t as i}from"./plain-element-DIlNZIg7.js";import{_ as a,c as o,o as s,t as c}from"./session-DciDuRH3.js";import{F as l,R as u}from"./index-BKaFe8uI.js";var d=[`security`,`contact`,`sessions`,`inbox`,`documents`,`disputes`,`data`],f=class extends i{static properties={error:{state:!0},done:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.watch(o)}connectedCallback(){super.connectedCallback(),l(this,()=>s(`me`,`unread`))}render(){let{me:n}=o.state;return n===null?r:e`<div class="stack narrow">
      <h1>${u(`account`)}</h1>
      ${n.consents_current?r:e`<p class="problem warn small">
              ${u(`consents.outdated`)} <a href="#/account/documents">${u(`consents.see`)}</a>
            </p>`}
      <dl class="box pairs">
        <dt>${u(`player`)}</dt>
        <dd>${n.username}</dd>
        <dt>${u(`status`)}</dt>
        <dd>${u(`status.${n.status}`)}</dd>
        <dt>${u(`identity`)}</dt>
        <dd>${this.#e()}</dd>
        <dt>${u(`since`)}</dt>
        <dd>${t(n.created_at)}</dd>
        <dt>${u(`id`)}</dt>
        <dd class="mono">${n.id}</dd>
      </dl>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?r:e`<p class="problem ok small">${this.done}</p>`}</div>
      <ul class="plain ways">
        ${d.map(t=>e`<li><a href="#/account/${t}">${u(t)}</a></li>`)}
      </ul>
    </div>`}#e(){let t=o.state.me?.verification;if(t===void 0)return r;let{status:i,method:a,decided_at:s}=t,c=i===`unverified`||i===`refused`;return e`${u(`identity.${i}`)}
    ${s===null?r:e`<br /><span class="small quiet"
              >${a===null?n(s):u(`identity.decided`,{how:a,when:n(s)})}</span
            >`}
    ${t.mandatory&&i!==`verified`?e`<br /><span class="small quiet">${u(`identity.needed`)}</span>`:r}
    ${c?e`<br /><button class="btn low" type="button" @click=${this.#t}>${u(`verify`)}</button>`:r}`}#t=()=>l(this,async()=>{let e=await c.call({method:`POST`,path:`/me/verification`,read:a});this.done=u(`verify.done`,{status:u(`identity.${e.status}`)}),await s(`me`)})};customElements.define(`account-view`,f);