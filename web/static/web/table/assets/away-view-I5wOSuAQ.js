import{_ as e,m as t,t as n,y as r}from"./plain-element-DXa2qk9R.js";import{F as i,K as a,N as o,P as s,q as c}from"./index-De-aLKpK.js";import{a as l,o as u,t as d}from"./session-C_5GV08U.js";import{i as f,t as p}from"./loosening-DgvEck05.js";var m=class extends n{static properties={error:{state:!0},done:{state:!0}};#e=new a(this,()=>({path:`/me/exclusion`,read:o}));constructor(){super(),this.error=null,this.done=``}render(){return r`<div class="stack narrow">
      <h1>${s(`away`)}</h1>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:r`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e.render(e=>e.items.length===0?r`<p>${s(`away.none`)}</p>`:r`<p>${s(`away.text`)}</p>
              <ul class="plain stack1">
                ${e.items.map(e=>this.#t(e))}
              </ul>`)}
      <button class="btn" type="button" @click=${()=>i(`break-window`)}>${s(`break`)}</button>
    </div>`}#t(n){let{returnable_from:i,lifted_at:a,ends_at:o}=n,c=i!==null&&a===null&&Date.parse(i)<=l();return r`<li class="box stack1">
      <h2>${s(`kind.${n.kind}`)}</h2>
      <p>
        ${s(`away.since`,{when:t(n.started_at)})}
        ${a===null?o===null?s(`away.no-end`):s(`away.ends`,{when:t(o)}):s(`away.lifted`,{when:t(a)})}
        ${i===null||a!==null?e:s(`away.returnable`,{when:t(i)})}
      </p>
      ${c?r`<p class="small quiet">${s(`away.return.text`)}</p>
              <button class="btn" type="button" @click=${this.#n}>${s(`away.return`)}</button>`:e}
    </li>`}#n=()=>c(this,async()=>{let e=(await d.call({method:`POST`,path:`/me/exclusion/return`,body:{},read:o,sign:f(p)})).items.find(e=>e.kind===`self-exclusion`)?.lifted_at??null;this.done=e===null?s(`away.none`):s(`away.asked`,{when:t(e)}),await Promise.all([this.#e.read(),u(`me`)])})};customElements.define(`away-view`,m);