import{_ as e,c as t,t as n,y as r}from"./plain-element-DXa2qk9R.js";import{A as i,D as a,E as o,T as s,b as c,j as l,n as u,t as d}from"./session-C_5GV08U.js";import{X as f,q as p}from"./index-De-aLKpK.js";import{t as m}from"./listing-CmxTkZVB.js";var h=i({id:l,began_at:l,ip_address:l,device_label:l,active_at:l,ended_at:o(l),end_reason:o(a(`logged-out`,`replaced`,`expired`,`password-changed`,`closed`)),current:c}),g=class extends n{static properties={error:{state:!0}};#e=new m(this,`/me/sessions`,h);constructor(){super(),this.error=null}render(){return r`<div class="stack">
      <h1>${f(`sessions`)}</h1>
      <p>${f(`sessions.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#e.render(f(`sessions.none`),e=>r`<ul class="plain stack1">
            ${e.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(n){let i=t(n.began_at),a=n.ended_at!==null;return r`<li class="box stack1">
      <dl class="pairs">
        <dt>${f(`session.began`)}</dt>
        <dd>${i}</dd>
        <dt>${f(`session.used`)}</dt>
        <dd>${t(n.active_at)}</dd>
        <dt>${f(`session.device`)}</dt>
        <dd>${n.device_label===``?f(`session.unknown`):n.device_label}</dd>
        <dt>${f(`session.address`)}</dt>
        <dd>${n.ip_address===``?f(`session.unknown`):n.ip_address}</dd>
        <dt>${f(`session.state`)}</dt>
        <dd>
          ${n.end_reason===null?f(`session.open`):f(`ended.${n.end_reason}`)}
          ${n.ended_at===null?e:r`<span class="quiet">${t(n.ended_at)}</span>`}
          ${n.current?r`<span class="tag info">${f(`session.this`)}</span>`:e}
        </dd>
      </dl>
      ${a?e:r`<button
              class="btn low"
              type="button"
              aria-label=${f(`session.end.label`,{when:i})}
              @click=${()=>this.#n(n)}
            >
              ${f(`session.end`)}
            </button>`}
    </li>`}#n(e){return p(this,async()=>{await d.call({method:`DELETE`,path:`/me/sessions/${e.id}`,read:s}),e.current?u(!1):await this.#e.begin()})}};customElements.define(`sessions-view`,g);