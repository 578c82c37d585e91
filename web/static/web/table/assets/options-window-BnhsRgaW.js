import{y as e}from"./plain-element-DXa2qk9R.js";import{V as t,y as n}from"./index-De-aLKpK.js";import{d as r,i,o as a,t as o,u as s}from"./voice-CdKBTg_m.js";var c=class extends t{constructor(){super(),this.watch(r)}heading(){return n(`options.heading`)}content(){return e`
      <div>
        ${this.#e(`sound`,n(`sound`),n(`sound.text`))}
        ${this.#e(`voice`,n(`voice`),n(o()?`voice.text`:`voice.none`))}
        ${this.#e(`animation`,n(`animation`),n(s()?`animation.reduced`:`animation.text`))}
      </div>
      <div class="row">
        <button class="btn main" type="button" @click=${()=>this.close()}>${n(`done`)}</button>
      </div>
    `}#e(t,n,i){return e`<label class="tick">
      <input
        type="checkbox"
        .checked=${r.state[t]}
        @change=${e=>this.#t(t,e)}
        aria-describedby="option-${t}"
      />
      <span>${n}<br /><span class="small quiet" id="option-${t}">${i}</span></span>
    </label>`}#t(e,t){a({[e]:t.target instanceof HTMLInputElement&&t.target.checked}),e===`sound`&&i()}};customElements.define(`options-window`,c);export{c as OptionsWindow};