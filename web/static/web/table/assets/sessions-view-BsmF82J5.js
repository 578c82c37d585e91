import{_ as e,c as t,g as n,t as r}from"./plain-element-DIlNZIg7.js";import{A as i,D as a,E as o,T as s,b as c,k as l,n as u,t as d}from"./session-DciDuRH3.js";import{F as f,R as p}from"./index-BKaFe8uI.js";import{t as m}from"./listing-BwG4b7YS.js";var h=l({id:i,began_at:i,ip_address:i,device_label:i,active_at:i,ended_at:o(i),end_reason:o(a(`logged-out`,`replaced`,`expired`,`password-changed`,`closed`)),current:c}),g=class extends r{static properties={error:{state:!0}};#e=new m(this,`/me/sessions`,h);constructor(){super(),this.error=null}render(){return e`<div class="stack">
      <h1>${p(`sessions`)}</h1>
      <p>${p(`sessions.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#e.render(p(`sessions.none`),t=>e`<ul class="plain stack1">
            ${t.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(r){let i=t(r.began_at),a=r.ended_at!==null;return e`<li class="box stack1">
      <dl class="pairs">
        <dt>${p(`session.began`)}</dt>
        <dd>${i}</dd>
        <dt>${p(`session.used`)}</dt>
        <dd>${t(r.active_at)}</dd>
        <dt>${p(`session.device`)}</dt>
        <dd>${r.device_label===``?p(`session.unknown`):r.device_label}</dd>
        <dt>${p(`session.address`)}</dt>
        <dd>${r.ip_address===``?p(`session.unknown`):r.ip_address}</dd>
        <dt>${p(`session.state`)}</dt>
        <dd>
          ${r.end_reason===null?p(`session.open`):p(`ended.${r.end_reason}`)}
          ${r.ended_at===null?n:e`<span class="quiet">${t(r.ended_at)}</span>`}
          ${r.current?e`<span class="tag info">${p(`session.this`)}</span>`:n}
        </dd>
      </dl>
      ${a?n:e`<button
              class="btn low"
              type="button"
              aria-label=${p(`session.end.label`,{when:i})}
              @click=${()=>this.#n(r)}
            >
              ${p(`session.end`)}
            </button>`}
    </li>`}#n(e){return f(this,async()=>{await d.call({method:`DELETE`,path:`/me/sessions/${e.id}`,read:s}),e.current?u(!1):await this.#e.begin()})}};customElements.define(`sessions-view`,g);