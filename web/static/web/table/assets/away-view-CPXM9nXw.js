import{_ as e,f as t,g as n,t as r}from"./plain-element-CzNnNSV1.js";import{C as i,N as a,P as o,T as s,w as c}from"./index-C1R20B-R.js";import{a as l,o as u,t as d}from"./session-oeUAqAAD.js";var f=class extends r{static properties={error:{state:!0},done:{state:!0}};#e=new a(this,()=>({path:`/me/exclusion`,read:i}));constructor(){super(),this.error=null,this.done=``}render(){return e`<div class="stack narrow">
      <h1>${c(`away`)}</h1>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?n:e`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e.render(t=>t.items.length===0?e`<p>${c(`away.none`)}</p>`:e`<p>${c(`away.text`)}</p>
              <ul class="plain stack1">
                ${t.items.map(e=>this.#t(e))}
              </ul>`)}
      <button class="btn" type="button" @click=${()=>s(`break-window`)}>${c(`break`)}</button>
    </div>`}#t(r){let{returnable_from:i,lifted_at:a,ends_at:o}=r,s=i!==null&&a===null&&Date.parse(i)<=l();return e`<li class="box stack1">
      <h2>${c(`kind.${r.kind}`)}</h2>
      <p>
        ${c(`away.since`,{when:t(r.started_at)})}
        ${a===null?o===null?c(`away.no-end`):c(`away.ends`,{when:t(o)}):c(`away.lifted`,{when:t(a)})}
        ${i===null||a!==null?n:c(`away.returnable`,{when:t(i)})}
      </p>
      ${s?e`<p class="small quiet">${c(`away.return.text`)}</p>
              <button class="btn" type="button" @click=${this.#n}>${c(`away.return`)}</button>`:n}
    </li>`}#n=()=>o(this,async()=>{let e=(await d.call({method:`POST`,path:`/me/exclusion/return`,body:{},read:i})).items.find(e=>e.kind===`self-exclusion`)?.lifted_at??null;this.done=e===null?c(`away.none`):c(`away.asked`,{when:t(e)}),await Promise.all([this.#e.read(),u(`me`)])})};customElements.define(`away-view`,f);