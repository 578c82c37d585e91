import{c as e,d as t,p as n,t as r,y as i}from"./plain-element-DXa2qk9R.js";import{t as a}from"./listing-CmxTkZVB.js";import{i as o,t as s}from"./payments-DjcG6NLv.js";import{I as c,L as l}from"./index-De-aLKpK.js";var u=class extends r{#e=new a(this,`/wallet/statement`,o);render(){return i`<div class="stack">
      <h1>${c(`statement`)}</h1>
      <p>${c(`statement.text`)}</p>
      ${this.#e.render(c(`statement.none`),e=>this.#t(e))}
    </div>`}#t(r){return i`<div class="scroll" tabindex="0" role="region" aria-label=${c(`statement`)}>
      <table class="cards-on-phone">
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
          ${r.map(r=>i`<tr>
                <th scope="row">${e(r.recorded_at)}</th>
                <td data-h=${c(`what`)}>
                  <span>${l(`kind`,r.kind)}<br /><span class="mono quiet">${r.reference}</span></span>
                </td>
                <td class="num" data-h=${c(`change`)}>${n(s(r))}</td>
                <td class="num" data-h=${c(`after`)}>${t(r.balance.cash)}</td>
                <td class="num" data-h=${c(`number`)}>${r.seq}</td>
              </tr>`)}
        </tbody>
      </table>
    </div>`}};customElements.define(`statement-view`,u);