import{_ as e,g as t,s as n,t as r}from"./plain-element-CzNnNSV1.js";import{A as i,D as a,E as o,T as s,b as c,k as l,n as u,t as d}from"./session-oeUAqAAD.js";import{L as f,P as p}from"./index-C1R20B-R.js";import{t as m}from"./listing-QBc7vehL.js";var h=l({id:i,began_at:i,ip_address:i,device_label:i,active_at:i,ended_at:o(i),end_reason:o(a(`logged-out`,`replaced`,`expired`,`password-changed`,`closed`)),current:c}),g=class extends r{static properties={error:{state:!0}};#e=new m(this,`/me/sessions`,h);constructor(){super(),this.error=null}render(){return e`<div class="stack">
      <h1>${f(`sessions`)}</h1>
      <p>${f(`sessions.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#e.render(f(`sessions.none`),t=>e`<ul class="plain stack1">
            ${t.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(r){let i=n(r.began_at),a=r.ended_at!==null;return e`<li class="box stack1">
      <dl class="pairs">
        <dt>${f(`session.began`)}</dt>
        <dd>${i}</dd>
        <dt>${f(`session.used`)}</dt>
        <dd>${n(r.active_at)}</dd>
        <dt>${f(`session.device`)}</dt>
        <dd>${r.device_label===``?f(`session.unknown`):r.device_label}</dd>
        <dt>${f(`session.address`)}</dt>
        <dd>${r.ip_address===``?f(`session.unknown`):r.ip_address}</dd>
        <dt>${f(`session.state`)}</dt>
        <dd>
          ${r.end_reason===null?f(`session.open`):f(`ended.${r.end_reason}`)}
          ${r.ended_at===null?t:e`<span class="quiet">${n(r.ended_at)}</span>`}
          ${r.current?e`<span class="tag info">${f(`session.this`)}</span>`:t}
        </dd>
      </dl>
      ${a?t:e`<button
              class="btn low"
              type="button"
              aria-label=${f(`session.end.label`,{when:i})}
              @click=${()=>this.#n(r)}
            >
              ${f(`session.end`)}
            </button>`}
    </li>`}#n(e){return p(this,async()=>{await d.call({method:`DELETE`,path:`/me/sessions/${e.id}`,read:s}),e.current?u(!1):await this.#e.begin()})}};customElements.define(`sessions-view`,g);