import{_ as e,d as t,s as n,t as r,u as i}from"./plain-element-CzNnNSV1.js";import{t as a}from"./listing-QBc7vehL.js";import{i as o,t as s}from"./payments-B-8hc2b-.js";import{D as c,E as l}from"./index-C1R20B-R.js";var u=class extends r{#e=new a(this,`/wallet/statement`,o);render(){return e`<div class="stack">
      <h1>${l(`statement`)}</h1>
      <p>${l(`statement.text`)}</p>
      ${this.#e.render(l(`statement.none`),e=>this.#t(e))}
    </div>`}#t(r){return e`<div class="scroll" tabindex="0" role="region" aria-label=${l(`statement`)}>
      <table>
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
          ${r.map(r=>e`<tr>
                <td>${n(r.recorded_at)}</td>
                <td>${c(`kind`,r.kind)}<br /><span class="mono quiet">${r.reference}</span></td>
                <td class="num">${t(s(r))}</td>
                <td class="num">${i(r.balance.cash)}</td>
                <td class="num">${r.seq}</td>
              </tr>`)}
        </tbody>
      </table>
    </div>`}};customElements.define(`statement-view`,u);