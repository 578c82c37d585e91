import{_ as e,m as t,t as n,v as r}from"./plain-element-UDqab7FQ.js";import{D as i,E as a,I as o,L as s,T as c}from"./index-xwzWOZEF.js";import{a as l,o as u,t as d}from"./session-CetcAK7c.js";import{i as f,t as p}from"./loosening-BVsomf8s.js";var m=class extends n{static properties={error:{state:!0},done:{state:!0}};#e=new o(this,()=>({path:`/me/exclusion`,read:c}));constructor(){super(),this.error=null,this.done=``}render(){return r`<div class="stack narrow">
      <h1>${a(`away`)}</h1>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:r`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e.render(e=>e.items.length===0?r`<p>${a(`away.none`)}</p>`:r`<p>${a(`away.text`)}</p>
              <ul class="plain stack1">
                ${e.items.map(e=>this.#t(e))}
              </ul>`)}
      <button class="btn" type="button" @click=${()=>i(`break-window`)}>${a(`break`)}</button>
    </div>`}#t(n){let{returnable_from:i,lifted_at:o,ends_at:s}=n,c=i!==null&&o===null&&Date.parse(i)<=l();return r`<li class="box stack1">
      <h2>${a(`kind.${n.kind}`)}</h2>
      <p>
        ${a(`away.since`,{when:t(n.started_at)})}
        ${o===null?s===null?a(`away.no-end`):a(`away.ends`,{when:t(s)}):a(`away.lifted`,{when:t(o)})}
        ${i===null||o!==null?e:a(`away.returnable`,{when:t(i)})}
      </p>
      ${c?r`<p class="small quiet">${a(`away.return.text`)}</p>
              <button class="btn" type="button" @click=${this.#n}>${a(`away.return`)}</button>`:e}
    </li>`}#n=()=>s(this,async()=>{let e=(await d.call({method:`POST`,path:`/me/exclusion/return`,body:{},read:c,sign:f(p)})).items.find(e=>e.kind===`self-exclusion`)?.lifted_at??null;this.done=e===null?a(`away.none`):a(`away.asked`,{when:t(e)}),await Promise.all([this.#e.read(),u(`me`)])})};customElements.define(`away-view`,m);