import{_ as e,c as t,t as n,y as r}from"./plain-element-DXa2qk9R.js";import{K as i,X as a,q as o}from"./index-De-aLKpK.js";import{o as s,t as c}from"./session-C_5GV08U.js";import{t as l}from"./documents-C-siBnIb.js";var u=class extends n{static properties={error:{state:!0}};#e=new i(this,()=>({path:`/me/consents`,read:l}));constructor(){super(),this.error=null}render(){return r`<div class="stack narrow">
      <h1>${a(`documents`)}</h1>
      <p>${a(`documents.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#e.render(e=>r`<ul class="plain stack1">
            ${e.items.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(n){let{kind:i,current_version:o,agreed_version:s,agreed_at:c}=n,l=a(`agree.read.label`,{version:o,document:a(i)});return r`<li class="box stack1">
      <h2>${a(i)}</h2>
      <p>
        ${s===null||c===null?a(`agreed.none`):a(`agreed.to`,{version:s,when:t(c)})}
      </p>
      <div class="row">
        <a class="btn" href="#/documents/${i}" aria-label=${l}>${a(`agree.read`,{version:o})}</a>
        ${s===o?e:r`<button class="btn main" type="button" @click=${()=>this.#n({[i]:o})}>
                ${a(`agree.new`,{version:o})}
              </button>`}
        ${n.mandatory||s===null?e:r`<button class="btn" type="button" @click=${()=>this.#n({[i]:null})}>
                ${a(`agree.withdraw`)}
              </button>`}
      </div>
    </li>`}#n(e){return o(this,async()=>{await c.call({method:`PUT`,path:`/me/consents`,body:e,read:l}),await Promise.all([this.#e.read(),s(`me`)])})}};customElements.define(`consents-view`,u);