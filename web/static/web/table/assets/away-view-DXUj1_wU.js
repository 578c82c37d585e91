import{_ as e,g as t,p as n,t as r}from"./plain-element-DIlNZIg7.js";import{E as i,F as a,P as o,T as s,w as c}from"./index-BKaFe8uI.js";import{a as l,o as u,t as d}from"./session-DciDuRH3.js";var f=class extends r{static properties={error:{state:!0},done:{state:!0}};#e=new o(this,()=>({path:`/me/exclusion`,read:c}));constructor(){super(),this.error=null,this.done=``}render(){return e`<div class="stack narrow">
      <h1>${s(`away`)}</h1>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?t:e`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e.render(t=>t.items.length===0?e`<p>${s(`away.none`)}</p>`:e`<p>${s(`away.text`)}</p>
              <ul class="plain stack1">
                ${t.items.map(e=>this.#t(e))}
              </ul>`)}
      <button class="btn" type="button" @click=${()=>i(`break-window`)}>${s(`break`)}</button>
    </div>`}#t(r){let{returnable_from:i,lifted_at:a,ends_at:o}=r,c=i!==null&&a===null&&Date.parse(i)<=l();return e`<li class="box stack1">
      <h2>${s(`kind.${r.kind}`)}</h2>
      <p>
        ${s(`away.since`,{when:n(r.started_at)})}
        ${a===null?o===null?s(`away.no-end`):s(`away.ends`,{when:n(o)}):s(`away.lifted`,{when:n(a)})}
        ${i===null||a!==null?t:s(`away.returnable`,{when:n(i)})}
      </p>
      ${c?e`<p class="small quiet">${s(`away.return.text`)}</p>
              <button class="btn" type="button" @click=${this.#n}>${s(`away.return`)}</button>`:t}
    </li>`}#n=()=>a(this,async()=>{let e=(await d.call({method:`POST`,path:`/me/exclusion/return`,body:{},read:c})).items.find(e=>e.kind===`self-exclusion`)?.lifted_at??null;this.done=e===null?s(`away.none`):s(`away.asked`,{when:n(e)}),await Promise.all([this.#e.read(),u(`me`)])})};customElements.define(`away-view`,f);