import{_ as e,g as t,s as n,t as r}from"./plain-element-CzNnNSV1.js";import{a as i,c as a,d as o,s,t as c,u as l}from"./session-DL1QRXJu.js";import{n as u,t as ee}from"./store-C7Ddjf2e.js";import{T as d,d as f,f as p,g as m,l as h,m as g,p as _,u as v,v as y,y as te}from"./index-DOzfaPIt.js";import{o as ne,s as re,t as ie}from"./bets-B9ZEMoOg.js";import{a as ae,i as oe,l as b,n as x,o as S,r as C,s as se,t as w}from"./services-DRUZGswv.js";import{_ as ce,a as le,c as T,d as ue,f as E,g as de,h as fe,i as D,l as pe,m as me,n as he,o as O,p as ge,r as _e,s as k,t as ve,u as A}from"./keys-list-D_Y4r0Ig.js";import{a as j,i as M,n as N,r as P,s as F,t as I}from"./drawings-CQqfAow_.js";import{a as ye,d as be,i as L,l as xe,n as Se,o as Ce,p as we,r as Te,s as Ee,t as De,u as Oe}from"./board-parts-DpKMtt0Z.js";import{_ as R,a as ke,d as z,g as Ae,h as je,i as Me,l as B,n as Ne,r as Pe,u as Fe}from"./voice-J87icDCA.js";import{c as V}from"./answers-D_4s92ik.js";import{b as Ie,d as Le,u as H,x as Re}from"./published-log-yMAsudqn.js";function ze(t,{me:n,wallet:r}){let{currency:i}=t.room,a=e=>`${h(e)} ${i}`,o=n===null?null:w(n.id).lastWin();return e`<aside>
    <section class="box" aria-labelledby="player-information">
      <h2 id="player-information">${_(`information`)}</h2>
      <dl class="pairs information">
        <dt>${_(`balance`)}</dt>
        <dd class="num">${a(r?.cash.amount??0)}</dd>
        <dt>${_(`bet.now`)}</dt>
        <dd class="num">${a(he(t))}</dd>
        <dt>${_(`last-win`)}</dt>
        <dd class="num">${o===null?_(`last-win.none`):a(o)}</dd>
      </dl>
    </section>
    <rounds-list></rounds-list>
    <keys-list></keys-list>
    <receipts-box></receipts-box>
  </aside>`}var Be={win:`result.win`,trips:`result.trips`,lose:`result.lose`,"pair-push":`result.pair-push`,"consecutive-push":`result.consecutive-push`,surrender:`result.surrender`};function U(e){if(e.status===`open`||e.returned===null)return null;let t=e.staked.amount,n=e.returned.amount,r=n-t,i=r>0?`won`:r===0?`even`:`lost`,a=e.side_bet?.category??null,o=e.side_bet?.returned?.amount??0;return{worth:i,net:r,staked:t,returned:n,headline:Ve(e,r),side:a===null?null:{category:a,returned:o},timedOut:e.acts.find(e=>e.actor===`timeout`)?.action??null}}function Ve(e,t){return e.status===`voided`?`result.voided`:e.side_bet===null?Be[e.outcome??``]??(t<0?`result.lose`:`result.net`):t<0?`result.lose`:`result.net`}var He=6;function Ue(e,t,n){return e.family===`montana`?Ge(e,t,n):We(e,t,n)}function We(t,n,r){let[i,a,o]=(n?.cards??[]).map(F),s=n!==null&&U(n)?.worth===`won`;return e`
    <div class="cards" role="group" aria-label=${_(`cards`)}>
      ${W(i,_(`first`))} ${W(o,_(`third`),s)} ${W(a,_(`second`))}
    </div>
    ${me(t,i,a)} ${r} ${ge(i,a,o)}
  `}function Ge(n,r,i){let a=(r?.cards??[]).map(F),o=a.slice(0,n.hand),s=a.length>n.hand?a.at(-1):void 0,c=Array.from({length:n.hand},(e,t)=>o[t]),l=r!==null&&U(r)?.worth===`won`&&r.outcome===`win`,u=e=>l&&e!==void 0&&s!==void 0&&de([e],s);return e`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${_(`dealers-five`)}>
        ${Array.from({length:He},(t,n)=>r===null?e`<figure>${P()}</figure>`:e`<figure>${I(g(n===5?`burnt`:`dealers`))}</figure>`)}
      </div>
      <div class="cards hit">${Ke(r,s)}</div>
    </div>
    <div class="cards five" role="group" aria-label=${_(`hand`)}>
      ${c.map(e=>W(e,null,u(e)))}
    </div>
    ${i} ${n.bonus.length>0?qe(n.bonus):t}
  `}function Ke(t,n){return t!==null&&n===void 0?e`<figure>
      ${I(g(`face-down`))}
      <figcaption>${_(`hit`)}</figcaption>
    </figure>`:W(n,_(`hit`))}function W(n,r,i=!1){let a=n===void 0?``:v(n),o=n===void 0?P():M(n,a);return te(a,e`<figure class="${n===void 0?``:`new`}${i?` won`:``}">
      ${o}${r===null?t:e`<figcaption>${r}</figcaption>`}
    </figure>`)}function qe(t){return e`<details class="bonus small">
    <summary>${_(`bonus-pays`)}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${_(`bonus-pays.hand`)}</th>
          <th scope="col" class="num">${_(`bonus-pays.pays`)}</th>
        </tr>
      </thead>
      <tbody>
        ${[...be.entries()].toReversed().map(([n,r])=>e`<tr>
              <td>${p(r)}</td>
              <td class="num">${_(`bonus-pays.odds`,{odds:t[n]??0})}</td>
            </tr>`)}
        ${[`pair`,`high-card`].map(t=>e`<tr>
              <td>${p(t)}</td>
              <td class="num">${_(`bonus-pays.lost`)}</td>
            </tr>`)}
      </tbody>
    </table>
  </details>`}function G(e,t,n){return e===`raise`?_(`action.raise`,{amount:h(n)}):m(`action.${t.toLowerCase()}`,m(`action.${e}`,t))}function Je(e,t,n){let{round:r}=e;if(e.pending===`deal`&&n)return{headline:_(`preparing`),text:_(`preparing.text`)};if(e.pending===`deal`)return{headline:_(`dealing`),text:``};if(e.pending!==null)return{headline:_(`deciding`),text:``};if(r===null||k(e)===`betting`){let t=e.bets.stake===0?_(`place-bet.none`,{min:h(e.room.stakeMin)}):_(`place-bet.then`);return{headline:_(`place-bet`),text:t}}let i=U(r);return i===null?K(r,t):q(i)}function K(e,t){if(t.family===`montana`){let{winning:t,left:n,percent:r}=fe(e.cards.map(F));return{headline:_(`play-or-not`),text:_(`beats.win`,{winning:t,left:n,percent:r})}}let n=e.spread??0,{winning:r,left:i,percent:a}=ce(n,t.decks),o=t.pay.spread[n-1]??0;return{headline:_(`raise-or-stand`,{spread:n}),text:_(`between.win`,{winning:r,left:i,percent:a,odds:o})}}function q(e){let{net:t,staked:n,returned:r,side:i,timedOut:a}=e,o=_(e.headline,{net:e.headline===`result.net`?y(t):h(t),loss:h(-t),returned:h(r)}),s=_(`result.money`,{staked:h(n),returned:h(r)}),c=i===null?``:p(i.category);return{headline:o,text:[s,i===null?``:i.returned>0?_(`result.side.returned`,{category:c,returned:h(i.returned)}):_(`result.side.lost`,{category:c}),a===null?``:_(`result.timeout`,{action:m(`action.${a}`,a)})].filter(e=>e!==``).join(` `)}}function Ye(e){let{default_action:t,times_out_at:r}=e;if(t===null||r===null)return``;let i=e.legal_actions.find(e=>e.action===t)?.label??t;return _(`decide-by`,{instant:n(r),action:G(t,i,0)})}function Xe(e,t){let n=e.cards.map(F),r=U(e);if(r===null){let r=K(e,t),{spread:i}=e,a=_(`said.cards`,{cards:f(n)}),o=i===null?r.headline:_(`said.spread.voice`,{spread:i});return{live:`${a} ${r.headline} ${r.text}`,voice:o}}let i=q(r);return{live:`${Ze(e,t)} ${i.headline}. ${i.text}`.trim(),voice:i.headline}}function Ze(e,t){let n=e.cards.map(F),r=n.at(-1);if(r===void 0)return``;if(t.family===`montana`)return n.length>t.hand?_(`said.hit`,{card:v(r)}):``;let[i,a,o]=n;if(e.acts.length>0&&o!==void 0)return _(`said.third`,{card:v(o)});let s=[i,a].filter(e=>e!==void 0),c=_(`said.cards`,{cards:f(s)});return o===void 0?c:`${c} ${_(`said.third`,{card:v(o)})}`}var J=e=>e/100;function Qe(t,n){let{currency:r}=t.room,i=(e,t)=>{t.preventDefault(),n.step({does:`change`,minor:e},t)};return e`<div class="chips" role="group" aria-label=${_(`chips`)}>
    ${ie.map((t,n)=>e`<span>
          <button
            class="add"
            type="button"
            aria-label=${_(`chip.add`,{amount:J(t),currency:r})}
            @click=${e=>i(t,e)}
            @contextmenu=${e=>i(-t,e)}
          >
            ${N(String(J(t)),n)}
          </button>
          <button
            class="btn less"
            type="button"
            aria-label=${_(`chip.less`,{amount:J(t),currency:r})}
            @click=${e=>i(-t,e)}
          >
            −
          </button>
        </span>`)}
  </div>`}function Y(n,r){let{bets:i,room:a}=n,o=pe(n),s=(t,n)=>{let o=i[t],s=e`<b>${o===0?`·`:h(o)}</b><span>${n}</span>`;return a.sideMax===0?e`<div class="put">${s}</div>`:e`<button
      class="put"
      type="button"
      aria-pressed=${i.on===t}
      @click=${e=>r.step({does:`turn`,to:t},e)}
    >
      ${s}
    </button>`};return e`<div class="puts" role="group" aria-label=${_(`bets`)}>
    ${s(`stake`,_(`bet`))}
    <div class="put"><b>${o===null?`·`:h(o)}</b><span>${_(`raise`)}</span></div>
    ${a.sideMax>0?s(`side`,_(`bonus`)):t}
  </div>`}function $e(t,n,r){let i=k(t)===`deciding`,a=T(t),o=t.round?.legal_actions.map(e=>e.action)??[],s=[`surrender`,`raise`].filter(e=>o.includes(e));return e`<div class="acts" @keydown=${et}>
    ${i?s.map(e=>Z(t,n,r,e===`raise`?`raise`:`surrender`,`btn`)):e`<span class="pair"> ${X(t,n,r,`remove`)}${X(t,n,r,`repeat`)} </span>`}
    ${Z(t,n,r,`deal`,i&&a!==null?`btn`:`btn main`)}
  </div>`}function et(e){e.repeat&&(e.key===`Enter`||e.key===` `)&&e.preventDefault()}function X(n,r,i,a){return e`<button
    class="btn side"
    type="button"
    ?disabled=${r.stopped}
    aria-disabled=${!r.stopped&&!D(n)?`true`:t}
    @click=${e=>r.act(a,e)}
  >
    ${_(a)} <kbd>${R(i[a])}</kbd>
  </button>`}function Z(n,r,i,a,o){let s=r.stopped&&k(n)!==`deciding`;return e`<button
    class=${o}
    type="button"
    data-command=${a}
    ?disabled=${s}
    aria-disabled=${n.pending!==null&&!s?`true`:t}
    @click=${e=>r.act(a,e)}
  >
    ${tt(n,a)} <kbd>${R(i[a])}</kbd>
  </button>`}function tt(e,t){let n=t===`deal`?T(e):t,r=n===null?null:O(e,n);return k(e)===`deciding`&&r!==null?G(r.action,r.label,r.cost_max.amount):_(e.pending===`deal`?`dealing`:`deal`)}function nt(e,t,n){b(e,{epoch:t.epoch,nonce:t.nonce,rules:t.rules,ante:n.stake,bonus:n.side===0?void 0:n.side,...t.status===`open`?{cards:t.cards}:{}})}function rt(e,t){let n=t.returned?.amount;b(e,{cards:t.cards,pay:{returned:n,staked:t.staked.amount}});let{acts:r}=e.fields,i=Ie(r)?r.map(e=>Re(e)?[e.a,e.amt]:null):null,a=t.acts.map(e=>[e.action,e.amount.amount]),o=JSON.stringify(i)===JSON.stringify(a);Le(o,`other-record`,`record ${e.seq} has other decisions`,e.receipt.note)}var it=new Set([`round-open`,`round-closed`,`round-not-found`,`illegal-action`]),at=new Set([`epoch-exhausted`,`epoch-not-open`]),ot=class{store;#e;#t;#n=null;#r=0;#i=new Set;constructor(e,t,n){this.#e=e,this.#t=n;let{fault:r}=n.keeper;this.store=new ee({table:t,error:null,preparing:!1,elsewhere:null,fault:r})}async enter(){await this.#d(async()=>{await this.resume();let e=this.#t.history.lastBets(this.#e.game),{table:t}=this.store.state;t.last===null&&e!==null&&this.store.set({table:{...t,last:e}}),await this.#c()})}async resume(){let e=await this.#t.readOpenRound(),t=e!==null&&e.game!==this.#e.game;this.store.set({elsewhere:t?e.game:null}),e===null||t||(this.#u(e,!0),await this.#t.keeper.accept(e.receipts))}step(e){let t=this.store.state.table,n=ue(t,e);return n!==t&&(this.store.set({table:n,error:null}),!0)}async deal(){let{table:e,elsewhere:t,fault:n}=this.store.state;D(e)&&t===null&&n===null&&re(e.bets)!==0&&(this.store.set({table:E(e,`deal`),error:null}),await this.#d(()=>this.#a(e)))}async decide(e){let{table:t}=this.store.state,{round:n}=t,r=O(t,e);if(n===null||r===null||!le(t,this.#t.now()))return;this.store.set({table:E(t,e),error:null});let i=r.cost_max.amount>0?{amount:r.cost_max}:{};await this.#d(async()=>{let t=`/rounds/${n.id}/actions`,r=await this.#s(t,{action:e,...i});this.#u(r,!1),await this.#t.keeper.acceptSaid(r.receipts,`settle`,e=>rt(e,r)),await this.#c()})}async#a(e){let{bets:t,room:n}=e;await this.#c();let r=e=>({amount:e,currency:n.currency}),i={stake:r(t.stake),...t.side>0?{side_bet:r(t.side)}:{}},a=`/games/${this.#e.game}/rounds`,o=await this.#o(()=>this.#s(a,i));this.#i.has(o.id)&&(o=await this.#o(()=>this.#s(a,i))),this.#u(o,!1),--this.#r,this.#r<=0&&(this.#n=null),await this.#t.keeper.acceptSaid(o.receipts,`deal`,e=>nt(e,o,t)),await this.#c()}async#o(e){try{return await e()}catch(t){if(!(t instanceof o)||!at.has(t.code))throw t;return this.#n=null,await this.#c(),e()}}#s(e,t){return this.#t.client.call({method:`POST`,path:e,body:t,read:V,once:!0})}async goOn(){this.#t.keeper.goOn(),this.store.set({fault:null}),await this.enter()}async#c(){if(k(this.store.state.table)!==`deciding`){this.#n??=this.#l();try{await this.#n}catch(e){throw this.#n=null,e}}}async#l(){this.store.set({preparing:!0});try{let{roundsLeft:e}=await this.#t.keeper.ensureEpoch(this.#t.platformNow());this.#r=e}finally{this.store.set({preparing:!1})}}#u(e,t){this.#i.add(e.id),this.store.set({table:ve(this.store.state.table,e,this.#t.now())}),this.#t.history.put(e),this.#t.came(e,t)}async#d(e){try{await e()}catch(e){let t=A(this.store.state.table);if(this.store.set({table:t,error:e instanceof H?null:e,fault:this.#t.keeper.fault}),e instanceof o&&it.has(e.code)&&await this.#f(),!(e instanceof o||e instanceof l||e instanceof H))throw e}}async#f(){let e=this.store.state.table.round;await this.resume();let{round:t}=this.store.state.table;if(e===null||t!==e||this.store.state.elsewhere!==null)return;let n=await this.#t.client.call({path:`/rounds/${e.id}`,read:V});n.status!==`open`&&(this.#u(n,!0),await this.#t.keeper.accept(n.receipts))}};function st(n){let r=n.map(F),i=r.slice(0,r.length>3?Math.min(5,r.length):2),a=r.length>i.length?r.at(-1):void 0;return e`${i.map(Q)}${a===void 0?t:e`<i>→</i>${Q(a)}`}`}function Q(e){return j(e,v(e))}var ct=class extends r{static properties={error:{state:!0}};#e=null;constructor(){super(),this.error=null,this.watch(C)}connectedCallback(){super.connectedCallback();let{me:e}=a.state;e!==null&&this.#e===null&&(this.#e=w(e.id),this.addController(new u(this,this.#e.store)))}render(){let{entries:n,next:r}=this.#e?.store.state??{entries:null,next:null};return e`<section class="box hist" aria-labelledby="rounds-heading">
      <h2 id="rounds-heading">${_(`rounds`)}</h2>
      <problem-box .error=${this.error}></problem-box>
      ${n===null||n.length===0?e`<p class="quiet small none">${_(`rounds.none`)}</p>`:e`<ol class="plain">
              ${n.map(e=>this.#t(e))}
            </ol>`}
      ${r===null?t:e`<button class="btn bare low" type="button" @click=${this.#r}>${_(`rounds.more`)}</button>`}
    </section>`}#t(t){let{staked:n,returned:r,status:i}=t,a=t.id.slice(t.id.indexOf(`-`)+1),o=r===null||n===null?null:r.amount-n.amount;return e`<li>
      <span class="c">${t.cards===void 0?this.#n(t):st(t.cards)}</span>
      <span class="num">${i===`open`||o===null?_(`rounds.open`):y(o)}</span>
      ${i===`open`?e`<span></span>`:e`<a
              class="btn bare low"
              href="#/verify/${t.id}"
              aria-label=${_(`rounds.verify.one`,{number:a})}
              >${_(`rounds.verify`)}</a
            >`}
    </li>`}#n({outcome:r,status:i,game:a,dealt_at:o}){let s=i===`voided`?`voided`:r??``,c=C.state.games?.find(e=>e.game===a);return e`<span class="before"
      >${i===`open`?t:m(`rounds.said.${s}`,s)}
      <span class="small quiet"
        >${c===void 0?a:Oe(c)}, ${n(o)}</span
      ></span
    >`}#r=async()=>{this.error=null;try{await this.#e?.more()}catch(e){this.error=e}}};customElements.define(`rounds-list`,ct);var lt={up:100,down:-100,up10:1e3,down10:-1e3},$=class extends r{static properties={gameId:{attribute:`game`},game:{state:!0},fault:{state:!0},live:{state:!0}};#e=null;#t=null;#n=z.state.animation;constructor(){super(),this.gameId=``,this.game=void 0,this.fault=null,this.live=``,this.watch(a,z,B,C)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#f),this.#r()}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#f)}async#r(){try{let[e]=await Promise.all([oe(this.gameId),C.state.games===null?ae():null]);this.game=e;let{me:t,wallet:n}=a.state;this.#t=e===null?null:we(e.sheet);let r=e===null||n===null?null:ne(e.stakes,n.cash.currency);if(e===null||t===null||r===null||this.#t===null||e.played!==`alone`)return;let o=se(t.id);o.store.state.entries===null&&await o.more(),this.#e=new ot(e,_e(r),{client:c,history:o,keeper:x(t.id),now:()=>Date.now(),platformNow:i,readOpenRound:S,came:(e,t)=>this.#i(e,t)}),this.addController(new u(this,this.#e.store,o.store)),this.requestUpdate(),isSecureContext&&await this.#e.enter()}catch(e){this.fault=e}}#i(e,t){if(this.#t===null)return;let n=Xe(e,this.#t);if(this.live=t?`${_(`said.resumed`)} ${n.live}`:n.live,a.set({wallet:e.balance}),!t){Pe();let t=U(e);t!==null&&ke(t.worth),Ne(n.voice)}this.#o(),this.#a()}async#a(){await this.updateComplete;let e=this.querySelector(`.cloth`)?.getBoundingClientRect().top??0,t=this.querySelector(`.console`)?.getBoundingClientRect().top??0,n=document.querySelector(`.strip`)?.getBoundingClientRect().bottom??0,r=this.querySelector(`.say`)?.getBoundingClientRect().bottom??0;(e<n||r>t)&&scrollBy({top:e-n,behavior:`instant`})}async#o(){try{await s()}catch(e){this.#e?.store.set({error:e})}}#s=e=>({stopped:e,step:(e,t)=>{this.#l(e),this.#c(t)},act:(e,t)=>{this.#u(e),this.#c(t)}});#c(e){e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#l(e){let t=this.#e;if(t===null||!t.step(e)||e.does===`turn`)return;Me();let{bets:n}=t.store.state.table,r=n.on===`side`?`said.side`:`said.bet`;this.live=e.does===`remove`?_(`said.removed`):_(r,{amount:h(n[n.on])})}#u(e){let t=this.#e;if(t===null)return;let{table:n}=t.store.state,r=lt[e];r===void 0?e===`repeat`||e===`remove`?this.#l({does:e}):e===`deal`&&D(n)?this.#d(t,n):t.decide(e===`deal`?T(n)??``:e):this.#l({does:`change`,minor:r})}#d(e,t){t.bets.stake===0?this.live=_(`place-bet.none`,{min:h(t.room.stakeMin)}):this.#p()||e.deal()}#f=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=je(e,B.state.keys);n!==null&&this.#e!==null&&(e.preventDefault(),Ae(n,e)||this.#u(n))};#p(){let{elsewhere:e,fault:t}=this.#e?.store.state??{elsewhere:null,fault:null};return e!==null||t!==null||!isSecureContext||this.game?.available===!1}render(){let{game:t}=this;return this.fault===null?t===void 0?e`<p class="quiet late" role="status">${_(`preparing`)}</p>`:t===null||t.played!==`alone`||this.#t===null?L(_(t===null?`no-game`:`not-alone`),_(`not-alone.text`)):this.#e===null||this.#t===null?this.#m():this.#h(t,this.#e,this.#t):e`<problem-box .error=${this.fault}></problem-box>`}#m(){let t=a.state.wallet?.cash.currency??``;return this.game?.stakes.every(e=>e.stake_min.currency!==t)??!1?L(_(`other-currency`,{currency:t}),_(`not-alone.text`)):e`<p class="quiet late" role="status">${_(`preparing`)}</p>`}#h(t,n,r){let{table:i,preparing:o}=n.store.state,s=this.#n&&z.state.animation&&!Fe(),c=k(i)===`deciding`,l=this.#s(this.#p());return e`
      <div class="board" id="board" tabindex="-1">
        ${Te(t,i.room)}
        <div class="cloth ${s?`moving`:``} is-${r.family}">
          ${Ue(r,i.round,this.#_(i,r,o))}
        </div>
        <div class="console ${c?`deciding`:``}">
          <div class="said">${this.#g(t,n,c)}</div>
          ${Qe(i,l)} ${Y(i,l)} ${$e(i,l,B.state.keys)}
        </div>
        <div class="foot">
          <button class="btn bare low" type="button" @click=${()=>d(`options-window`)}>
            ${_(`options`)}
          </button>
          <button class="btn bare low" type="button" @click=${()=>d(`bet-limit-window`)}>
            ${_(`bet-options`)}
          </button>
          <a class="btn bare low" href="#/limits">${_(`limits`)}</a>
        </div>
        <p class="vh" role="status" aria-live="polite">${this.live}</p>
      </div>
      ${ze(i,a.state)}
    `}#g(n,r,i){let{table:o,error:s,elsewhere:c,fault:l}=r.store.state,u=a.state.wallet?.cash.amount===0&&D(o);return[isSecureContext?t:Ce(),l===null?t:Se(l,r),c===null?t:Ee(c),a.state.online||o.round?.status!==`open`?t:ye(o.round),n.available||i?t:xe(),u?De(n.game):t,s===null?t:e`<problem-box .error=${s}></problem-box>`]}#_(n,r,i){let{headline:a,text:o}=Je(n,r,i),{round:s}=n,c=k(n)===`over`&&s!==null,l=s===null?null:U(s)?.worth??null;return e`<div class="say ${l===`won`?`worth-won`:``}">
      <strong>${a}</strong>
      <span class="quiet">${o}</span>
      ${s?.status===`open`?e`<span class="deadline small quiet">${Ye(s)}</span>`:t}
      ${c?e`<a class="btn bare low" href="#/verify/${s.id}">${_(`verify`)}</a>`:t}
    </div>`}};customElements.define(`red-dog-board`,$);export{$ as RedDogBoard};