import{_ as e,g as t,t as n}from"./plain-element-CzNnNSV1.js";import{_ as r,l as i,p as a,t as o}from"./index-C1R20B-R.js";import{_ as s,c,f as l,l as u,m as d,p as f,s as p,v as m,y as h}from"./voice-J87icDCA.js";import{p as g}from"./board-parts-gXLe-c3_.js";import{c as _,o as v}from"./drawings-CQqfAow_.js";import{a as y,c as b,i as x,n as S,r as C}from"./bets-B9ZEMoOg.js";var w=(e,t)=>({winning:e,left:t,percent:(100*e/t).toFixed(1)});function T(e,t){let n=Math.abs(e.rank-t.rank);return n===0?null:n-1}function E(e,t){return w(e*4*t,52*t-2)}function D(e,t){return e.some(e=>e.suit===t.suit&&e.rank>t.rank)}function O(e){let t=0;for(let n of v){let r=e.filter(e=>e.suit===n).map(e=>e.rank),i=Math.max(1,...r);t+=Math.max(0,i-2)-r.filter(e=>e<i).length}return w(t,52-e.length)}function k(t){return e`<svg class="marker" viewBox="0 0 40 40" role="img" aria-label=${t}>
    <circle cx="20" cy="20" r="19" fill="#111" stroke="var(--edge)" stroke-width="1.5" />
    <g transform="translate(4 3.5)">${o}</g>
  </svg>`}var A=[2,3,4,5,6,7,8,9,10,11,12,13,14],j=[1,2,3,4,5,6,7,8,9,10,11];function M(n,r,i){let o=r===void 0||i===void 0?null:T(r,i);return e`<div class="rail spreads">
    <div class="railcap">
      <span>${a(`spread`)}</span>
      <span>${a(`trips`)} <b>${a(`odds`,{odds:n.pay.trips})}</b></span>
    </div>
    <ol>
      ${j.map(n=>e`<li class=${n===o?`on`:``}>
            ${n}${n===o?k(a(`marker`,{spread:n})):t}
          </li>`)}
    </ol>
    <div class="odds">
      ${g(n.pay.spread).map(({odds:n,first:r,last:i})=>e`<span class="run-${i-r+1}"
            ><b>${a(`odds`,{odds:n})}</b>${i-r>1?e` <i>${a(`odds.run`,{first:r,last:i})}</i>`:t}</span
          >`)}
    </div>
  </div>`}function N(t,n,r){let i=t!==void 0&&n!==void 0,o=i?Math.min(t.rank,n.rank):0,s=i?Math.max(t.rank,n.rank):0,c=e=>{let t=e===o||e===s?`end`:e>o&&e<s?`in`:``;return r?.rank===e?`${t} hit`:t};return e`<div class="rail ranks">
    <div class="railcap"><span>${a(s-o>1?`ranks.win`:`ranks`)}</span></div>
    <ol aria-hidden="true">
      ${A.map(t=>e`<li class=${c(t)}>${_(t)}</li>`)}
    </ol>
  </div>`}function P(e){return{room:e,bets:S,last:null,round:null,pending:null,decidesFromMs:0}}function F(e){return e.round===null?`betting`:e.round.status===`open`?`deciding`:`over`}function I(e){return e.pending===null&&F(e)!==`deciding`}function L(e,t){if(!I(e))return e;let{bets:n,room:r,last:i}=e;if(t.does===`turn`)return{...e,bets:b(n,t.to,r)};let a={change:()=>C(n,t.does===`change`?t.minor:0,r),repeat:()=>i===null?n:y(n,i,r),remove:()=>x(n)}[t.does]();return{...e,bets:a,round:null}}function R(e,t){return{...e,pending:t,round:t===`deal`?null:e.round}}function z(e){return{...e,pending:null}}function B(e,t,n){let r={stake:t.stake.amount,side:t.side_bet?.staked.amount??0},i=t.status===`open`?n+350:0;return{...e,round:t,last:r,bets:{...e.bets,...r},pending:null,decidesFromMs:i}}function V(e,t){return e.pending===null&&F(e)===`deciding`&&t>=e.decidesFromMs}function H(e,t){return e.round?.legal_actions.find(e=>e.action===t)??null}function U(e){return[`stand`,`play`].find(t=>H(e,t)!==null)??null}function W(e){return e.round?.staked.amount??e.bets.stake+e.bets.side}function G(e){return(e.round?.acts.find(e=>e.action===`raise`))?.amount.amount??null}var K=class extends n{static properties={editing:{state:!0},waiting:{state:!0}};constructor(){super(),this.editing=!1,this.waiting=null,this.watch(u)}render(){return e`<details class="box keys ${this.editing?`edit`:``}" open>
      <summary>${r(`keys`)}</summary>
      <table>
        <thead class="vh">
          <tr>
            <th scope="col">${r(`keys.action`)}</th>
            <th scope="col">${r(`keys.key`)}</th>
          </tr>
        </thead>
        <tbody>
          ${l.map(e=>this.#e(e))}
        </tbody>
      </table>
      <div class="row">
        <button
          class="btn bare low"
          type="button"
          aria-expanded=${this.editing}
          @click=${()=>{this.editing=!this.editing}}
        >
          ${r(this.editing?`keys.change.done`:`keys.change`)}
        </button>
        ${this.editing?e`<button class="btn bare low" type="button" @click=${c}>
                ${r(`keys.reset`)}
              </button>`:t}
      </div>
      <p class="small quiet">${r(`keys.note`)}</p>
    </details>`}#e(n){let a=u.state.keys[n],o=r(`keys.${n}`,{one:i(100),ten:i(1e3)}),c=s(a),l=n===`remove`&&a===f.remove;return e`<tr>
      <td>${o}</td>
      <td><kbd>${l?r(`keys.two`,{key:c}):c}</kbd></td>
      ${this.editing?e`<td class="num">
              <button
                class="btn bare low"
                type="button"
                aria-label=${this.waiting===n?t:r(`keys.change.one.of`,{action:o})}
                @click=${()=>{this.waiting=n}}
                @blur=${()=>{this.waiting=null}}
                @keydown=${this.#t}
              >
                ${r(this.waiting===n?`keys.press`:`keys.change.one`)}
              </button>
            </td>`:t}
    </tr>`}#t=e=>{let t=this.waiting,n=m(e);t===null||!d(n)&&e.key!==`Escape`||(e.preventDefault(),e.stopPropagation(),this.waiting=null,e.key!==`Escape`&&p(h(u.state.keys,t,n)))}};customElements.define(`keys-list`,K);export{E as _,V as a,U as c,L as d,R as f,D as g,O as h,I as i,G as l,M as m,W as n,H as o,N as p,P as r,F as s,B as t,z as u,T as v};