import{_ as e,c as t,t as n,y as r}from"./plain-element-DXa2qk9R.js";import{A as i,D as a,E as o,j as s,x as c}from"./session-C_5GV08U.js";import{t as l}from"./listing-CmxTkZVB.js";import{X as u}from"./index-De-aLKpK.js";var d=i({id:s,about:a(`round`,`hand`),round_id:o(s),table_id:o(s),epoch:o(c),status:a(`open`,`answered`),opened_at:s,answer_due_at:s,text:o(s),answered_at:o(s),outcome:o(a(`upheld`,`rejected`)),answer:o(s)}),f=class extends n{#e=new l(this,`/me/disputes`,d);render(){return r`<div class="stack">
      <h1>${u(`disputes`)}</h1>
      <p>${u(`disputes.text`)}</p>
      ${this.#e.render(u(`disputes.none`),e=>r`<ul class="plain stack1">
            ${e.map(e=>this.#t(e))}
          </ul>`)}
    </div>`}#t(n){let{answered_at:i,outcome:a,answer:o}=n;return r`<li class="box stack1">
      <h2 class="row between">
        ${p(n)}
        <span class="tag">${u(a===null?`dispute.waiting`:`dispute.${a}`)}</span>
      </h2>
      <p class="small quiet">
        ${u(`dispute.opened`,{when:t(n.opened_at)})}.
        ${i===null?u(`dispute.due`,{when:t(n.answer_due_at)}):u(`dispute.answered`,{when:t(i)})}
      </p>
      <h3>${u(`dispute.yours`)}</h3>
      <p>${n.text??u(`dispute.erased`)}</p>
      ${o===null?e:r`<h3>${u(`dispute.answer`)}</h3>
              <p>${o}</p>`}
    </li>`}};function p({about:e,round_id:t,table_id:n,epoch:i}){return e===`round`?r`<a href="#/verify/${t}">${u(`dispute.round`)} <span class="mono">${t}</span></a>`:r`<a href="#/verify-hand/${n}/${i}"
    >${u(`dispute.hand`,{epoch:i??``})} <span class="mono">${n}</span></a
  >`}customElements.define(`disputes-view`,f);