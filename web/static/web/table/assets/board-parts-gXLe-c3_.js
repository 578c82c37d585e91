import{_ as e,c as t,g as n,s as r,t as i}from"./plain-element-CzNnNSV1.js";import{t as a}from"./save-BRJqljcs.js";import{C as o,D as s,S as c,c as l,k as u,x as d}from"./session-oeUAqAAD.js";import{c as f,s as p}from"./published-log-CkoW2cGo.js";import{n as m,r as h,t as g}from"./services-BqLzjHyp.js";import{_,l as v,p as y}from"./index-C1R20B-R.js";import{n as b}from"./store-C7Ddjf2e.js";async function x(){let{me:e}=l.state;if(e===null)return;let t=await f(e.id);a(`receipts.jsonl`,t,`application/x-ndjson`)}var S=class extends i{static properties={count:{state:!0}};constructor(){super(),this.count=0}connectedCallback(){super.connectedCallback();let{me:e}=l.state;e!==null&&this.addController(new b(this,g(e.id).store,l))}updated(){this.#e()}async#e(){let{me:e}=l.state;e!==null&&(this.count=await p(e.id))}render(){let{me:t}=l.state,r=t===null?null:m(t.id).ownEpoch,{count:i}=this;return e`<details class="box receipts">
      <summary>${_(`receipts`)}</summary>
      <p class="small quiet">${i===0?_(`receipts.none`):_(`receipts.text`,{count:i})}</p>
      ${r===null?n:e`<p class="small quiet">${_(`receipts.seed`,{epoch:r.epoch,size:r.size})}</p>`}
      ${i===0?n:e`<button class="btn low" type="button" @click=${x}>${_(`receipts.export`)}</button>`}
    </details>`}};customElements.define(`receipts-box`,S);var C=u({family:s(`red-dog`),decks:d,pay:u({spread:o(d),trips:d})}),w=u({family:s(`montana`),decks:d,hand:d}),T=u({pay:o(d)}),E=[`two-pair`,`three-of-a-kind`,`straight`,`flush`,`full-house`,`four-of-a-kind`,`straight-flush`,`royal-flush`];function D(e){if(!c(e))return null;if(e.family===`red-dog`)return C(e,`sheet`);if(e.family!==`montana`)return null;let{bonus:t}=e,n=c(t)&&Object.keys(t).length>0;return{...w(e,`sheet`),bonus:n?T(t,`sheet.bonus`).pay:[]}}function O(e){let t=[];for(let[n,r]of e.entries()){let e=t.at(-1);e?.odds===r?t[t.length-1]={...e,last:n+1}:t.push({odds:r,first:n+1,last:n+1})}return t}function k(e){return e.titles[t.state.current]}function A(e){return new Intl.NumberFormat(t.state.current,{minimumFractionDigits:3,maximumFractionDigits:3}).format(Number(e.percent))}function j(e,t){let n=e.rtp.find(e=>e.basis===t);return n===void 0?null:A(n)}var M=(t,r,i,a=n)=>e`<div class="problem ${t} small">
    <strong>${r}</strong>
    <p>${i}</p>
    ${a}
  </div>`;function N(t,n){let r={min:v(n.stakeMin),max:`${v(n.stakeMax)} ${n.currency}`},i={sideMin:v(n.sideMin),sideMax:`${v(n.sideMax)} ${n.currency}`},a=j(t,`stake`)??``,o=j(t,`side-bet`);return e`<div class="head">
    <h1>${k(t)}</h1>
    <p class="small quiet">
      ${n.sideMax>0?y(`stakes.side`,{...r,...i}):y(`stakes`,r)}
      ${y(`packs`,{decks:D(t.sheet)?.decks??1})}
      ${o===null?y(`returns`,{percent:a}):y(`returns.side`,{percent:a,side:o})}
      <a href="#/rules/${t.game}">${y(`rules`)}</a> ·
      <a href="/api/v1/games/${t.game}/par-sheet" target="_blank">${y(`par-sheet`)}</a>
    </p>
  </div>`}function P(t){return e`<span class="on-phone">
    <a class="btn bare low" href="#/rules/${t.game}">${y(`rules`)}</a>
    <a class="btn bare low" href="/api/v1/games/${t.game}/par-sheet" target="_blank">${y(`par-sheet`)}</a>
  </span>`}function F(t,n){return e`<div class="box stack">
    <h1>${t}</h1>
    <p>${n}</p>
    <p><a class="btn" href="#/games">${y(`all-games`)}</a></p>
  </div>`}function I(t,n){return e`<div role="alert">
    ${M(``,_(`fault.heading`),e`${_(`fault.${t.reason}`)} ${_(`fault.text`)}`,e`<code>${t.detail}</code>
        <div class="row">
          <button class="btn low" type="button" @click=${()=>x()}>${_(`receipts.export`)}</button>
          <button class="btn low" type="button" @click=${()=>n.goOn()}>${_(`fault.go-on`)}</button>
        </div>`)}
  </div>`}function L(){return M(`warn`,_(`insecure`),_(`insecure.text`))}function R(t){let n=h.state.games?.find(e=>e.game===t),r=n===void 0?t:k(n);return M(`info`,y(`open-elsewhere`),y(`open-elsewhere.text`,{game:r}),e`<a class="btn low" href="#/play/${t}">${y(`open-elsewhere.go`)}</a>`)}function z(e){let t=e.times_out_at===null?``:r(e.times_out_at);return M(`info`,y(`open-offline`),y(`open-offline.text`,{instant:t}))}function B(){return M(`warn`,y(`switched-off`),y(`switched-off.text`))}function V(t){return M(`info`,y(`empty-account`),y(`empty-account.text`),e`<div class="row">
      <a class="btn low" href="#/cashier">${y(`deposit`)}</a>
      <a class="btn bare low" href="#/rules/${t}">${y(`rules`)}</a>
    </div>`)}export{z as a,j as c,k as d,E as f,F as i,P as l,D as m,I as n,L as o,O as p,N as r,R as s,V as t,B as u};