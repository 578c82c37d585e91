import{B as e,F as t,L as n,R as r,U as i,V as a,W as o,_ as s,a as c,b as l,c as u,d,f,g as p,h as m,i as h,l as g,m as _,o as v,p as y,s as b,t as ee,v as te,x,y as S}from"./index-Br6RixXs.js";import{_ as ne,a as re,b as C,c as ie,d as ae,f as oe,g as se,h as ce,i as w,l as le,m as ue,n as de,o as fe,p as pe,r as me,t as he,u as ge,v as _e,y as ve}from"./board-parts-qiyO67vr.js";import{D as ye,E as be,a as xe,i as Se,l as T,n as Ce,o as we,r as E,t as D,v as O,y as k}from"./services-BfIeqXKN.js";import{a as Te,c as Ee,i as De,n as Oe,o as ke,r as A,s as j,t as M}from"./drawings-C2ap6ilq.js";import{_ as N,a as Ae,c as je,d as P,f as Me,g as Ne,h as Pe,i as Fe,l as F,m as Ie,n as Le,p as Re,r as ze,s as Be,u as Ve,v as He,y as Ue}from"./voice-BRp7uxm6.js";import{c as I}from"./answers-BKAwb27J.js";function We(e){return{room:e,bets:ue,last:null,round:null,pending:null,decidesFromMs:0}}function L(e){return e.round===null?`betting`:e.round.status===`open`?`deciding`:`over`}function R(e){return e.pending===null&&L(e)!==`deciding`}function Ge(e,t){if(!R(e))return e;let{bets:n,room:r,last:i}=e;if(t.does===`turn`)return{...e,bets:C(n,t.to,r)};let a={change:()=>ce(n,t.does===`change`?t.minor:0,r),repeat:()=>i===null?n:ne(n,i,r),remove:()=>se(n)}[t.does]();return{...e,bets:a,round:null}}function z(e,t){return{...e,pending:t,round:t===`deal`?null:e.round}}function Ke(e){return{...e,pending:null}}function qe(e,t,n){let r={stake:t.stake.amount,side:t.side_bet?.staked.amount??0},i=t.status===`open`?n+350:0;return{...e,round:t,last:r,bets:{...e.bets,...r},pending:null,decidesFromMs:i}}function Je(e,t){return e.pending===null&&L(e)===`deciding`&&t>=e.decidesFromMs}function B(e,t){return e.round?.legal_actions.find(e=>e.action===t)??null}function V(e){return[`stand`,`play`].find(t=>B(e,t)!==null)??null}function Ye(e){return e.round?.staked.amount??e.bets.stake+e.bets.side}function Xe(e){return(e.round?.acts.find(e=>e.action===`raise`))?.amount.amount??null}function Ze(e,{me:t,wallet:n},r){let{currency:i}=e.room,o=e=>`${h(e)} ${i}`,s=t===null?null:D(t.id).lastWin();return a`<aside lang=${r}>
    <section class="box" aria-labelledby="player-information">
      <h2 id="player-information">${u(`information`)}</h2>
      <dl class="pairs information">
        <dt>${u(`balance`)}</dt>
        <dd class="num">${o(n?.cash.amount??0)}</dd>
        <dt>${u(`bet.now`)}</dt>
        <dd class="num">${o(Ye(e))}</dd>
        <dt>${u(`last-win`)}</dt>
        <dd class="num">${s===null?u(`last-win.none`):o(s)}</dd>
      </dl>
    </section>
    <rounds-list></rounds-list>
    <keys-list></keys-list>
    <receipts-box></receipts-box>
  </aside>`}var H=(e,t)=>({winning:e,left:t,percent:(100*e/t).toFixed(1)});function Qe(e,t){let n=Math.abs(e.rank-t.rank);return n===0?null:n-1}function $e(e,t){return H(e*4*t,52*t-2)}function et(e,t){return e.some(e=>e.suit===t.suit&&e.rank>t.rank)}function tt(e){let t=0;for(let n of ke){let r=e.filter(e=>e.suit===n).map(e=>e.rank),i=Math.max(1,...r);t+=Math.max(0,i-2)-r.filter(e=>e<i).length}return H(t,52-e.length)}function nt(e){return a`<svg class="marker" viewBox="0 0 40 40" role="img" aria-label=${e}>
    <circle cx="20" cy="20" r="19" fill="#111" stroke="var(--edge)" stroke-width="1.5" />
    <g transform="translate(4 3.5)">${ee}</g>
  </svg>`}var rt=[2,3,4,5,6,7,8,9,10,11,12,13,14],it=[1,2,3,4,5,6,7,8,9,10,11];function at(t,n,r){let i=n===void 0||r===void 0?null:Qe(n,r);return a`<div class="rail spreads">
    <div class="railcap">
      <span>${u(`spread`)}</span>
      <span>${u(`trips`)} <b>${u(`odds`,{odds:t.pay.trips})}</b></span>
    </div>
    <ol>
      ${it.map(t=>a`<li class=${t===i?`on`:``}>
            ${t}${t===i?nt(u(`marker`,{spread:t})):e}
          </li>`)}
    </ol>
    <div class="odds">
      ${ae(t.pay.spread).map(({odds:t,first:n,last:r})=>a`<span class="run-${r-n+1}"
            ><b>${u(`odds`,{odds:t})}</b>${r-n>1?a` <i>${u(`odds.run`,{first:n,last:r})}</i>`:e}</span
          >`)}
    </div>
  </div>`}function ot(e,t,n){let r=e!==void 0&&t!==void 0,i=r?Math.min(e.rank,t.rank):0,o=r?Math.max(e.rank,t.rank):0,s=e=>{let t=e===i||e===o?`end`:e>i&&e<o?`in`:``;return n?.rank===e?`${t} hit`:t};return a`<div class="rail ranks">
    <div class="railcap"><span>${u(o-i>1?`ranks.win`:`ranks`)}</span></div>
    <ol aria-hidden="true">
      ${rt.map(e=>a`<li class=${s(e)}>${Ee(e)}</li>`)}
    </ol>
  </div>`}var st={win:`result.win`,trips:`result.trips`,lose:`result.lose`,"pair-push":`result.pair-push`,"consecutive-push":`result.consecutive-push`,surrender:`result.surrender`};function U(e){if(e.status===`open`||e.returned===null)return null;let t=e.staked.amount,n=e.returned.amount,r=n-t,i=r>0?`won`:r===0?`even`:`lost`,a=e.side_bet?.category??null,o=e.side_bet?.returned?.amount??0;return{worth:i,net:r,staked:t,returned:n,headline:ct(e,r),side:a===null?null:{category:a,returned:o},timedOut:e.acts.find(e=>e.actor===`timeout`)?.action??null}}function ct(e,t){return e.status===`voided`?`result.voided`:e.side_bet===null?st[e.outcome??``]??(t<0?`result.lose`:`result.net`):t<0?`result.lose`:`result.net`}var lt=6;function ut(e,t,n){return e.family===`montana`?ft(e,t,n):dt(e,t,n)}function dt(e,t,n){let[r,i,o]=(t?.cards??[]).map(j),s=t!==null&&U(t)?.worth===`won`;return a`
    <div class="cards" role="group" aria-label=${u(`cards`)}>
      ${W(r,u(`first`))} ${W(o,u(`third`),s)} ${W(i,u(`second`))}
    </div>
    ${at(e,r,i)} ${n} ${ot(r,i,o)}
  `}function ft(t,n,r){let i=(n?.cards??[]).map(j),o=i.slice(0,t.hand),s=i.length>t.hand?i.at(-1):void 0,c=Array.from({length:t.hand},(e,t)=>o[t]),l=n!==null&&U(n)?.worth===`won`&&n.outcome===`win`,d=e=>l&&e!==void 0&&s!==void 0&&et([e],s);return a`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${u(`dealers-five`)}>
        ${Array.from({length:lt},(e,t)=>n===null?a`<figure>${A()}</figure>`:a`<figure>${M(g(t===5?`burnt`:`dealers`))}</figure>`)}
      </div>
      <div class="cards hit">${pt(n,s)}</div>
    </div>
    <div class="cards five" role="group" aria-label=${u(`hand`)}>
      ${c.map(e=>W(e,null,d(e)))}
    </div>
    ${r} ${t.bonus.length>0?mt(t.bonus):e}
  `}function pt(e,t){return e!==null&&t===void 0?a`<figure>
      ${M(g(`face-down`))}
      <figcaption>${u(`hit`)}</figcaption>
    </figure>`:W(t,u(`hit`))}function W(t,n,r=!1){let i=t===void 0?``:c(t),o=t===void 0?A():De(t,i);return m(i,a`<figure class="${t===void 0?``:`new`}${r?` won`:``}">
      ${o}${n===null?e:a`<figcaption>${n}</figcaption>`}
    </figure>`)}function mt(e){return a`<details class="bonus small">
    <summary>${u(`bonus-pays`)}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${u(`bonus-pays.hand`)}</th>
          <th scope="col" class="num">${u(`bonus-pays.pays`)}</th>
        </tr>
      </thead>
      <tbody>
        ${[...ge.entries()].toReversed().map(([t,n])=>a`<tr>
              <td>${b(n)}</td>
              <td class="num">${u(`bonus-pays.odds`,{odds:e[t]??0})}</td>
            </tr>`)}
        ${[`pair`,`high-card`].map(e=>a`<tr>
              <td>${b(e)}</td>
              <td class="num">${u(`bonus-pays.lost`)}</td>
            </tr>`)}
      </tbody>
    </table>
  </details>`}function G(e,t,n){return e===`raise`?u(`action.raise`,{amount:h(n)}):d(`action.${t.toLowerCase()}`,d(`action.${e}`,t))}function ht(e,t,n){let{round:r}=e;if(e.pending===`deal`&&n)return{headline:u(`preparing`),text:u(`preparing.text`)};if(e.pending===`deal`)return{headline:u(`dealing`),text:``};if(e.pending!==null)return{headline:u(`deciding`),text:``};if(r===null||L(e)===`betting`){let t=e.bets.stake===0?u(`place-bet.none`,{min:h(e.room.stakeMin)}):u(`place-bet.then`);return{headline:u(`place-bet`),text:t}}let i=U(r);return i===null?K(r,t):q(i)}function K(e,t){if(t.family===`montana`){let{winning:t,left:n,percent:r}=tt(e.cards.map(j));return{headline:u(`play-or-not`),text:u(`beats.win`,{winning:t,left:n,percent:r})}}let n=e.spread??0,{winning:r,left:i,percent:a}=$e(n,t.decks),o=t.pay.spread[n-1]??0;return{headline:u(`raise-or-stand`,{spread:n}),text:u(`between.win`,{winning:r,left:i,percent:a,odds:o})}}function q(e){let{net:t,staked:n,returned:r,side:i,timedOut:a}=e,o=u(e.headline,{net:e.headline===`result.net`?y(t):h(t),loss:h(-t),returned:h(r)}),s=u(`result.money`,{staked:h(n),returned:h(r)}),c=i===null?``:b(i.category);return{headline:o,text:[s,i===null?``:i.returned>0?u(`result.side.returned`,{category:c,returned:h(i.returned)}):u(`result.side.lost`,{category:c}),a===null?``:u(`result.timeout`,{action:d(`action.${a}`,a)})].filter(e=>e!==``).join(` `)}}function gt(e){let{default_action:t,times_out_at:r}=e;if(t===null||r===null)return``;let i=e.legal_actions.find(e=>e.action===t)?.label??t;return u(`decide-by`,{instant:n(r),action:G(t,i,0)})}function _t(e,t){let n=e.cards.map(j),r=U(e);if(r===null){let r=K(e,t),i=e.spread,a=u(`said.cards`,{cards:v(n)});return t.family===`montana`||i===null?{live:`${a} ${r.headline} ${r.text}`,voice:r.headline}:{live:`${u(`said.spread`,{cards:v(n),spread:i})} ${r.headline} ${r.text}`,voice:u(`said.spread.voice`,{spread:i})}}let i=q(r);return{live:`${vt(e,t)} ${i.headline}. ${i.text}`.trim(),voice:i.headline}}function vt(e,t){let n=e.cards.map(j),r=n.at(-1);if(r===void 0)return``;if(t.family===`montana`)return n.length>t.hand?u(`said.hit`,{card:c(r)}):``;let[i,a,o]=n;if(e.acts.length>0&&o!==void 0)return u(`said.third`,{card:c(o)});let s=[i,a].filter(e=>e!==void 0),l=u(`said.cards`,{cards:v(s)});return o===void 0?l:`${l} ${u(`said.third`,{card:c(o)})}`}var J=e=>e/100;function yt(e,t){let{currency:n}=e.room,r=(e,n)=>{n.preventDefault(),t.step({does:`change`,minor:e},n)};return a`<div class="chips" role="group" aria-label=${u(`chips`)}>
    ${pe.map((e,t)=>a`<span>
          <button
            class="add"
            type="button"
            aria-label=${u(`chip.add`,{amount:J(e),currency:n})}
            @click=${t=>r(e,t)}
            @contextmenu=${t=>r(-e,t)}
          >
            ${Oe(String(J(e)),t)}
          </button>
          <button
            class="btn less"
            type="button"
            aria-label=${u(`chip.less`,{amount:J(e),currency:n})}
            @click=${t=>r(-e,t)}
          >
            −
          </button>
        </span>`)}
  </div>`}function bt(t,n){let{bets:r,room:i}=t,o=Xe(t),s=(e,t)=>{let o=r[e],s=a`<b>${o===0?`·`:h(o)}</b><span>${t}</span>`;return i.sideMax===0?a`<div class="put">${s}</div>`:a`<button
      class="put"
      type="button"
      aria-pressed=${r.on===e}
      @click=${t=>n.step({does:`turn`,to:e},t)}
    >
      ${s}
    </button>`};return a`<div class="puts" role="group" aria-label=${u(`bets`)}>
    ${s(`stake`,u(`bet`))}
    <div class="put"><b>${o===null?`·`:h(o)}</b><span>${u(`raise`)}</span></div>
    ${i.sideMax>0?s(`side`,u(`bonus`)):e}
  </div>`}function xt(e,t,n){let r=L(e)===`deciding`,i=V(e),o=e.round?.legal_actions.map(e=>e.action)??[],s=[`surrender`,`raise`].filter(e=>o.includes(e));return a`<div class="acts" @keydown=${St}>
    ${r?s.map(r=>X(e,t,n,r===`raise`?`raise`:`surrender`,`btn`)):a`<span class="pair"> ${Y(e,t,n,`remove`)}${Y(e,t,n,`repeat`)} </span>`}
    ${X(e,t,n,`deal`,r&&i!==null?`btn`:`btn main`)}
  </div>`}function St(e){e.repeat&&(e.key===`Enter`||e.key===` `)&&e.preventDefault()}function Y(t,n,r,i){return a`<button
    class="btn side"
    type="button"
    ?disabled=${n.stopped}
    aria-disabled=${!n.stopped&&!R(t)?`true`:e}
    @click=${e=>n.act(i,e)}
  >
    ${u(i)} <kbd>${N(r[i])}</kbd>
  </button>`}function X(t,n,r,i,o){let s=n.stopped&&L(t)!==`deciding`;return a`<button
    class=${o}
    type="button"
    data-command=${i}
    ?disabled=${s}
    aria-disabled=${t.pending!==null&&!s?`true`:e}
    @click=${e=>n.act(i,e)}
  >
    ${Ct(t,i)} <kbd>${N(r[i])}</kbd>
  </button>`}function Ct(e,t){let n=t===`deal`?V(e):t,r=n===null?null:B(e,n);return L(e)===`deciding`&&r!==null?G(r.action,r.label,r.cost_max.amount):u(e.pending===`deal`?`dealing`:`deal`)}function wt(e,t,n){T(e,{epoch:t.epoch,nonce:t.nonce,rules:t.rules,ante:n.stake,bonus:n.side===0?void 0:n.side,...t.status===`open`?{cards:t.cards}:{}})}function Tt(e,t){let n=t.returned?.amount;T(e,{cards:t.cards,pay:{returned:n,staked:t.staked.amount}});let{acts:r}=e.fields,i=be(r)?r.map(e=>ye(e)?[e.a,e.amt]:null):null,a=t.acts.map(e=>[e.action,e.amount.amount]),o=JSON.stringify(i)===JSON.stringify(a);k(o,`other-record`,`record ${e.seq} has other decisions`,e.receipt.note)}var Et=new Set([`round-open`,`round-closed`,`round-not-found`,`illegal-action`]),Dt=new Set([`epoch-exhausted`,`epoch-not-open`]),Z=class{store;#e;#t;#n=null;#r=0;#i=new Set;constructor(e,t,n){this.#e=e,this.#t=n;let{fault:r}=n.keeper;this.store=new i({table:t,error:null,preparing:!1,elsewhere:null,fault:r})}async enter(){await this.#d(async()=>{await this.resume();let e=this.#t.history.lastBets(this.#e.game),{table:t}=this.store.state;t.last===null&&e!==null&&this.store.set({table:{...t,last:e}}),await this.#c()})}async resume(){let e=await this.#t.readOpenRound(),t=e!==null&&e.game!==this.#e.game;this.store.set({elsewhere:t?e.game:null}),e===null||t||(this.#u(e,!0),await this.#t.keeper.accept(e.receipts))}step(e){let t=this.store.state.table,n=Ge(t,e);return n!==t&&(this.store.set({table:n,error:null}),!0)}async deal(){let{table:e,elsewhere:t,fault:n}=this.store.state;R(e)&&t===null&&n===null&&ve(e.bets)!==0&&(this.store.set({table:z(e,`deal`),error:null}),await this.#d(()=>this.#a(e)))}async decide(e){let{table:t}=this.store.state,{round:n}=t,r=B(t,e);if(n===null||r===null||!Je(t,this.#t.now()))return;this.store.set({table:z(t,e),error:null});let i=r.cost_max.amount>0?{amount:r.cost_max}:{};await this.#d(async()=>{let t=`/rounds/${n.id}/actions`,r=await this.#s(t,{action:e,...i});this.#u(r,!1),await this.#t.keeper.acceptSaid(r.receipts,`settle`,e=>Tt(e,r)),await this.#c()})}async#a(e){let{bets:t,room:n}=e;await this.#c();let r=e=>({amount:e,currency:n.currency}),i={stake:r(t.stake),...t.side>0?{side_bet:r(t.side)}:{}},a=`/games/${this.#e.game}/rounds`,o=await this.#o(()=>this.#s(a,i));this.#i.has(o.id)&&(o=await this.#o(()=>this.#s(a,i))),this.#u(o,!1),--this.#r,this.#r<=0&&(this.#n=null),await this.#t.keeper.acceptSaid(o.receipts,`deal`,e=>wt(e,o,t)),await this.#c()}async#o(e){try{return await e()}catch(t){if(!(t instanceof x)||!Dt.has(t.code))throw t;return this.#n=null,await this.#c(),e()}}#s(e,t){return this.#t.client.call({method:`POST`,path:e,body:t,read:I,once:!0})}async goOn(){this.#t.keeper.goOn(),this.store.set({fault:null}),await this.enter()}async#c(){if(L(this.store.state.table)!==`deciding`){this.#n??=this.#l();try{await this.#n}catch(e){throw this.#n=null,e}}}async#l(){this.store.set({preparing:!0});try{let{roundsLeft:e}=await this.#t.keeper.ensureEpoch(this.#t.platformNow());this.#r=e}finally{this.store.set({preparing:!1})}}#u(e,t){this.#i.add(e.id),this.store.set({table:qe(this.store.state.table,e,this.#t.now())}),this.#t.history.put(e),this.#t.came(e,t)}async#d(e){try{await e()}catch(e){let t=Ke(this.store.state.table);if(this.store.set({table:t,error:e instanceof O?null:e,fault:this.#t.keeper.fault}),e instanceof x&&Et.has(e.code)&&await this.#f(),!(e instanceof x||e instanceof l||e instanceof O))throw e}}async#f(){let e=this.store.state.table.round;await this.resume();let{round:t}=this.store.state.table;if(e===null||t!==e||this.store.state.elsewhere!==null)return;let n=await this.#t.client.call({path:`/rounds/${e.id}`,read:I});n.status!==`open`&&(this.#u(n,!0),await this.#t.keeper.accept(n.receipts))}},Ot=class extends t{static properties={editing:{state:!0},waiting:{state:!0}};constructor(){super(),this.editing=!1,this.waiting=null,this.watch(F)}render(){return a`<details class="box keys ${this.editing?`edit`:``}" open>
      <summary>${f(`keys`)}</summary>
      <table>
        <thead class="vh">
          <tr>
            <th scope="col">${f(`keys.action`)}</th>
            <th scope="col">${f(`keys.key`)}</th>
          </tr>
        </thead>
        <tbody>
          ${Me.map(e=>this.#e(e))}
        </tbody>
      </table>
      <div class="row">
        <button
          class="btn bare low"
          type="button"
          aria-expanded=${this.editing}
          @click=${()=>{this.editing=!this.editing}}
        >
          ${f(this.editing?`keys.change.done`:`keys.change`)}
        </button>
        ${this.editing?a`<button class="btn bare low" type="button" @click=${je}>
                ${f(`keys.reset`)}
              </button>`:e}
      </div>
      <p class="small quiet">${f(`keys.note`)}</p>
    </details>`}#e(t){let n=F.state.keys[t],r=f(`keys.${t}`,{one:h(100),ten:h(1e3)}),i=N(n),o=t===`remove`&&n===Re.remove;return a`<tr>
      <td>${r}</td>
      <td><kbd>${o?f(`keys.two`,{key:i}):i}</kbd></td>
      ${this.editing?a`<td class="num">
              <button
                class="btn bare low"
                type="button"
                aria-label=${this.waiting===t?e:f(`keys.change.one.of`,{action:r})}
                @click=${()=>{this.waiting=t}}
                @blur=${()=>{this.waiting=null}}
                @keydown=${this.#t}
              >
                ${f(this.waiting===t?`keys.press`:`keys.change.one`)}
              </button>
            </td>`:e}
    </tr>`}#t=e=>{let t=this.waiting,n=He(e);t===null||!Ie(n)&&e.key!==`Escape`||(e.preventDefault(),e.stopPropagation(),this.waiting=null,e.key!==`Escape`&&Be(Ue(F.state.keys,t,n)))}};customElements.define(`keys-list`,Ot);function kt(t){let n=t.map(j),r=n.slice(0,n.length>3?Math.min(5,n.length):2),i=n.length>r.length?n.at(-1):void 0;return a`${r.map(Q)}${i===void 0?e:a`<i>→</i>${Q(i)}`}`}function Q(e){return Te(e,c(e))}var At=class extends t{static properties={error:{state:!0}};#e=null;constructor(){super(),this.error=null,this.watch(E)}connectedCallback(){super.connectedCallback();let{me:e}=S.state;e!==null&&this.#e===null&&(this.#e=D(e.id),this.addController(new o(this,this.#e.store)))}render(){let{entries:t,next:n}=this.#e?.store.state??{entries:null,next:null};return a`<section class="box hist" aria-labelledby="rounds-heading">
      <h2 id="rounds-heading">${u(`rounds`)}</h2>
      <problem-box .error=${this.error}></problem-box>
      ${t===null||t.length===0?a`<p class="quiet small none">${u(`rounds.none`)}</p>`:a`<ol class="plain">
              ${t.map(e=>this.#t(e))}
            </ol>`}
      ${n===null?e:a`<button class="btn bare low" type="button" @click=${this.#r}>${u(`rounds.more`)}</button>`}
    </section>`}#t(e){let{staked:t,returned:n,status:r}=e,i=e.id.slice(e.id.indexOf(`-`)+1),o=n===null||t===null?null:n.amount-t.amount;return a`<li>
      <span class="c">${e.cards===void 0?this.#n(e):kt(e.cards)}</span>
      <span class="num">${r===`open`||o===null?u(`rounds.open`):y(o)}</span>
      ${r===`open`?a`<span></span>`:a`<a
              class="btn bare low"
              href="#/verify/${e.id}"
              aria-label=${u(`rounds.verify.one`,{number:i})}
              >${u(`rounds.verify`)}</a
            >`}
    </li>`}#n({outcome:t,status:r,game:i,dealt_at:o}){let s=r===`voided`?`voided`:t??``,c=E.state.games?.find(e=>e.game===i);return a`<span class="before"
      >${r===`open`?e:d(`rounds.said.${s}`,s)}
      <span class="small quiet"
        >${c===void 0?i:le(c)}, ${n(o)}</span
      ></span
    >`}#r=async()=>{this.error=null;try{await this.#e?.more()}catch(e){this.error=e}}};customElements.define(`rounds-list`,At);var jt={up:100,down:-100,up10:1e3,down10:-1e3},$=class extends t{static properties={gameId:{attribute:`game`},game:{state:!0},fault:{state:!0},live:{state:!0}};#e=null;#t=null;#n=P.state.animation;constructor(){super(),this.gameId=``,this.game=void 0,this.fault=null,this.live=``,this.watch(S,P,F,E)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#d),this.#r()}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#d)}async#r(){try{let[e]=await Promise.all([Se(this.gameId),E.state.games===null?xe():null]);this.game=e;let{me:t,wallet:n}=S.state;this.#t=e===null?null:oe(e.sheet);let r=e===null||n===null?null:_e(e.stakes,n.cash.currency);if(e===null||t===null||r===null||this.#t===null||e.played!==`alone`)return;let i=D(t.id);i.store.state.entries===null&&await i.more(),this.#e=new Z(e,We(r),{client:p,history:i,keeper:Ce(t.id),now:()=>Date.now(),platformNow:s,readOpenRound:we,came:(e,t)=>this.#i(e,t)}),this.addController(new o(this,this.#e.store,i.store)),this.requestUpdate(),isSecureContext&&await this.#e.enter()}catch(e){this.fault=e}}#i(e,t){if(this.#t===null)return;let n=_t(e,this.#t);if(this.live=t?`${u(`said.resumed`)} ${n.live}`:n.live,S.set({wallet:e.balance}),!t){ze();let t=U(e);t!==null&&Ae(t.worth),Le(n.voice)}this.#a()}async#a(){try{await te()}catch(e){this.#e?.store.set({error:e})}}#o=e=>({stopped:e,step:(e,t)=>{this.#c(e),this.#s(t)},act:(e,t)=>{this.#l(e),this.#s(t)}});#s(e){e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#c(e){let t=this.#e;if(t===null||!t.step(e)||e.does===`turn`)return;Fe();let{bets:n}=t.store.state.table,r=n.on===`side`?`said.side`:`said.bet`;this.live=e.does===`remove`?u(`said.removed`):u(r,{amount:h(n[n.on])})}#l(e){let t=this.#e;if(t===null)return;let{table:n}=t.store.state,r=jt[e];r===void 0?e===`repeat`||e===`remove`?this.#c({does:e}):e===`deal`&&R(n)?this.#u(t,n):t.decide(e===`deal`?V(n)??``:e):this.#c({does:`change`,minor:r})}#u(e,t){t.bets.stake===0?this.live=u(`place-bet.none`,{min:h(t.room.stakeMin)}):this.#f()||e.deal()}#d=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=Pe(e,F.state.keys);n!==null&&this.#e!==null&&(e.preventDefault(),Ne(n,e)||this.#l(n))};#f(){let{elsewhere:e,fault:t}=this.#e?.store.state??{elsewhere:null,fault:null};return e!==null||t!==null||!isSecureContext||this.game?.available===!1}render(){let{game:e}=this;return this.fault===null?e===void 0?a`<p class="quiet late" role="status">${u(`preparing`)}</p>`:e===null||e.played!==`alone`||this.#t===null?w(u(e===null?`no-game`:`not-alone`),u(`not-alone.text`)):this.#e===null||this.#t===null?this.#p():this.#m(e,this.#e,this.#t):a`<problem-box .error=${this.fault}></problem-box>`}#p(){let e=S.state.wallet?.cash.currency??``;return this.game?.stakes.every(t=>t.stake_min.currency!==e)??!1?w(u(`other-currency`,{currency:e}),u(`not-alone.text`)):a`<p class="quiet late" role="status">${u(`preparing`)}</p>`}#m(t,n,i){let{table:o,error:s,preparing:c,elsewhere:l,fault:d}=n.store.state,f=this.#n&&P.state.animation&&!Ve(),p=L(o)===`deciding`,m=this.#o(this.#f());return a`
      <div class="board" id="board" tabindex="-1">
        ${me(t,o.room)}
        <div class="cloth ${f?`moving`:``} is-${i.family}">
          ${ut(i,o.round,this.#h(o,i,c))}
        </div>
        <div class="console ${p?`deciding`:``}">
          <div class="said">
            ${isSecureContext?e:re()} ${d===null?e:de(d,n)}
            ${l===null?e:fe(l)}
            ${t.available||p?e:ie()}
            ${S.state.wallet?.cash.amount===0&&R(o)?he(t.game):e}
            ${s===null?e:a`<problem-box .error=${s}></problem-box>`}
          </div>
          ${yt(o,m)} ${bt(o,m)} ${xt(o,m,F.state.keys)}
        </div>
        <div class="foot">
          <button class="btn bare low" type="button" @click=${()=>_(`options-window`)}>
            ${u(`options`)}
          </button>
          <button class="btn bare low" type="button" @click=${()=>_(`bet-limit-window`)}>
            ${u(`bet-options`)}
          </button>
          <a class="btn bare low" href="#/limits">${u(`limits`)}</a>
        </div>
        <p class="vh" role="status" aria-live="polite">${this.live}</p>
      </div>
      ${Ze(o,S.state,r.state.current)}
    `}#h(t,n,r){let{headline:i,text:o}=ht(t,n,r),{round:s}=t,c=L(t)===`over`&&s!==null,l=s===null?null:U(s)?.worth??null;return a`<div class="say ${l===`won`?`worth-won`:``}">
      <strong>${i}</strong>
      <span class="quiet">${o}</span>
      ${s?.status===`open`?a`<span class="deadline small quiet">${gt(s)}</span>`:e}
      ${c?a`<a class="btn bare low" href="#/verify/${s.id}">${u(`verify`)}</a>`:e}
    </div>`}};customElements.define(`red-dog-board`,$);export{$ as RedDogBoard};