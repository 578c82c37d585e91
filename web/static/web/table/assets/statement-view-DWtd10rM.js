import{_ as e,c as t,d as n,f as r,t as i}from"./plain-element-DIlNZIg7.js";import{t as a}from"./listing-BwG4b7YS.js";import{i as o,t as s}from"./payments-Bxj_h19e.js";import{D as c,O as l}from"./index-BKaFe8uI.js";var u=class extends i{#e=new a(this,`/wallet/statement`,o);render(){return e`<div class="stack">
      <h1>${c(`statement`)}</h1>
      <p>${c(`statement.text`)}</p>
      ${this.#e.render(c(`statement.none`),e=>this.#t(e))}
    </div>`}#t(i){return e`<div class="scroll" tabindex="0" role="region" aria-label=${c(`statement`)}>
      <table>
        <thead>
          <tr>
            <th scope="col">${c(`when`)}</th>
            <th scope="col">${c(`what`)}</th>
            <th scope="col" class="num">${c(`change`)}</th>
            <th scope="col" class="num">${c(`after`)}</th>
            <th scope="col" class="num">${c(`number`)}</th>
          </tr>
        </thead>
        <tbody>
          ${i.map(i=>e`<tr>
                <td>${t(i.recorded_at)}</td>
                <td>${l(`kind`,i.kind)}<br /><span class="mono quiet">${i.reference}</span></td>
                <td class="num">${r(s(i))}</td>
                <td class="num">${n(i.balance.cash)}</td>
                <td class="num">${i.seq}</td>
              </tr>`)}
        </tbody>
      </table>
    </div>`}};customElements.define(`statement-view`,u);