import{B as e,F as t,V as n,f as r}from"./index-Br6RixXs.js";import{d as i,i as a,o,t as s,u as c}from"./voice-BRp7uxm6.js";var l=class extends t{static properties={shown:{state:!0}};constructor(){super(),this.shown=!1}escapable(){return!0}open(){this.shown=!0}close(){this.shown=!1}render(){if(!this.shown)return e;let t=`${this.localName}-heading`;return n`<dialog aria-labelledby=${t} @close=${this.closed} @cancel=${this.cancelled} @keydown=${this.pressed}>
      <div class="stack">
        <h2 id=${t} tabindex="-1">${this.heading()}</h2>
        ${this.content()}
      </div>
    </dialog>`}updated(e){let t=this.querySelector(`dialog`);t!==null&&!t.open&&e.has(`shown`)&&(t.showModal(),this.querySelector(`h2`)?.focus())}closed(){this.shown=!1}cancelled(e){this.escapable()||e.preventDefault()}pressed(e){e.key===`Escape`&&!this.escapable()&&e.preventDefault()}},u=class extends l{constructor(){super(),this.watch(i)}heading(){return r(`options.heading`)}content(){return n`
      <div>
        ${this.#e(`sound`,r(`sound`),r(`sound.text`))}
        ${this.#e(`voice`,r(`voice`),r(s()?`voice.text`:`voice.none`))}
        ${this.#e(`animation`,r(`animation`),r(c()?`animation.reduced`:`animation.text`))}
      </div>
      <div class="row">
        <button class="btn main" type="button" @click=${()=>this.close()}>${r(`done`)}</button>
      </div>
    `}#e(e,t,r){return n`<label class="tick">
      <input
        type="checkbox"
        .checked=${i.state[e]}
        @change=${t=>this.#t(e,t)}
        aria-describedby="option-${e}"
      />
      <span>${t}<br /><span class="small quiet" id="option-${e}">${r}</span></span>
    </label>`}#t(e,t){o({[e]:t.target instanceof HTMLInputElement&&t.target.checked}),e===`sound`&&a()}};customElements.define(`options-window`,u);export{u as OptionsWindow};