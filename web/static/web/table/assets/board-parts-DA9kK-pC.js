import{_ as e,c as t,l as n,t as r,y as i}from"./plain-element-DXa2qk9R.js";import{t as a}from"./save-BRJqljcs.js";import{A as o,C as s,D as c,S as l,c as u,x as d}from"./session-C_5GV08U.js";import{d as f,u as p}from"./published-log-Ddwd0YjL.js";import{n as m,r as h,t as g}from"./services-CeDtpm1A.js";import{h as _,u as v,y}from"./index-De-aLKpK.js";import{i as b}from"./account-currency-FY2ilYQc.js";async function x(){let{me:e}=u.state;if(e===null)return;let t=await f(e.id);a(`receipts.jsonl`,t,`application/x-ndjson`)}var S=class extends r{static properties={count:{state:!0}};constructor(){super(),this.count=0}connectedCallback(){super.connectedCallback();let{me:e}=u.state;e!==null&&this.addController(new b(this,g(e.id).store,u))}updated(){this.#e()}async#e(){let{me:e}=u.state;e!==null&&(this.count=await p(e.id))}render(){let{me:t}=u.state,n=t===null?null:m(t.id).ownEpochs.newest,{count:r}=this;return i`<details class="box receipts">
      <summary>${y(`receipts`)}</summary>
      <p class="small quiet">${r===0?y(`receipts.none`):y(`receipts.text`,{count:r})}</p>
      ${n===null?e:i`<p class="small quiet">${y(`receipts.seed`,{epoch:n.epoch,size:n.size})}</p>`}
      ${r===0?e:i`<button class="btn low" type="button" @click=${x}>${y(`receipts.export`)}</button>`}
    </details>`}};customElements.define(`receipts-box`,S);var C=o({family:c(`red-dog`),decks:d,pay:o({spread:s(d),trips:d})}),w=o({family:c(`montana`),decks:d,hand:d}),T=o({pay:s(d)}),E=[`two-pair`,`three-of-a-kind`,`straight`,`flush`,`full-house`,`four-of-a-kind`,`straight-flush`,`royal-flush`];function D(e){if(!l(e))return null;if(e.family===`red-dog`)return C(e,`sheet`);if(e.family!==`montana`)return null;let{bonus:t}=e,n=l(t)&&Object.keys(t).length>0;return{...w(e,`sheet`),bonus:n?T(t,`sheet.bonus`).pay:[]}}function O(e){let t=[];for(let[n,r]of e.entries()){let e=t.at(-1);e?.odds===r?t[t.length-1]={...e,last:n+1}:t.push({odds:r,first:n+1,last:n+1})}return t}function k(e){return e.titles[n.state.current]}function A(e){return new Intl.NumberFormat(n.state.current,{minimumFractionDigits:3,maximumFractionDigits:3}).format(Number(e.percent))}function j(e,t){let n=e.rtp.find(e=>e.basis===t);return n===void 0?null:A(n)}var M=(t,n,r,a=e)=>i`<div class="problem ${t} small">
    <strong>${n}</strong>
    <p>${r}</p>
    ${a}
  </div>`;function N(e,t){let n={min:v(t.stakeMin,t.currency),max:`${v(t.stakeMax,t.currency)} ${t.currency}`},r={sideMin:v(t.sideMin,t.currency),sideMax:`${v(t.sideMax,t.currency)} ${t.currency}`},a=j(e,`stake`)??``,o=j(e,`side-bet`);return i`<div class="head">
    <h1>${k(e)}</h1>
    <p class="small quiet">
      ${t.sideMax>0?_(`stakes.side`,{...n,...r}):_(`stakes`,n)}
      ${_(`packs`,{decks:D(e.sheet)?.decks??1})}
      ${o===null?_(`returns`,{percent:a}):_(`returns.side`,{percent:a,side:o})}
      <a href="#/rules/${e.game}">${_(`rules`)}</a> ·
      <a href="/api/v1/games/${e.game}/par-sheet" target="_blank">${_(`par-sheet`)}</a>
    </p>
  </div>`}function P(e){return i`<span class="on-phone">
    <a class="btn bare low" href="#/rules/${e.game}">${_(`rules`)}</a>
    <a class="btn bare low" href="/api/v1/games/${e.game}/par-sheet" target="_blank">${_(`par-sheet`)}</a>
  </span>`}function F(e,t){return i`<div class="box stack">
    <h1>${e}</h1>
    <p>${t}</p>
    <p><a class="btn" href="#/games">${_(`all-games`)}</a></p>
  </div>`}function I(e,t){return i`<div role="alert">
    ${M(``,y(`fault.heading`),i`${y(`fault.${e.reason}`)} ${y(`fault.text`)}`,i`<code>${e.detail}</code>
        <div class="row">
          <button class="btn low" type="button" @click=${()=>x()}>${y(`receipts.export`)}</button>
          <button class="btn low" type="button" @click=${()=>t.goOn()}>${y(`fault.go-on`)}</button>
        </div>`)}
  </div>`}function L(){return M(`warn`,y(`insecure`),y(`insecure.text`))}function R(e){let t=h.state.games?.find(t=>t.game===e),n=t===void 0?e:k(t);return M(`info`,_(`open-elsewhere`),_(`open-elsewhere.text`,{game:n}),i`<a class="btn low" href="#/play/${e}">${_(`open-elsewhere.go`)}</a>`)}function z(e){let n=e.times_out_at===null?``:t(e.times_out_at);return M(`info`,_(`open-offline`),_(`open-offline.text`,{instant:n}))}function B(){return M(`warn`,_(`switched-off`),_(`switched-off.text`))}function V(e){return M(`info`,_(`empty-account`),_(`empty-account.text`),i`<div class="row">
      <a class="btn low" href="#/cashier">${_(`deposit`)}</a>
      <a class="btn bare low" href="#/rules/${e}">${_(`rules`)}</a>
    </div>`)}export{z as a,j as c,k as d,E as f,F as i,P as l,D as m,I as n,L as o,O as p,N as r,R as s,V as t,B as u};