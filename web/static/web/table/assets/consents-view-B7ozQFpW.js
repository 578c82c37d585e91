import{_ as e,c as t,t as n,y as r}from"./plain-element-DXa2qk9R.js";import{U as i,W as a,q as o}from"./index-B3IHSfUj.js";import{o as s,t as c}from"./session-DBCJG_o8.js";import{t as l}from"./documents-D3lfWgi4.js";var u=class extends n{static properties={error:{state:!0}};#e=new i(this,()=>({path:`/me/consents`,read:l}));constructor(){super(),this.error=null}render(){return r`<div class="stack narrow">
      <h1>${o(`documents`)}</h1>
      <p>${o(`documents.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#e.render(e=>r`<ul class="plain stack1">
            ${e.items.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(n){let{kind:i,current_version:a,agreed_version:s,agreed_at:c}=n,l=o(`agree.read.label`,{version:a,document:o(i)});return r`<li class="box stack1">
      <h2>${o(i)}</h2>
      <p>
        ${s===null||c===null?o(`agreed.none`):o(`agreed.to`,{version:s,when:t(c)})}
      </p>
      <div class="row">
        <a class="btn" href="#/documents/${i}" aria-label=${l}>${o(`agree.read`,{version:a})}</a>
        ${s===a?e:r`<button class="btn main" type="button" @click=${()=>this.#n({[i]:a})}>
                ${o(`agree.new`,{version:a})}
              </button>`}
        ${n.mandatory||s===null?e:r`<button class="btn" type="button" @click=${()=>this.#n({[i]:null})}>
                ${o(`agree.withdraw`)}
              </button>`}
      </div>
    </li>`}#n(e){return a(this,async()=>{await c.call({method:`PUT`,path:`/me/consents`,body:e,read:l}),await Promise.all([this.#e.read(),s(`me`)])})}};customElements.define(`consents-view`,u);