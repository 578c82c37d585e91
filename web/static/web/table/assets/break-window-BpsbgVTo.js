import{_ as e,a as t,v as n}from"./plain-element-UDqab7FQ.js";import{C as r,E as i,F as a,L as o,M as s,S as c,T as l,j as u,w as d}from"./index-xwzWOZEF.js";import{a as f,c as p,i as m,o as h,t as g}from"./session-CetcAK7c.js";var _=class extends u{static properties={error:{state:!0},chosen:{state:!0},busy:{state:!0}};constructor(){super(),this.error=null,this.chosen=null,this.busy=!1,this.watch(p)}open(){this.error=null,this.chosen=null,super.open()}heading(){return this.chosen===null?i(`break.heading`):i(`break.sure`)}content(){return this.chosen===null?this.#e():this.#t(this.chosen)}#e(){return n`${(p.state.wallet?.in_play.amount??0)>0?n`<p class="problem info small">${i(`break.open`)}</p>`:e}
      <p class="small quiet">${i(`break.money`)}</p>
      <form-box
        name="break"
        .fields=${b()}
        button=${i(`break.next`)}
        .send=${e=>this.#n(e)}
        .rest=${n`<button class="btn" type="button" @click=${()=>this.close()}>${i(`break.not-now`)}</button>`}
      ></form-box>`}#t(e){return n`<ul class="prose">
        <li>${v(e)}</li>
        <li>${i(`sure.person`)}</li>
        <li>${i(`sure.round`)}</li>
        <li>${i(`sure.money`)}</li>
      </ul>
      <problem-box .error=${this.error}></problem-box>
      <div class="row">
        <button class="btn main" type="button" aria-disabled=${this.busy} @click=${()=>this.#r(e)}>
          ${i(`sure.yes`)}
        </button>
        <button class="btn" type="button" @click=${()=>this.chosen=null}>${i(`sure.back`)}</button>
      </div>`}async#n(e){let t=r(a(e,`choice`),a(e,`days`));if(t===null)throw new s(`days`,i(`not-days`));t.kind===`log-out`?(await m(),this.close()):this.chosen=t}async#r(e){e.kind===`log-out`||this.busy||(this.busy=!0,await o(this,async()=>{let t={kind:e.kind,days:e.days};await g.call({method:`POST`,path:`/me/exclusion`,body:t,read:l}),this.close(),await h(`me`,`limits`,`time`)}),this.busy=!1)}};function v(e){if(e.kind===`log-out`)return``;if(e.days===null)return i(`sure.forever`);let n={days:e.days,until:t(d(f(),e.days))};return i(e.kind===`time-out`?`sure.time-out`:`sure.self`,n)}function y(e){let{kind:t,days:n}=c[e];return{value:e,label:i(t===`time-out`?`break.days`:`break.self`,{days:n})}}function b(){return[{name:`choice`,label:i(`break.how`),kind:`radio`,value:`out`,options:[{value:`out`,label:i(`break.out`),hint:i(`break.out.hint`)},{...y(`day`),hint:i(`break.days.hint`)},y(`week`),y(`six-weeks`),{value:`other`,label:i(`break.other`)},{...y(`half-year`),hint:i(`break.self.hint`)},y(`year`),{value:`other-self`,label:i(`break.self.other`)},{value:`forever`,label:i(`break.forever`)}]},{name:`days`,label:i(`break.number`),kind:`number`,hint:i(`break.number.hint`),optional:!0}]}customElements.define(`break-window`,_);