import{_ as e,g as t,s as n,t as r}from"./plain-element-CzNnNSV1.js";import{L as i,N as a,P as o}from"./index-C1R20B-R.js";import{o as s,t as c}from"./session-oeUAqAAD.js";import{t as l}from"./documents-D0Dvb2rZ.js";var u=class extends r{static properties={error:{state:!0}};#e=new a(this,()=>({path:`/me/consents`,read:l}));constructor(){super(),this.error=null}render(){return e`<div class="stack narrow">
      <h1>${i(`documents`)}</h1>
      <p>${i(`documents.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#e.render(t=>e`<ul class="plain stack1">
            ${t.items.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(r){let{kind:a,current_version:o,agreed_version:s,agreed_at:c}=r,l=i(`agree.read.label`,{version:o,document:i(a)});return e`<li class="box stack1">
      <h2>${i(a)}</h2>
      <p>
        ${s===null||c===null?i(`agreed.none`):i(`agreed.to`,{version:s,when:n(c)})}
      </p>
      <div class="row">
        <a class="btn" href="#/documents/${a}" aria-label=${l}>${i(`agree.read`,{version:o})}</a>
        ${s===o?t:e`<button class="btn main" type="button" @click=${()=>this.#n({[a]:o})}>
                ${i(`agree.new`,{version:o})}
              </button>`}
        ${r.mandatory||s===null?t:e`<button class="btn" type="button" @click=${()=>this.#n({[a]:null})}>
                ${i(`agree.withdraw`)}
              </button>`}
      </div>
    </li>`}#n(e){return o(this,async()=>{await c.call({method:`PUT`,path:`/me/consents`,body:e,read:l}),await Promise.all([this.#e.read(),s(`me`)])})}};customElements.define(`consents-view`,u);