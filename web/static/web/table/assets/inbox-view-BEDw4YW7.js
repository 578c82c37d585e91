import{_ as e,c as t,t as n,v as r}from"./plain-element-UDqab7FQ.js";import{A as i,D as a,E as o,c as s,k as c,t as l,x as u}from"./session-DBCJG_o8.js";import{F as d,R as f}from"./index-CPdyuLT6.js";import{t as p}from"./listing-CQhLdtuo.js";var m=c({id:i,occurred_at:i,subject:i,text:i,actor:a(`player`,`staff`,`platform`),read_at:o(i)}),h=c({unread:u}),g=class extends n{static properties={error:{state:!0}};#e=new p(this,`/me/inbox`,m);constructor(){super(),this.error=null}render(){let t=(this.#e.items??[]).filter(e=>e.read_at===null);return r`<div class="stack">
      <h1>${f(`inbox`)}</h1>
      <p>${f(`inbox.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${t.length===0?e:r`<button class="btn" type="button" @click=${()=>this.#n(t)}>${f(`inbox.read`)}</button>`}
      ${this.#e.render(f(`inbox.none`),e=>r`<ul class="plain stack1">
            ${e.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(n){let i={when:t(n.occurred_at),actor:f(`actor.${n.actor}`)};return r`<li class="box stack1">
      <h2 class="row between">
        <span lang="en">${n.subject}</span>
        ${n.read_at===null?r`<span class="tag info">${f(`inbox.new`)}</span>`:e}
      </h2>
      <p lang="en">${n.text}</p>
      <p class="small quiet">${f(`inbox.when`,i)}</p>
    </li>`}#n(e){return d(this,async()=>{let t={ids:e.map(e=>e.id)},n=await l.call({method:`POST`,path:`/me/inbox/reads`,body:t,read:h});s.set({unread:n.unread}),await this.#e.begin()})}};customElements.define(`inbox-view`,g);