import{_ as e,g as t,s as n,t as r}from"./plain-element-CzNnNSV1.js";import{A as i,D as a,E as o,k as s}from"./session-oeUAqAAD.js";import{t as c}from"./listing-QBc7vehL.js";import{L as l}from"./index-C1R20B-R.js";var u=s({id:i,round_id:i,status:a(`open`,`answered`),opened_at:i,answer_due_at:i,text:o(i),answered_at:o(i),outcome:o(a(`upheld`,`rejected`)),answer:o(i)}),d=class extends r{#e=new c(this,`/me/disputes`,u);render(){return e`<div class="stack">
      <h1>${l(`disputes`)}</h1>
      <p>${l(`disputes.text`)}</p>
      ${this.#e.render(l(`disputes.none`),t=>e`<ul class="plain stack1">
            ${t.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(r){let{answered_at:i,outcome:a,answer:o}=r;return e`<li class="box stack1">
      <h2 class="row between">
        <span>${l(`dispute.round`)} <span class="mono">${r.round_id}</span></span>
        <span class="tag">${l(a===null?`dispute.waiting`:`dispute.${a}`)}</span>
      </h2>
      <p class="small quiet">
        ${l(`dispute.opened`,{when:n(r.opened_at)})}.
        ${i===null?l(`dispute.due`,{when:n(r.answer_due_at)}):l(`dispute.answered`,{when:n(i)})}
      </p>
      <h3>${l(`dispute.yours`)}</h3>
      <p>${r.text??l(`dispute.erased`)}</p>
      ${o===null?t:e`<h3>${l(`dispute.answer`)}</h3>
              <p>${o}</p>`}
    </li>`}};customElements.define(`disputes-view`,d);