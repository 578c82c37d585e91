import{_ as e,p as t,t as n,v as r}from"./plain-element-ux9t2jM3.js";import{C as i,N as a,P as o,T as s,w as c}from"./index-B4NBmOPv.js";import{a as l,o as u,t as d}from"./session-DHDc5PWH.js";var f=class extends n{static properties={error:{state:!0},done:{state:!0}};#e=new a(this,()=>({path:`/me/exclusion`,read:i}));constructor(){super(),this.error=null,this.done=``}render(){return r`<div class="stack narrow">
      <h1>${c(`away`)}</h1>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:r`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e.render(e=>e.items.length===0?r`<p>${c(`away.none`)}</p>`:r`<p>${c(`away.text`)}</p>
              <ul class="plain stack1">
                ${e.items.map(e=>this.#t(e))}
              </ul>`)}
      <button class="btn" type="button" @click=${()=>s(`break-window`)}>${c(`break`)}</button>
    </div>`}#t(n){let{returnable_from:i,lifted_at:a,ends_at:o}=n,s=i!==null&&a===null&&Date.parse(i)<=l();return r`<li class="box stack1">
      <h2>${c(`kind.${n.kind}`)}</h2>
      <p>
        ${c(`away.since`,{when:t(n.started_at)})}
        ${a===null?o===null?c(`away.no-end`):c(`away.ends`,{when:t(o)}):c(`away.lifted`,{when:t(a)})}
        ${i===null||a!==null?e:c(`away.returnable`,{when:t(i)})}
      </p>
      ${s?r`<p class="small quiet">${c(`away.return.text`)}</p>
              <button class="btn" type="button" @click=${this.#n}>${c(`away.return`)}</button>`:e}
    </li>`}#n=()=>o(this,async()=>{let e=(await d.call({method:`POST`,path:`/me/exclusion/return`,body:{},read:i})).items.find(e=>e.kind===`self-exclusion`)?.lifted_at??null;this.done=e===null?c(`away.none`):c(`away.asked`,{when:t(e)}),await Promise.all([this.#e.read(),u(`me`)])})};customElements.define(`away-view`,f);