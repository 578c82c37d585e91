import{_ as e,a as t,v as n}from"./plain-element-UDqab7FQ.js";import{A as r,C as i,E as a,I as o,P as s,S as c,T as l,j as u,w as d}from"./index-Bh7Ity0z.js";import{a as f,c as p,i as m,o as h,t as g}from"./session-DBCJG_o8.js";var _=class extends r{static properties={error:{state:!0},chosen:{state:!0},busy:{state:!0}};constructor(){super(),this.error=null,this.chosen=null,this.busy=!1,this.watch(p)}open(){this.error=null,this.chosen=null,super.open()}heading(){return this.chosen===null?a(`break.heading`):a(`break.sure`)}content(){return this.chosen===null?this.#e():this.#t(this.chosen)}#e(){return n`${(p.state.wallet?.in_play.amount??0)>0?n`<p class="problem info small">${a(`break.open`)}</p>`:e}
      <p class="small quiet">${a(`break.money`)}</p>
      <form-box
        name="break"
        .fields=${b()}
        button=${a(`break.next`)}
        .send=${e=>this.#n(e)}
        .rest=${n`<button class="btn" type="button" @click=${()=>this.close()}>${a(`break.not-now`)}</button>`}
      ></form-box>`}#t(e){return n`<ul class="prose">
        <li>${v(e)}</li>
        <li>${a(`sure.person`)}</li>
        <li>${a(`sure.round`)}</li>
        <li>${a(`sure.money`)}</li>
      </ul>
      <problem-box .error=${this.error}></problem-box>
      <div class="row">
        <button class="btn main" type="button" aria-disabled=${this.busy} @click=${()=>this.#r(e)}>
          ${a(`sure.yes`)}
        </button>
        <button class="btn" type="button" @click=${()=>this.chosen=null}>${a(`sure.back`)}</button>
      </div>`}async#n(e){let t=i(s(e,`choice`),s(e,`days`));if(t===null)throw new u(`days`,a(`not-days`));t.kind===`log-out`?(await m(),this.close()):this.chosen=t}async#r(e){e.kind===`log-out`||this.busy||(this.busy=!0,await o(this,async()=>{let t={kind:e.kind,days:e.days};await g.call({method:`POST`,path:`/me/exclusion`,body:t,read:l}),this.close(),await h(`me`,`limits`,`time`)}),this.busy=!1)}};function v(e){if(e.kind===`log-out`)return``;if(e.days===null)return a(`sure.forever`);let n={days:e.days,until:t(d(f(),e.days))};return a(e.kind===`time-out`?`sure.time-out`:`sure.self`,n)}function y(e){let{kind:t,days:n}=c[e];return{value:e,label:a(t===`time-out`?`break.days`:`break.self`,{days:n})}}function b(){return[{name:`choice`,label:a(`break.how`),kind:`radio`,value:`out`,options:[{value:`out`,label:a(`break.out`),hint:a(`break.out.hint`)},{...y(`day`),hint:a(`break.days.hint`)},y(`week`),y(`six-weeks`),{value:`other`,label:a(`break.other`)},{...y(`half-year`),hint:a(`break.self.hint`)},y(`year`),{value:`other-self`,label:a(`break.self.other`)},{value:`forever`,label:a(`break.forever`)}]},{name:`days`,label:a(`break.number`),kind:`number`,hint:a(`break.number.hint`),optional:!0}]}customElements.define(`break-window`,_);