import{_ as e,c as t,g as n,t as r}from"./plain-element-DIlNZIg7.js";import{A as i,D as a,E as o,c as s,k as c,t as l,x as u}from"./session-DciDuRH3.js";import{F as d,R as f}from"./index-BKaFe8uI.js";import{t as p}from"./listing-BwG4b7YS.js";var m=c({id:i,occurred_at:i,subject:i,text:i,actor:a(`player`,`staff`,`platform`),read_at:o(i)}),h=c({unread:u}),g=class extends r{static properties={error:{state:!0}};#e=new p(this,`/me/inbox`,m);constructor(){super(),this.error=null}render(){let t=(this.#e.items??[]).filter(e=>e.read_at===null);return e`<div class="stack">
      <h1>${f(`inbox`)}</h1>
      <p>${f(`inbox.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${t.length===0?n:e`<button class="btn" type="button" @click=${()=>this.#n(t)}>${f(`inbox.read`)}</button>`}
      ${this.#e.render(f(`inbox.none`),t=>e`<ul class="plain stack1">
            ${t.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(r){let i={when:t(r.occurred_at),actor:f(`actor.${r.actor}`)};return e`<li class="box stack1">
      <h2 class="row between">
        <span lang="en">${r.subject}</span>
        ${r.read_at===null?e`<span class="tag info">${f(`inbox.new`)}</span>`:n}
      </h2>
      <p lang="en">${r.text}</p>
      <p class="small quiet">${f(`inbox.when`,i)}</p>
    </li>`}#n(e){return d(this,async()=>{let t={ids:e.map(e=>e.id)},n=await l.call({method:`POST`,path:`/me/inbox/reads`,body:t,read:h});s.set({unread:n.unread}),await this.#e.begin()})}};customElements.define(`inbox-view`,g);