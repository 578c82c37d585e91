import{_ as e,a as t,g as n}from"./plain-element-CzNnNSV1.js";import{C as r,M as i,O as a,P as o,S as s,b as c,k as l,w as u,x as d}from"./index-C1R20B-R.js";import{a as f,c as p,i as m,o as h,t as g}from"./session-oeUAqAAD.js";var _=class extends a{static properties={error:{state:!0},chosen:{state:!0},busy:{state:!0}};constructor(){super(),this.error=null,this.chosen=null,this.busy=!1,this.watch(p)}open(){this.error=null,this.chosen=null,super.open()}heading(){return this.chosen===null?u(`break.heading`):u(`break.sure`)}content(){return this.chosen===null?this.#e():this.#t(this.chosen)}#e(){return e`${(p.state.wallet?.in_play.amount??0)>0?e`<p class="problem info small">${u(`break.open`)}</p>`:n}
      <p class="small quiet">${u(`break.money`)}</p>
      <form-box
        name="break"
        .fields=${b()}
        button=${u(`break.next`)}
        .send=${e=>this.#n(e)}
        .rest=${e`<button class="btn" type="button" @click=${()=>this.close()}>${u(`break.not-now`)}</button>`}
      ></form-box>`}#t(t){return e`<ul class="prose">
        <li>${v(t)}</li>
        <li>${u(`sure.person`)}</li>
        <li>${u(`sure.round`)}</li>
        <li>${u(`sure.money`)}</li>
      </ul>
      <problem-box .error=${this.error}></problem-box>
      <div class="row">
        <button class="btn main" type="button" aria-disabled=${this.busy} @click=${()=>this.#r(t)}>
          ${u(`sure.yes`)}
        </button>
        <button class="btn" type="button" @click=${()=>this.chosen=null}>${u(`sure.back`)}</button>
      </div>`}async#n(e){let t=d(i(e,`choice`),i(e,`days`));if(t===null)throw new l(`days`,u(`not-days`));t.kind===`log-out`?(await m(),this.close()):this.chosen=t}async#r(e){e.kind===`log-out`||this.busy||(this.busy=!0,await o(this,async()=>{let t={kind:e.kind,days:e.days};await g.call({method:`POST`,path:`/me/exclusion`,body:t,read:r}),this.close(),await h(`me`,`limits`,`time`)}),this.busy=!1)}};function v(e){if(e.kind===`log-out`)return``;if(e.days===null)return u(`sure.forever`);let n={days:e.days,until:t(s(f(),e.days))};return u(e.kind===`time-out`?`sure.time-out`:`sure.self`,n)}function y(e){let{kind:t,days:n}=c[e];return{value:e,label:u(t===`time-out`?`break.days`:`break.self`,{days:n})}}function b(){return[{name:`choice`,label:u(`break.how`),kind:`radio`,value:`out`,options:[{value:`out`,label:u(`break.out`),hint:u(`break.out.hint`)},{...y(`day`),hint:u(`break.days.hint`)},y(`week`),y(`six-weeks`),{value:`other`,label:u(`break.other`)},{...y(`half-year`),hint:u(`break.self.hint`)},y(`year`),{value:`other-self`,label:u(`break.self.other`)},{value:`forever`,label:u(`break.forever`)}]},{name:`days`,label:u(`break.number`),kind:`number`,hint:u(`break.number.hint`),optional:!0}]}customElements.define(`break-window`,_);