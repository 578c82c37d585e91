import{_ as e,g as t,s as n,t as r}from"./plain-element-CzNnNSV1.js";import{A as i,D as a,E as o,c as s,k as c,t as l,x as u}from"./session-oeUAqAAD.js";import{L as d,P as f}from"./index-C1R20B-R.js";import{t as p}from"./listing-QBc7vehL.js";var m=c({id:i,occurred_at:i,subject:i,text:i,actor:a(`player`,`staff`,`platform`),read_at:o(i)}),h=c({unread:u}),g=class extends r{static properties={error:{state:!0}};#e=new p(this,`/me/inbox`,m);constructor(){super(),this.error=null}render(){let n=(this.#e.items??[]).filter(e=>e.read_at===null);return e`<div class="stack">
      <h1>${d(`inbox`)}</h1>
      <p>${d(`inbox.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${n.length===0?t:e`<button class="btn" type="button" @click=${()=>this.#n(n)}>${d(`inbox.read`)}</button>`}
      ${this.#e.render(d(`inbox.none`),t=>e`<ul class="plain stack1">
            ${t.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(r){let i={when:n(r.occurred_at),actor:d(`actor.${r.actor}`)};return e`<li class="box stack1">
      <h2 class="row between">
        <span lang="en">${r.subject}</span>
        ${r.read_at===null?e`<span class="tag info">${d(`inbox.new`)}</span>`:t}
      </h2>
      <p lang="en">${r.text}</p>
      <p class="small quiet">${d(`inbox.when`,i)}</p>
    </li>`}#n(e){return f(this,async()=>{let t={ids:e.map(e=>e.id)},n=await l.call({method:`POST`,path:`/me/inbox/reads`,body:t,read:h});s.set({unread:n.unread}),await this.#e.begin()})}};customElements.define(`inbox-view`,g);