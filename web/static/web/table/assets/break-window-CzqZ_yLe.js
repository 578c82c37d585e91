import{_ as e,a as t,y as n}from"./plain-element-DXa2qk9R.js";import{A as r,H as i,M as a,N as o,P as s,R as c,W as l,j as u,z as d}from"./index-B3IHSfUj.js";import{a as f,c as p,i as m,o as h,t as g}from"./session-DBCJG_o8.js";var _=class extends c{static properties={error:{state:!0},chosen:{state:!0},busy:{state:!0}};constructor(){super(),this.error=null,this.chosen=null,this.busy=!1,this.watch(p)}open(){this.error=null,this.chosen=null,super.open()}heading(){return this.chosen===null?s(`break.heading`):s(`break.sure`)}content(){return this.chosen===null?this.#e():this.#t(this.chosen)}#e(){return n`${(p.state.wallet?.in_play.amount??0)>0?n`<p class="problem info small">${s(`break.open`)}</p>`:e}
      <p class="small quiet">${s(`break.money`)}</p>
      <form-box
        name="break"
        .fields=${b()}
        button=${s(`break.next`)}
        .send=${e=>this.#n(e)}
        .rest=${n`<button class="btn" type="button" @click=${()=>this.close()}>${s(`break.not-now`)}</button>`}
      ></form-box>`}#t(e){return n`<ul class="prose">
        <li>${v(e)}</li>
        <li>${s(`sure.person`)}</li>
        <li>${s(`sure.round`)}</li>
        <li>${s(`sure.money`)}</li>
      </ul>
      <problem-box .error=${this.error}></problem-box>
      <div class="row">
        <button class="btn main" type="button" aria-disabled=${this.busy} @click=${()=>this.#r(e)}>
          ${s(`sure.yes`)}
        </button>
        <button class="btn" type="button" @click=${()=>this.chosen=null}>${s(`sure.back`)}</button>
      </div>`}async#n(e){let t=u(i(e,`choice`),i(e,`days`));if(t===null)throw new d(`days`,s(`not-days`));t.kind===`log-out`?(await m(),this.close()):this.chosen=t}async#r(e){e.kind===`log-out`||this.busy||(this.busy=!0,await l(this,async()=>{let t={kind:e.kind,days:e.days};await g.call({method:`POST`,path:`/me/exclusion`,body:t,read:o}),this.close(),await h(`me`,`limits`,`time`)}),this.busy=!1)}};function v(e){if(e.kind===`log-out`)return``;if(e.days===null)return s(`sure.forever`);let n={days:e.days,until:t(a(f(),e.days))};return s(e.kind===`time-out`?`sure.time-out`:`sure.self`,n)}function y(e){let{kind:t,days:n}=r[e];return{value:e,label:s(t===`time-out`?`break.days`:`break.self`,{days:n})}}function b(){return[{name:`choice`,label:s(`break.how`),kind:`radio`,value:`out`,options:[{value:`out`,label:s(`break.out`),hint:s(`break.out.hint`)},{...y(`day`),hint:s(`break.days.hint`)},y(`week`),y(`six-weeks`),{value:`other`,label:s(`break.other`)},{...y(`half-year`),hint:s(`break.self.hint`)},y(`year`),{value:`other-self`,label:s(`break.self.other`)},{value:`forever`,label:s(`break.forever`)}]},{name:`days`,label:s(`break.number`),kind:`number`,hint:s(`break.number.hint`),optional:!0}]}customElements.define(`break-window`,_);