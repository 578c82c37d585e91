import{f as e,s as t,t as n,u as r,v as i}from"./plain-element-ux9t2jM3.js";import{t as a}from"./listing-B_8M252f.js";import{i as o,t as s}from"./payments-E-jZHB4A.js";import{D as c,E as l}from"./index-B4NBmOPv.js";var u=class extends n{#e=new a(this,`/wallet/statement`,o);render(){return i`<div class="stack">
      <h1>${l(`statement`)}</h1>
      <p>${l(`statement.text`)}</p>
      ${this.#e.render(l(`statement.none`),e=>this.#t(e))}
    </div>`}#t(n){return i`<div class="scroll" tabindex="0" role="region" aria-label=${l(`statement`)}>
      <table class="cards-on-phone">
        <thead>
          <tr>
            <th scope="col">${l(`when`)}</th>
            <th scope="col">${l(`what`)}</th>
            <th scope="col" class="num">${l(`change`)}</th>
            <th scope="col" class="num">${l(`after`)}</th>
            <th scope="col" class="num">${l(`number`)}</th>
          </tr>
        </thead>
        <tbody>
          ${n.map(n=>i`<tr>
                <th scope="row">${t(n.recorded_at)}</th>
                <td data-h=${l(`what`)}>
                  <span>${c(`kind`,n.kind)}<br /><span class="mono quiet">${n.reference}</span></span>
                </td>
                <td class="num" data-h=${l(`change`)}>${e(s(n))}</td>
                <td class="num" data-h=${l(`after`)}>${r(n.balance.cash)}</td>
                <td class="num" data-h=${l(`number`)}>${n.seq}</td>
              </tr>`)}
        </tbody>
      </table>
    </div>`}};customElements.define(`statement-view`,u);