import{S as e,_ as t,l as n,r,t as i,y as a}from"./plain-element-DXa2qk9R.js";import{a as o,s}from"./drawings-D5pd6-Vp.js";import{c,d as l,l as u}from"./index-De-aLKpK.js";import{A as d,C as f,c as p,j as m,t as h}from"./session-C_5GV08U.js";import{l as g,n as _}from"./services-CeDtpm1A.js";import{_ as v,a as y,m as b,p as ee,r as x,s as te,t as S,y as C}from"./published-log-Ddwd0YjL.js";import{a as w,c as T,i as E,o as ne,r as D,s as O}from"./fields-Bck0bIG4.js";import{c as k,s as A}from"./answers-C_FEV3yY.js";import{_ as j,o as M,p as re,s as N,x as P,y as ie}from"./player-key-CiE4vGYp.js";import{i as ae,m as oe,n as se,r as F,t as I}from"./dispute-box-D7GaNOGR.js";var L=({deal:e})=>D(e.fields,`nonce`),R=({deal:e})=>D(e.fields,`epoch`),z=({end:e})=>e.fields.seed===void 0?void 0:O(e.fields,`seed`);function B({opened:e,drawn:t}){let n=O(e.fields,`client`),r=[{name:`client`,value:n}];return typeof t==`string`?{name:`own-seed`,result:`given`,said:t,facts:r}:t.seed===n?{name:`own-seed`,result:`holds`,said:`drawn`,facts:r}:{name:`own-seed`,result:`fails`,said:`other`,facts:[...r,{name:`drawn`,value:t.seed}]}}function V(e){let t=z(e);if(t===void 0)return{name:`seed`,result:`not-checked`,said:`lost`,facts:[]};let{deal:n,announced:r}=e,i=C(n.chain,R(e),L(e),0,t).at(-1)??``,a=i===r.commitment;return{name:`seed`,result:a?`holds`:`fails`,said:a?`equal`:`differs`,args:{rounds:L(e)},facts:[{name:`seed`,value:t},{name:`computed`,value:i},{name:`commitment`,value:r.commitment}]}}function H({deal:e,rules:t}){if(t===void 0||re(y(j(t)))!==e.fields.rules)return`no-rules`;let n=te(j(t)),r=n===void 0?void 0:ie(n.text.subarray(0,-1));if(!P(r)||!P(r.rules))return`no-rules`;let i=ae.get(O(r.rules,`family`));return i===void 0?`no-family`:{sheet:r.rules,family:i}}function U(e,t,n){let r=v(e.deal.chain,R(e),L(e),t,O(e.opened.fields,`client`));return new b(r,52*D(n,`decks`))}function W(e){let t=z(e),n=H(e);if(t===void 0)return{name:`cards`,result:`not-checked`,said:`lost`,facts:[]};if(typeof n==`string`)return{name:`cards`,result:`not-checked`,said:n,facts:[]};let{sheet:r,family:i}=n,a=U(e,t,r),o=i.cards(r,a),{deal:s,end:c}=e,l=T(s.fields,`cards`),u=c.type===`settle`?T(c.fields,`cards`):l,d=e=>e.every((e,t)=>o[t]===e),f=(c.type!==`settle`||u.length===o.length)&&d(l)&&d(u)&&d(e.cards);return{name:`cards`,result:f?`holds`:`fails`,said:f?`equal`:`differ`,facts:[],draws:a.draws,shown:u}}function G(e){let{deal:t,end:n}=e,r=D(t.fields,`ante`),i=t.fields.bonus===void 0?0:D(t.fields,`bonus`);if(n.type===`void`)return{name:`payout`,...ce(e,r+i)};let a=H(e),o=z(e);if(typeof a==`string`||o===void 0)return{name:`payout`,result:`not-checked`,said:typeof a==`string`?a:`lost`,facts:[]};let{sheet:s,family:c}=a,l=c.cards(s,U(e,o,s)),u=ne(n.fields,`acts`).map(e=>({a:O(e,`a`),amt:D(e,`amt`)})),d=c.outcome(s,l,r,u),f=i>0?c.sideBet?.(s,l,i).returned??0:0,[p,m]=[r+i+oe(u),d.returned+f],h=w(n.fields,`pay`),g=h.staked===p&&h.returned===m&&O(n.fields,`result`)===d.result,[_=0]=E(t.fields,`bal`),v=E(n.fields,`bal`)[1]??0,y=K(t)+K(n)===m-p,b=g&&y;return{name:`payout`,result:b?`holds`:`fails`,said:b?`right`:g?`unbalanced`:`wrong`,args:{result:d.result,staked:p,returned:m,before:_,after:v,recorded:D(h,`returned`)},facts:[]}}var K=e=>{let[t=0,n=0]=E(e.fields,`bal`);return n-t};function ce(e,t){let n=K(e.end),r=n===t,i={staked:t,returned:n,reason:O(e.end.fields,`reason`)};return{result:r?`holds`:`fails`,said:r?`voided`:`void-short`,args:i,facts:[]}}var q=200,le=d({items:f(d({leaf:m,note:m}))}),J=class extends Error{};async function ue(e,t){let{client:n}=e,r=await n.call({path:`/rounds/${t}`,read:k});if(r.status===`open`)throw new J;let i=r.receipts.map(x),[a,o]=[i[0],i.at(-1)];N(a?.type===`deal`&&o!==void 0&&o!==a,`other-record`,`round ${t} has no deal and end`);let s=await fe(n,a),[c,l]=await Promise.all([Y(n,`rules`),Y(n,`key`)]),u={...s,deal:a,end:o,rules:c.find(({leaf:e})=>e===a.fields.rules)?.note,drawn:e.drawn(D(a.fields,`epoch`)),cards:r.cards};return{round:r,steps:[await pe(e,u),B(u),V(u),W(u),G(u),await F([s.opened,a,o],await de(e,l)),await me(e,[s.opened,a,o])]}}async function Y(e,t){return(await e.call({path:`/log/announcements/${t}`,read:le})).items}async function de({log:e},t){let{root:n,origin:r}=await e.trust();return se(t.map(({note:e})=>e),n,r)}async function fe(e,t){let n=D(t.fields,`epoch`),r;for(let i=t.seq;i>0;i-=q){let t=Math.max(0,i-q),a=(await e.call({path:`/records?after=${t-1}&limit=${i-t}`,read:A})).items.map(e=>x(e));r??=a.findLast(({type:e,fields:t})=>e===`open`&&t.epoch===n);let o=a.findLast(e=>g(e)?.epoch===n),s=o===void 0?null:g(o);if(r!==void 0&&s!==null)return{announced:s,opened:r}}N(!1,`other-record`,`no record of the chain opens epoch ${n}`)}async function pe({log:e},{announced:t,opened:n}){let r=[{name:`commitment`,value:t.commitment}],i=D(n.fields,`size`);try{let[a,o]=[await e.prove(t.leaf),await e.prove(n.leaf)],s=a.index<i&&i<=o.index,c={place:a.index,size:i,opened:o.index};return{name:`committed`,result:s?`holds`:`fails`,said:s?`before`:`after`,args:c,facts:r}}catch(e){if(!(e instanceof M))throw e;return{name:`committed`,result:`fails`,said:`unproved`,args:{detail:e.message},facts:r}}}async function me({log:e,player:t},n){try{let r=[],i=0,a=``;for(let{leaf:o,seq:s}of n){let n=await ee(t,s);N(n===null||n===o,`broken-chain`,`the receipt that was kept of record ${s} is another one`);let c=await e.prove(o);r.push(c.index),{size:i,root:a}=c.checkpoint}return{name:`logged`,result:`holds`,said:`included`,args:{places:r.join(`, `),size:i},facts:[{name:`root`,value:a}]}}catch(e){if(!(e instanceof M))throw e;return{name:`logged`,result:`fails`,said:`unproved`,args:{detail:e.message},facts:[]}}}var X=r(u,c),he=e=>e in u,Z=(e,t)=>he(e)?X(e,t):e,ge={holds:`ok`,partly:`info`,fails:`bad`},_e={holds:`ok`,fails:`bad`,given:``,"not-checked":`warn`},Q=new Set([`staked`,`returned`,`before`,`after`,`recorded`]),$=class extends i{static properties={round:{type:String},steps:{state:!0},error:{state:!0}};#e=``;constructor(){super(),this.round=``,this.steps=null,this.error=null}willUpdate(e){e.has(`round`)&&this.#t()}async#t(){let{me:e}=p.state;if(e===null)return;this.steps=null,this.error=null;let{ownEpochs:t}=_(e.id),n=e=>t.drawn(e);try{let{round:t,steps:r}=await ue({client:h,log:new S(localStorage),player:e.id,drawn:n},this.round);this.#e=t.stake.currency,this.steps=r}catch(e){this.error=e}}render(){return a`<h1>${X(`title`)}</h1>
      <p class="mono quiet">${this.round}</p>
      ${this.#n()}
      <dispute-box .about=${{round:this.round}}></dispute-box>
      <p><a href="#/games">${X(`back`)}</a></p>`}#n(){if(this.error instanceof J)return a`<div class="problem info" role="status">
        <strong>${X(`still-open`)}</strong>
        <p>${X(`still-open.text`)}</p>
      </div>`;if(this.error!==null)return a`<problem-box .error=${this.error}></problem-box>`;if(this.steps===null)return a`<p class="quiet" role="status">${X(`checking`)}</p>`;let e=I(this.steps);return a`<div class="problem ${ge[e]}" role="status">
        <strong>${X(`sum.${e}`)}</strong>
        <p>${X(`sum.${e}.text`)}</p>
      </div>
      <ol class="steps">
        ${this.steps.map(e=>this.#r(e))}
      </ol>
      <section class="box">
        <h2>${X(`not-shown.title`)}</h2>
        <p>${X(`not-shown.text`)}</p>
      </section>`}#r(e){return a`<li>
      <h2>${X(e.name)} <span class="tag ${_e[e.result]}">${X(`result.${e.result}`)}</span></h2>
      <p>${Z(`${e.name}.${e.said}`,this.#i(e))}</p>
      ${e.facts.length===0?t:a`<dl class="hexes mono">
              ${e.facts.map(({name:e,value:t})=>a`<dt>${Z(`fact.${e}`)}</dt>
                    <dd>${t}</dd>`)}
            </dl>`}
      ${e.draws===void 0?t:this.#a(e)}
    </li>`}#i({args:t={}}){let r=t=>`${e({amount:t,currency:this.#e},n.state.current)} ${this.#e}`;return Object.fromEntries(Object.entries(t).map(([e,t])=>[e,Q.has(e)?r(Number(t)):t]))}#a({draws:e=[],shown:t=[]}){return a`<div class="scroll" tabindex="0" role="region" aria-label=${X(`draws`)}>
      <table>
        <thead>
          <tr>
            <th class="num">${X(`place`)}</th>
            <th class="num">${X(`from`)}</th>
            <th>${X(`card`)}</th>
            <th>${X(`dealt`)}</th>
          </tr>
        </thead>
        <tbody>
          ${e.map(({at:e,from:n,card:r})=>{let i=t[e],c=o(s(r),l(s(r))),u=i===void 0?X(`not-shown`):i===r?X(`equal`):i;return a`<tr>
              <td class="num">${e+1}</td>
              <td class="num">${n+1}</td>
              <td>${c}</td>
              <td>${u}</td>
            </tr>`})}
        </tbody>
      </table>
    </div>`}};customElements.define(`verify-view`,$);export{$ as VerifyView,X as say};