import{_ as e,c as t,t as n,y as r}from"./plain-element-DXa2qk9R.js";import{A as i,D as a,E as o,j as s}from"./session-DNuZHxlA.js";import{t as c}from"./listing-AjlfY_9t.js";import{X as l}from"./index-0Nr-hQCG.js";var u=i({id:s,round_id:s,status:a(`open`,`answered`),opened_at:s,answer_due_at:s,text:o(s),answered_at:o(s),outcome:o(a(`upheld`,`rejected`)),answer:o(s)}),d=class extends n{#e=new c(this,`/me/disputes`,u);render(){return r`<div class="stack">
      <h1>${l(`disputes`)}</h1>
      <p>${l(`disputes.text`)}</p>
      ${this.#e.render(l(`disputes.none`),e=>r`<ul class="plain stack1">
            ${e.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(n){let{answered_at:i,outcome:a,answer:o}=n;return r`<li class="box stack1">
      <h2 class="row between">
        <span>${l(`dispute.round`)} <span class="mono">${n.round_id}</span></span>
        <span class="tag">${l(a===null?`dispute.waiting`:`dispute.${a}`)}</span>
      </h2>
      <p class="small quiet">
        ${l(`dispute.opened`,{when:t(n.opened_at)})}.
        ${i===null?l(`dispute.due`,{when:t(n.answer_due_at)}):l(`dispute.answered`,{when:t(i)})}
      </p>
      <h3>${l(`dispute.yours`)}</h3>
      <p>${n.text??l(`dispute.erased`)}</p>
      ${o===null?e:r`<h3>${l(`dispute.answer`)}</h3>
              <p>${o}</p>`}
    </li>`}};customElements.define(`disputes-view`,d);