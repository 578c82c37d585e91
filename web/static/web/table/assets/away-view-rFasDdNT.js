import{_ as e,m as t,t as n,y as r}from"./plain-element-DXa2qk9R.js";import{F as i,N as a,P as o,U as s,W as c}from"./index-B3IHSfUj.js";import{a as l,o as u,t as d}from"./session-DBCJG_o8.js";var f=class extends n{static properties={error:{state:!0},done:{state:!0}};#e=new s(this,()=>({path:`/me/exclusion`,read:a}));constructor(){super(),this.error=null,this.done=``}render(){return r`<div class="stack narrow">
      <h1>${o(`away`)}</h1>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:r`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e.render(e=>e.items.length===0?r`<p>${o(`away.none`)}</p>`:r`<p>${o(`away.text`)}</p>
              <ul class="plain stack1">
                ${e.items.map(e=>this.#t(e))}
              </ul>`)}
      <button class="btn" type="button" @click=${()=>i(`break-window`)}>${o(`break`)}</button>
    </div>`}#t(n){let{returnable_from:i,lifted_at:a,ends_at:s}=n,c=i!==null&&a===null&&Date.parse(i)<=l();return r`<li class="box stack1">
      <h2>${o(`kind.${n.kind}`)}</h2>
      <p>
        ${o(`away.since`,{when:t(n.started_at)})}
        ${a===null?s===null?o(`away.no-end`):o(`away.ends`,{when:t(s)}):o(`away.lifted`,{when:t(a)})}
        ${i===null||a!==null?e:o(`away.returnable`,{when:t(i)})}
      </p>
      ${c?r`<p class="small quiet">${o(`away.return.text`)}</p>
              <button class="btn" type="button" @click=${this.#n}>${o(`away.return`)}</button>`:e}
    </li>`}#n=()=>c(this,async()=>{let e=(await d.call({method:`POST`,path:`/me/exclusion/return`,body:{},read:a})).items.find(e=>e.kind===`self-exclusion`)?.lifted_at??null;this.done=e===null?o(`away.none`):o(`away.asked`,{when:t(e)}),await Promise.all([this.#e.read(),u(`me`)])})};customElements.define(`away-view`,f);