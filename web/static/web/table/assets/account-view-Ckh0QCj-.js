import{_ as e,a as t,c as n,t as r,y as i}from"./plain-element-DXa2qk9R.js";import{_ as a,c as o,o as s,t as c}from"./session-C_5GV08U.js";import{X as l,q as u}from"./index-De-aLKpK.js";var d=[`security`,`contact`,`sessions`,`inbox`,`documents`,`disputes`,`data`],f=class extends r{static properties={error:{state:!0},done:{state:!0}};constructor(){super(),this.error=null,this.done=``,this.watch(o)}connectedCallback(){super.connectedCallback(),u(this,()=>s(`me`,`unread`))}render(){let{me:n}=o.state;return n===null?e:i`<div class="stack narrow">
      <h1>${l(`account`)}</h1>
      ${n.consents_current?e:i`<p class="problem warn small">
              ${l(`consents.outdated`)} <a href="#/account/documents">${l(`consents.see`)}</a>
            </p>`}
      <dl class="box pairs">
        <dt>${l(`player`)}</dt>
        <dd>${n.username}</dd>
        <dt>${l(`status`)}</dt>
        <dd>${l(`status.${n.status}`)}</dd>
        <dt>${l(`identity`)}</dt>
        <dd>${this.#e()}</dd>
        <dt>${l(`since`)}</dt>
        <dd>${t(n.created_at)}</dd>
        <dt>${l(`id`)}</dt>
        <dd class="mono">${n.id}</dd>
      </dl>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:i`<p class="problem ok small">${this.done}</p>`}</div>
      <ul class="plain ways">
        ${d.map(e=>i`<li><a href="#/account/${e}">${l(e)}</a></li>`)}
      </ul>
    </div>`}#e(){let t=o.state.me?.verification;if(t===void 0)return e;let{status:r,method:a,decided_at:s}=t,c=r===`unverified`||r===`refused`;return i`${l(`identity.${r}`)}
    ${s===null?e:i`<br /><span class="small quiet"
              >${a===null?n(s):l(`identity.decided`,{how:a,when:n(s)})}</span
            >`}
    ${t.mandatory&&r!==`verified`?i`<br /><span class="small quiet">${l(`identity.needed`)}</span>`:e}
    ${c?i`<br /><button class="btn low" type="button" @click=${this.#t}>${l(`verify`)}</button>`:e}`}#t=()=>u(this,async()=>{let e=await c.call({method:`POST`,path:`/me/verification`,read:a});this.done=l(`verify.done`,{status:l(`identity.${e.status}`)}),await s(`me`)})};customElements.define(`account-view`,f);