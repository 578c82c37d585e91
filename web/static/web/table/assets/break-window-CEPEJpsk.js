import{_ as e,a as t,y as n}from"./plain-element-DXa2qk9R.js";import{A as r,G as i,H as a,M as o,N as s,P as c,V as l,j as u,q as d}from"./index-De-aLKpK.js";import{a as f,c as p,i as m,o as h,t as g}from"./session-C_5GV08U.js";var _=class extends l{static properties={error:{state:!0},chosen:{state:!0},busy:{state:!0}};constructor(){super(),this.error=null,this.chosen=null,this.busy=!1,this.watch(p)}open(){this.error=null,this.chosen=null,super.open()}heading(){return this.chosen===null?c(`break.heading`):c(`break.sure`)}content(){return this.chosen===null?this.#e():this.#t(this.chosen)}#e(){return n`${(p.state.wallet?.in_play.amount??0)>0?n`<p class="problem info small">${c(`break.open`)}</p>`:e}
      <p class="small quiet">${c(`break.money`)}</p>
      <form-box
        name="break"
        .fields=${b()}
        button=${c(`break.next`)}
        .send=${e=>this.#n(e)}
        .rest=${n`<button class="btn" type="button" @click=${()=>this.close()}>${c(`break.not-now`)}</button>`}
      ></form-box>`}#t(e){return n`<ul class="prose">
        <li>${v(e)}</li>
        <li>${c(`sure.person`)}</li>
        <li>${c(`sure.round`)}</li>
        <li>${c(`sure.money`)}</li>
      </ul>
      <problem-box .error=${this.error}></problem-box>
      <div class="row">
        <button class="btn main" type="button" aria-disabled=${this.busy} @click=${()=>this.#r(e)}>
          ${c(`sure.yes`)}
        </button>
        <button class="btn" type="button" @click=${()=>this.chosen=null}>${c(`sure.back`)}</button>
      </div>`}async#n(e){let t=u(i(e,`choice`),i(e,`days`));if(t===null)throw new a(`days`,c(`not-days`));t.kind===`log-out`?(await m(),this.close()):this.chosen=t}async#r(e){e.kind===`log-out`||this.busy||(this.busy=!0,await d(this,async()=>{let t={kind:e.kind,days:e.days};await g.call({method:`POST`,path:`/me/exclusion`,body:t,read:s}),this.close(),await h(`me`,`limits`,`time`)}),this.busy=!1)}};function v(e){if(e.kind===`log-out`)return``;if(e.days===null)return c(`sure.forever`);let n={days:e.days,until:t(o(f(),e.days))};return c(e.kind===`time-out`?`sure.time-out`:`sure.self`,n)}function y(e){let{kind:t,days:n}=r[e];return{value:e,label:c(t===`time-out`?`break.days`:`break.self`,{days:n})}}function b(){return[{name:`choice`,label:c(`break.how`),kind:`radio`,value:`out`,options:[{value:`out`,label:c(`break.out`),hint:c(`break.out.hint`)},{...y(`day`),hint:c(`break.days.hint`)},y(`week`),y(`six-weeks`),{value:`other`,label:c(`break.other`)},{...y(`half-year`),hint:c(`break.self.hint`)},y(`year`),{value:`other-self`,label:c(`break.self.other`)},{value:`forever`,label:c(`break.forever`)}]},{name:`days`,label:c(`break.number`),kind:`number`,hint:c(`break.number.hint`),optional:!0}]}customElements.define(`break-window`,_);