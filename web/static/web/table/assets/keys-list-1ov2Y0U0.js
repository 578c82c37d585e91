import{_ as e,t,y as n}from"./plain-element-DXa2qk9R.js";import{h as r,n as i,u as a,y as o}from"./index-De-aLKpK.js";import{p as s}from"./board-parts-DA9kK-pC.js";import{_ as c,c as l,f as u,l as d,m as f,p,s as m,v as h,y as g}from"./voice-CdKBTg_m.js";import{c as _,o as v}from"./drawings-D5pd6-Vp.js";import{a as y,c as b,i as x,n as S,r as C}from"./bets-B9ZEMoOg.js";var w=(e,t)=>({winning:e,left:t,percent:(100*e/t).toFixed(1)});function T(e,t){let n=Math.abs(e.rank-t.rank);return n===0?null:n-1}function E(e,t){return w(e*4*t,52*t-2)}function D(e,t){return e.some(e=>e.suit===t.suit&&e.rank>t.rank)}function O(e){let t=0;for(let n of v){let r=e.filter(e=>e.suit===n).map(e=>e.rank),i=Math.max(1,...r);t+=Math.max(0,i-2)-r.filter(e=>e<i).length}return w(t,52-e.length)}function k(e){return n`<svg class="marker" viewBox="0 0 40 40" role="img" aria-label=${e}>
    <circle cx="20" cy="20" r="19" fill="#111" stroke="var(--edge)" stroke-width="1.5" />
    <g transform="translate(4 3.5)">${i}</g>
  </svg>`}var A=[2,3,4,5,6,7,8,9,10,11,12,13,14],j=[1,2,3,4,5,6,7,8,9,10,11];function M(t,i,a){let o=i===void 0||a===void 0?null:T(i,a);return n`<div class="rail spreads">
    <div class="railcap">
      <span>${r(`spread`)}</span>
      <span>${r(`trips`)} <b>${r(`odds`,{odds:t.pay.trips})}</b></span>
    </div>
    <ol>
      ${j.map(t=>n`<li class=${t===o?`on`:``}>
            ${t}${t===o?k(r(`marker`,{spread:t})):e}
          </li>`)}
    </ol>
    <div class="odds">
      ${s(t.pay.spread).map(({odds:t,first:i,last:a})=>n`<span class="run-${a-i+1}"
            ><b>${r(`odds`,{odds:t})}</b>${a-i>1?n` <i>${r(`odds.run`,{first:i,last:a})}</i>`:e}</span
          >`)}
    </div>
  </div>`}function N(e,t,i){let a=e!==void 0&&t!==void 0,o=a?Math.min(e.rank,t.rank):0,s=a?Math.max(e.rank,t.rank):0,c=e=>{let t=e===o||e===s?`end`:e>o&&e<s?`in`:``;return i?.rank===e?`${t} hit`:t};return n`<div class="rail ranks">
    <div class="railcap"><span>${r(s-o>1?`ranks.win`:`ranks`)}</span></div>
    <ol aria-hidden="true">
      ${A.map(e=>n`<li class=${c(e)}>${_(e)}</li>`)}
    </ol>
  </div>`}function P(e){return{room:e,bets:S,last:null,round:null,pending:null,decidesFromMs:0}}function F(e){return e.round===null?`betting`:e.round.status===`open`?`deciding`:`over`}function I(e){return e.pending===null&&F(e)!==`deciding`}function L(e,t){if(!I(e))return e;let{bets:n,room:r,last:i}=e;if(t.does===`turn`)return{...e,bets:b(n,t.to,r)};let a={change:()=>C(n,t.does===`change`?t.minor:0,r),repeat:()=>i===null?n:y(n,i,r),remove:()=>x(n)}[t.does]();return{...e,bets:a,round:null}}function R(e,t){return{...e,pending:t,round:t===`deal`?null:e.round}}function z(e){return{...e,pending:null}}function B(e,t,n){let r={stake:t.stake.amount,side:t.side_bet?.staked.amount??0},i=t.status===`open`?n+350:0;return{...e,round:t,last:r,bets:{...e.bets,...r},pending:null,decidesFromMs:i}}function V(e,t){return e.pending===null&&F(e)===`deciding`&&t>=e.decidesFromMs}function H(e,t){return e.round?.legal_actions.find(e=>e.action===t)??null}function U(e){return[`stand`,`play`].find(t=>H(e,t)!==null)??null}function W(e){return e.round?.staked.amount??e.bets.stake+e.bets.side}function G(e){return(e.round?.acts.find(e=>e.action===`raise`))?.amount.amount??null}var K=class extends t{static properties={editing:{state:!0},waiting:{state:!0}};constructor(){super(),this.editing=!1,this.waiting=null,this.watch(d)}render(){return n`<details class="box keys ${this.editing?`edit`:``}" open>
      <summary>${o(`keys`)}</summary>
      <table>
        <thead class="vh">
          <tr>
            <th scope="col">${o(`keys.action`)}</th>
            <th scope="col">${o(`keys.key`)}</th>
          </tr>
        </thead>
        <tbody>
          ${u.map(e=>this.#e(e))}
        </tbody>
      </table>
      <div class="row">
        <button
          class="btn bare low"
          type="button"
          aria-expanded=${this.editing}
          @click=${()=>{this.editing=!this.editing}}
        >
          ${o(this.editing?`keys.change.done`:`keys.change`)}
        </button>
        ${this.editing?n`<button class="btn bare low" type="button" @click=${l}>
                ${o(`keys.reset`)}
              </button>`:e}
      </div>
      <p class="small quiet">${o(`keys.note`)}</p>
    </details>`}#e(t){let r=d.state.keys[t],i=o(`keys.${t}`,{one:a(100),ten:a(1e3)}),s=c(r),l=t===`remove`&&r===p.remove;return n`<tr>
      <td>${i}</td>
      <td><kbd>${l?o(`keys.two`,{key:s}):s}</kbd></td>
      ${this.editing?n`<td class="num">
              <button
                class="btn bare low"
                type="button"
                aria-label=${this.waiting===t?e:o(`keys.change.one.of`,{action:i})}
                @click=${()=>{this.waiting=t}}
                @blur=${()=>{this.waiting=null}}
                @keydown=${this.#t}
              >
                ${o(this.waiting===t?`keys.press`:`keys.change.one`)}
              </button>
            </td>`:e}
    </tr>`}#t=e=>{let t=this.waiting,n=h(e);t===null||!f(n)&&e.key!==`Escape`||(e.preventDefault(),e.stopPropagation(),this.waiting=null,e.key!==`Escape`&&m(g(d.state.keys,t,n)))}};customElements.define(`keys-list`,K);export{E as _,V as a,U as c,L as d,R as f,D as g,O as h,I as i,G as l,M as m,W as n,H as o,N as p,P as r,F as s,B as t,z as u,T as v};