import{_ as e,c as t,t as n,v as r}from"./plain-element-UDqab7FQ.js";import{B as i,I as a,L as o}from"./index-xwzWOZEF.js";import{o as s,t as c}from"./session-CetcAK7c.js";import{t as l}from"./documents-tQJihA1e.js";var u=class extends n{static properties={error:{state:!0}};#e=new a(this,()=>({path:`/me/consents`,read:l}));constructor(){super(),this.error=null}render(){return r`<div class="stack narrow">
      <h1>${i(`documents`)}</h1>
      <p>${i(`documents.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#e.render(e=>r`<ul class="plain stack1">
            ${e.items.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(n){let{kind:a,current_version:o,agreed_version:s,agreed_at:c}=n,l=i(`agree.read.label`,{version:o,document:i(a)});return r`<li class="box stack1">
      <h2>${i(a)}</h2>
      <p>
        ${s===null||c===null?i(`agreed.none`):i(`agreed.to`,{version:s,when:t(c)})}
      </p>
      <div class="row">
        <a class="btn" href="#/documents/${a}" aria-label=${l}>${i(`agree.read`,{version:o})}</a>
        ${s===o?e:r`<button class="btn main" type="button" @click=${()=>this.#n({[a]:o})}>
                ${i(`agree.new`,{version:o})}
              </button>`}
        ${n.mandatory||s===null?e:r`<button class="btn" type="button" @click=${()=>this.#n({[a]:null})}>
                ${i(`agree.withdraw`)}
              </button>`}
      </div>
    </li>`}#n(e){return o(this,async()=>{await c.call({method:`PUT`,path:`/me/consents`,body:e,read:l}),await Promise.all([this.#e.read(),s(`me`)])})}};customElements.define(`consents-view`,u);