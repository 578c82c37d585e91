import{B as e,D as t,E as n,F as r,N as i,O as a,R as o,V as s,W as c,c as l,f as u,i as d,j as f,y as p}from"./index-Br6RixXs.js";import{h as m,m as h,n as g,r as _,t as v}from"./services-BfIeqXKN.js";var y=[100,500,2500,1e4],b={stake:0,side:0,on:`stake`};function x(e,t){let n=e.find(e=>e.stake_min.currency===t);return n===void 0?null:{currency:t,stakeMin:n.stake_min.amount,stakeMax:n.stake_max.amount,sideMin:n.side_bet_min?.amount??0,sideMax:n.side_bet_max?.amount??0}}function S(e,t,n){let r=e.on===`stake`?n.stakeMax:n.sideMax;return{...e,[e.on]:Math.min(r,Math.max(0,e[e.on]+t))}}function C(e,t,n){return{...e,on:n.sideMax>0?t:`stake`}}function w(e,t,n){return{...e,stake:Math.min(t.stake,n.stakeMax),side:Math.min(t.side,n.sideMax)}}function T(e){return{...e,stake:0,side:0}}function E(e){return e.stake+e.side}var D=i({family:f(`red-dog`),decks:n,pay:i({spread:a(n),trips:n})}),O=i({family:f(`montana`),decks:n,hand:n}),k=i({pay:a(n)}),A=[`two-pair`,`three-of-a-kind`,`straight`,`flush`,`full-house`,`four-of-a-kind`,`straight-flush`,`royal-flush`];function j(e){if(!t(e))return null;if(e.family===`red-dog`)return D(e,`sheet`);if(e.family!==`montana`)return null;let{bonus:n}=e,r=t(n)&&Object.keys(n).length>0;return{...O(e,`sheet`),bonus:r?k(n,`sheet.bonus`).pay:[]}}function M(e){let t=[];for(let[n,r]of e.entries()){let e=t.at(-1);e?.odds===r?t[t.length-1]={...e,last:n+1}:t.push({odds:r,first:n+1,last:n+1})}return t}async function N(){let{me:e}=p.state;if(e===null)return;let t=await m(e.id),n=URL.createObjectURL(new Blob([t],{type:`application/x-ndjson`})),r=document.createElement(`a`);r.href=n,r.download=`receipts.jsonl`,r.click(),URL.revokeObjectURL(n)}var P=class extends r{static properties={count:{state:!0}};constructor(){super(),this.count=0}connectedCallback(){super.connectedCallback();let{me:e}=p.state;e!==null&&this.addController(new c(this,v(e.id).store,p))}updated(){this.#e()}async#e(){let{me:e}=p.state;e!==null&&(this.count=await h(e.id))}render(){let{me:t}=p.state,n=t===null?null:g(t.id).ownEpoch,{count:r}=this;return s`<details class="box receipts">
      <summary>${u(`receipts`)}</summary>
      <p class="small quiet">${r===0?u(`receipts.none`):u(`receipts.text`,{count:r})}</p>
      ${n===null?e:s`<p class="small quiet">${u(`receipts.seed`,{epoch:n.epoch,size:n.size})}</p>`}
      ${r===0?e:s`<button class="btn low" type="button" @click=${N}>${u(`receipts.export`)}</button>`}
    </details>`}};customElements.define(`receipts-box`,P);function F(e){return e.titles[o.state.current]}function I(e){return new Intl.NumberFormat(o.state.current,{minimumFractionDigits:3,maximumFractionDigits:3}).format(Number(e.percent))}function L(e,t){let n=e.rtp.find(e=>e.basis===t);return n===void 0?null:I(n)}var R=(t,n,r,i=e)=>s`<div class="problem ${t} small">
    <strong>${n}</strong>
    <p>${r}</p>
    ${i}
  </div>`;function z(e,t){let n={min:d(t.stakeMin),max:`${d(t.stakeMax)} ${t.currency}`},r={sideMin:d(t.sideMin),sideMax:`${d(t.sideMax)} ${t.currency}`},i=L(e,`stake`)??``,a=L(e,`side-bet`);return s`<div class="head">
    <h1>${F(e)}</h1>
    <p class="small quiet">
      ${t.sideMax>0?l(`stakes.side`,{...n,...r}):l(`stakes`,n)}
      ${l(`packs`,{decks:j(e.sheet)?.decks??1})}
      ${a===null?l(`returns`,{percent:i}):l(`returns.side`,{percent:i,side:a})}
      <a href="#/rules/${e.game}">${l(`rules`)}</a>
    </p>
  </div>`}function B(e,t){return s`<div class="box stack">
    <h1>${e}</h1>
    <p>${t}</p>
    <p><a class="btn" href="#/games">${l(`all-games`)}</a></p>
  </div>`}function V(e,t){return s`<div role="alert">
    ${R(``,u(`fault.heading`),s`${u(`fault.${e.reason}`)} ${u(`fault.text`)}`,s`<code>${e.detail}</code>
        <div class="row">
          <button class="btn low" type="button" @click=${()=>N()}>${u(`receipts.export`)}</button>
          <button class="btn low" type="button" @click=${()=>t.goOn()}>${u(`fault.go-on`)}</button>
        </div>`)}
  </div>`}function H(){return R(`warn`,u(`insecure`),u(`insecure.text`))}function U(e){let t=_.state.games?.find(t=>t.game===e),n=t===void 0?e:F(t);return R(`info`,l(`open-elsewhere`),l(`open-elsewhere.text`,{game:n}),s`<a class="btn low" href="#/play/${e}">${l(`open-elsewhere.go`)}</a>`)}function W(){return R(`warn`,l(`switched-off`),l(`switched-off.text`))}function G(e){return R(`info`,l(`empty-account`),l(`empty-account.text`),s`<a href="#/rules/${e}">${l(`rules`)}</a>`)}export{w as _,H as a,C as b,W as c,M as d,j as f,T as g,S as h,B as i,F as l,b as m,V as n,U as o,y as p,z as r,L as s,G as t,A as u,x as v,E as y};