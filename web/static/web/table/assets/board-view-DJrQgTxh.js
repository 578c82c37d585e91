import{_ as e,g as t,s as n,t as r}from"./plain-element-CzNnNSV1.js";import{a as i,c as a,d as o,s,t as c,u as l}from"./session-oeUAqAAD.js";import{n as u,t as ee}from"./store-C7Ddjf2e.js";import{F as d,T as f,d as p,f as m,g as h,l as g,m as _,p as v,u as y,v as b,y as te}from"./index-C1R20B-R.js";import{o as ne,s as re,t as ie}from"./bets-B9ZEMoOg.js";import{a as ae,i as oe,l as x,n as S,o as se,r as C,s as ce,t as w}from"./services-BqLzjHyp.js";import{_ as le,a as ue,c as T,d as de,f as E,g as fe,h as pe,i as D,l as me,m as he,n as ge,o as O,p as _e,r as ve,s as k,t as ye,u as A}from"./keys-list-BkNyPILC.js";import{a as j,i as M,n as N,r as P,s as F,t as I}from"./drawings-CQqfAow_.js";import{a as be,d as xe,f as Se,i as L,l as Ce,m as we,n as Te,o as Ee,r as De,s as Oe,t as ke,u as Ae}from"./board-parts-gXLe-c3_.js";import{_ as R,a as je,d as z,g as Me,h as Ne,i as Pe,l as B,n as Fe,r as Ie,u as Le}from"./voice-J87icDCA.js";import{c as V}from"./answers-B2FSYQBq.js";import{S as Re,d as H,f as ze,x as Be}from"./published-log-CkoW2cGo.js";function Ve(t,{me:n,wallet:r}){let{currency:i}=t.room,a=e=>`${g(e)} ${i}`,o=n===null?`none`:w(n.id).lastWin();return e`<aside>
    <section class="box" aria-labelledby="player-information">
      <h2 id="player-information">${v(`information`)}</h2>
      <dl class="pairs information">
        <dt>${v(`balance`)}</dt>
        <dd class="num">${a(r?.cash.amount??0)}</dd>
        <dt>${v(`bet.now`)}</dt>
        <dd class="num">${a(ge(t))}</dd>
        <dt>${v(`last-win`)}</dt>
        <dd class="num">${typeof o==`number`?a(o):v(`last-win.${o}`)}</dd>
      </dl>
    </section>
    <rounds-list></rounds-list>
    <keys-list></keys-list>
    <receipts-box></receipts-box>
  </aside>`}var He={win:`result.win`,trips:`result.trips`,lose:`result.lose`,"pair-push":`result.pair-push`,"consecutive-push":`result.consecutive-push`,surrender:`result.surrender`};function U(e){if(e.status===`open`||e.returned===null)return null;let t=e.staked.amount,n=e.returned.amount,r=n-t,i=r>0?`won`:r===0?`even`:`lost`,a=e.side_bet?.category??null,o=e.side_bet?.returned?.amount??0;return{worth:i,net:r,staked:t,returned:n,headline:Ue(e,r),side:a===null?null:{category:a,returned:o},timedOut:e.acts.find(e=>e.actor===`timeout`)?.action??null}}function Ue(e,t){return e.status===`voided`?`result.voided`:e.side_bet===null?He[e.outcome??``]??(t<0?`result.lose`:`result.net`):t<0?`result.lose`:`result.net`}var We=6;function Ge(e,t,n){return e.family===`montana`?qe(e,t,n):Ke(e,t,n)}function Ke(t,n,r){let[i,a,o]=(n?.cards??[]).map(F),s=n!==null&&U(n)?.worth===`won`;return e`
    <div class="cards" role="group" aria-label=${v(`cards`)}>
      ${W(i,v(`first`))} ${W(o,v(`third`),s)} ${W(a,v(`second`))}
    </div>
    ${he(t,i,a)} ${r} ${_e(i,a,o)}
  `}function qe(n,r,i){let a=(r?.cards??[]).map(F),o=a.slice(0,n.hand),s=a.length>n.hand?a.at(-1):void 0,c=Array.from({length:n.hand},(e,t)=>o[t]),l=r!==null&&U(r)?.worth===`won`&&r.outcome===`win`,u=e=>l&&e!==void 0&&s!==void 0&&fe([e],s);return e`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${v(`dealers-five`)}>
        ${Array.from({length:We},(t,n)=>r===null?e`<figure>${P()}</figure>`:e`<figure>${I(_(n===5?`burnt`:`dealers`))}</figure>`)}
      </div>
      <div class="cards hit">${Je(r,s)}</div>
    </div>
    <div class="cards five" role="group" aria-label=${v(`hand`)}>
      ${c.map(e=>W(e,null,u(e)))}
    </div>
    ${i} ${n.bonus.length>0?Ye(n.bonus):t}
  `}function Je(t,n){return t!==null&&n===void 0?e`<figure>
      ${I(_(`face-down`))}
      <figcaption>${v(`hit`)}</figcaption>
    </figure>`:W(n,v(`hit`))}function W(n,r,i=!1){let a=n===void 0?``:y(n),o=n===void 0?P():M(n,a);return te(a,e`<figure class="${n===void 0?``:`new`}${i?` won`:``}">
      ${o}${r===null?t:e`<figcaption>${r}</figcaption>`}
    </figure>`)}function Ye(t){return e`<details class="bonus small">
    <summary>${v(`bonus-pays`)}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${v(`bonus-pays.hand`)}</th>
          <th scope="col" class="num">${v(`bonus-pays.pays`)}</th>
        </tr>
      </thead>
      <tbody>
        ${[...Se.entries()].toReversed().map(([n,r])=>e`<tr>
              <td>${m(r)}</td>
              <td class="num">${v(`bonus-pays.odds`,{odds:t[n]??0})}</td>
            </tr>`)}
        ${[`pair`,`high-card`].map(t=>e`<tr>
              <td>${m(t)}</td>
              <td class="num">${v(`bonus-pays.lost`)}</td>
            </tr>`)}
      </tbody>
    </table>
  </details>`}function G(e,t,n){return e===`raise`?v(`action.raise`,{amount:g(n)}):h(`action.${t.toLowerCase()}`,h(`action.${e}`,t))}function Xe(e,t,n){let{round:r}=e;if(e.pending===`deal`&&n)return{headline:v(`preparing`),text:v(`preparing.text`)};if(e.pending===`deal`)return{headline:v(`dealing`),text:``};if(e.pending!==null)return{headline:v(`deciding`),text:``};if(r===null||k(e)===`betting`){let t=e.bets.stake===0?v(`place-bet.none`,{min:g(e.room.stakeMin)}):v(`place-bet.then`);return{headline:v(`place-bet`),text:t}}let i=U(r);return i===null?K(r,t):q(i)}function K(e,t){if(t.family===`montana`){let{winning:t,left:n,percent:r}=pe(e.cards.map(F));return{headline:v(`play-or-not`),text:v(`beats.win`,{winning:t,left:n,percent:r})}}let n=e.spread??0,{winning:r,left:i,percent:a}=le(n,t.decks),o=t.pay.spread[n-1]??0;return{headline:v(`raise-or-stand`,{spread:n}),text:v(`between.win`,{winning:r,left:i,percent:a,odds:o})}}function q(e){let{net:t,staked:n,returned:r,side:i,timedOut:a}=e,o=v(e.headline,{net:e.headline===`result.net`?b(t):g(t),loss:g(-t),returned:g(r)}),s=v(`result.money`,{staked:g(n),returned:g(r)}),c=i===null?``:m(i.category);return{headline:o,text:[s,i===null?``:i.returned>0?v(`result.side.returned`,{category:c,returned:g(i.returned)}):v(`result.side.lost`,{category:c}),a===null?``:v(`result.timeout`,{action:h(`action.${a}`,a)})].filter(e=>e!==``).join(` `)}}function Ze(e){let{default_action:t,times_out_at:r}=e;if(t===null||r===null)return``;let i=e.legal_actions.find(e=>e.action===t)?.label??t;return v(`decide-by`,{instant:n(r),action:G(t,i,0)})}function Qe(e,t){let n=e.cards.map(F),r=U(e);if(r===null){let r=K(e,t),{spread:i}=e,a=v(`said.cards`,{cards:p(n)}),o=i===null?r.headline:v(`said.spread.voice`,{spread:i});return{live:`${a} ${r.headline} ${r.text}`,voice:o}}let i=q(r);return{live:`${$e(e,t)} ${i.headline}. ${i.text}`.trim(),voice:i.headline}}function $e(e,t){let n=e.cards.map(F),r=n.at(-1);if(r===void 0)return``;if(t.family===`montana`)return n.length>t.hand?v(`said.hit`,{card:y(r)}):``;let[i,a,o]=n;if(e.acts.length>0&&o!==void 0)return v(`said.third`,{card:y(o)});let s=[i,a].filter(e=>e!==void 0),c=v(`said.cards`,{cards:p(s)});return o===void 0?c:`${c} ${v(`said.third`,{card:y(o)})}`}var J=e=>e/100;function et(t,n){let{currency:r}=t.room,i=(e,t)=>{t.preventDefault(),n.step({does:`change`,minor:e},t)};return e`<div class="chips" role="group" aria-label=${v(`chips`)}>
    ${ie.map((t,n)=>e`<span>
          <button
            class="add"
            type="button"
            aria-label=${v(`chip.add`,{amount:J(t),currency:r})}
            @click=${e=>i(t,e)}
            @contextmenu=${e=>i(-t,e)}
          >
            ${N(String(J(t)),n)}
          </button>
          <button
            class="btn less"
            type="button"
            aria-label=${v(`chip.less`,{amount:J(t),currency:r})}
            @click=${e=>i(-t,e)}
          >
            −
          </button>
        </span>`)}
  </div>`}function tt(n,r){let{bets:i,room:a}=n,o=me(n),s=(t,n)=>{let o=i[t],s=e`<b>${o===0?`·`:g(o)}</b><span>${n}</span>`;return a.sideMax===0?e`<div class="put">${s}</div>`:e`<button
      class="put"
      type="button"
      aria-pressed=${i.on===t}
      @click=${e=>r.step({does:`turn`,to:t},e)}
    >
      ${s}
    </button>`};return e`<div class="puts" role="group" aria-label=${v(`bets`)}>
    ${s(`stake`,v(`bet`))}
    <div class="put"><b>${o===null?`·`:g(o)}</b><span>${v(`raise`)}</span></div>
    ${a.sideMax>0?s(`side`,v(`bonus`)):t}
  </div>`}function nt(t,n,r){let i=k(t)===`deciding`,a=T(t),o=t.round?.legal_actions.map(e=>e.action)??[],s=[`surrender`,`raise`].filter(e=>o.includes(e));return e`<div class="acts" @keydown=${rt}>
    ${i?s.map(e=>X(t,n,r,e===`raise`?`raise`:`surrender`,`btn`)):e`<span class="pair"> ${Y(t,n,r,`remove`)}${Y(t,n,r,`repeat`)} </span>`}
    ${X(t,n,r,`deal`,i&&a!==null?`btn`:`btn main`)}
  </div>`}function rt(e){e.repeat&&(e.key===`Enter`||e.key===` `)&&e.preventDefault()}function Y(n,r,i,a){return e`<button
    class="btn side"
    type="button"
    ?disabled=${r.stopped}
    aria-disabled=${!r.stopped&&!D(n)?`true`:t}
    @click=${e=>r.act(a,e)}
  >
    ${v(a)} <kbd>${R(i[a])}</kbd>
  </button>`}function X(n,r,i,a,o){let s=r.stopped&&k(n)!==`deciding`;return e`<button
    class=${o}
    type="button"
    data-command=${a}
    ?disabled=${s}
    aria-disabled=${n.pending!==null&&!s?`true`:t}
    @click=${e=>r.act(a,e)}
  >
    ${Z(n,a)} <kbd>${R(i[a])}</kbd>
  </button>`}function Z(e,t){let n=t===`deal`?T(e):t,r=n===null?null:O(e,n);return k(e)===`deciding`&&r!==null?G(r.action,r.label,r.cost_max.amount):v(e.pending===`deal`?`dealing`:`deal`)}function it(e,t,n){x(e,{epoch:t.epoch,nonce:t.nonce,rules:t.rules,ante:n.stake,bonus:n.side===0?void 0:n.side,...t.status===`open`?{cards:t.cards}:{}})}function at(e,t){let n=t.returned?.amount;x(e,{cards:t.cards,pay:{returned:n,staked:t.staked.amount}});let{acts:r}=e.fields,i=Be(r)?r.map(e=>Re(e)?[e.a,e.amt]:null):null,a=t.acts.map(e=>[e.action,e.amount.amount]),o=JSON.stringify(i)===JSON.stringify(a);ze(o,`other-record`,`record ${e.seq} has other decisions`,e.receipt.note)}var ot=new Set([`round-open`,`round-closed`,`round-not-found`,`illegal-action`]),st=new Set([`epoch-exhausted`,`epoch-not-open`]),ct=class{store;#e;#t;#n=null;#r=0;#i=new Set;constructor(e,t,n){this.#e=e,this.#t=n;let{fault:r}=n.keeper;this.store=new ee({table:t,error:null,preparing:!1,elsewhere:null,fault:r})}async enter(){await this.#d(async()=>{await this.resume();let e=this.#t.history.lastBets(this.#e.game),{table:t}=this.store.state;t.last===null&&e!==null&&this.store.set({table:{...t,last:e}}),await this.#c()})}async resume(){let e=await this.#t.readOpenRound(),t=e!==null&&e.game!==this.#e.game;this.store.set({elsewhere:t?e.game:null}),e===null||t||(this.#u(e,!0),await this.#t.keeper.accept(e.receipts))}step(e){let t=this.store.state.table,n=de(t,e);return n!==t&&(this.store.set({table:n,error:null}),!0)}async deal(){let{table:e,elsewhere:t,fault:n}=this.store.state;D(e)&&t===null&&n===null&&re(e.bets)!==0&&(this.store.set({table:E(e,`deal`),error:null}),await this.#d(()=>this.#a(e)))}async decide(e){let{table:t}=this.store.state,{round:n}=t,r=O(t,e);if(n===null||r===null||!ue(t,this.#t.now()))return;this.store.set({table:E(t,e),error:null});let i=r.cost_max.amount>0?{amount:r.cost_max}:{};await this.#d(async()=>{let t=`/rounds/${n.id}/actions`,r=await this.#s(t,{action:e,...i});this.#u(r,!1),await this.#t.keeper.acceptSaid(r.receipts,`settle`,e=>at(e,r)),await this.#c()})}async#a(e){let{bets:t,room:n}=e;await this.#c();let r=e=>({amount:e,currency:n.currency}),i={stake:r(t.stake),...t.side>0?{side_bet:r(t.side)}:{}},a=`/games/${this.#e.game}/rounds`,o=await this.#o(()=>this.#s(a,i));this.#i.has(o.id)&&(o=await this.#o(()=>this.#s(a,i))),this.#u(o,!1),--this.#r,this.#r<=0&&(this.#n=null),await this.#t.keeper.acceptSaid(o.receipts,`deal`,e=>it(e,o,t)),await this.#c()}async#o(e){try{return await e()}catch(t){if(!(t instanceof o)||!st.has(t.code))throw t;return this.#n=null,await this.#c(),e()}}#s(e,t){return this.#t.client.call({method:`POST`,path:e,body:t,read:V,once:!0})}async goOn(){this.#t.keeper.goOn(),this.store.set({fault:null}),await this.enter()}async#c(){if(k(this.store.state.table)!==`deciding`){this.#n??=this.#l();try{await this.#n}catch(e){throw this.#n=null,e}}}async#l(){this.store.set({preparing:!0});try{let{roundsLeft:e}=await this.#t.keeper.ensureEpoch(this.#t.platformNow());this.#r=e}finally{this.store.set({preparing:!1})}}#u(e,t){this.#i.add(e.id),this.store.set({table:ye(this.store.state.table,e,this.#t.now())}),this.#t.history.put(e),this.#t.came(e,t)}async#d(e,t=!1){try{await e()}catch(e){let n=A(this.store.state.table);if(this.store.set({table:n,error:e instanceof H?null:e,fault:this.#t.keeper.fault}),e instanceof o&&ot.has(e.code)&&!t&&await this.#d(()=>this.#f(),!0),!(e instanceof o||e instanceof l||e instanceof H))throw e}}async#f(){let e=this.store.state.table.round;await this.resume();let{round:t}=this.store.state.table;if(e===null||t!==e||this.store.state.elsewhere!==null)return;let n=await this.#t.client.call({path:`/rounds/${e.id}`,read:V});n.status!==`open`&&(this.#u(n,!0),await this.#t.keeper.accept(n.receipts))}};function lt(n){let r=n.map(F),i=r.slice(0,r.length>3?Math.min(5,r.length):2),a=r.length>i.length?r.at(-1):void 0;return e`${i.map(Q)}${a===void 0?t:e`<i>→</i>${Q(a)}`}`}function Q(e){return j(e,y(e))}var ut=class extends r{static properties={error:{state:!0}};#e=null;constructor(){super(),this.error=null,this.watch(C)}connectedCallback(){super.connectedCallback();let{me:e}=a.state;e!==null&&this.#e===null&&(this.#e=w(e.id),this.addController(new u(this,this.#e.store)))}render(){let{entries:n,next:r}=this.#e?.store.state??{entries:null,next:null};return e`<section class="box hist" aria-labelledby="rounds-heading">
      <h2 id="rounds-heading">${v(`rounds`)}</h2>
      <problem-box .error=${this.error}></problem-box>
      ${n===null||n.length===0?e`<p class="quiet small none">${v(`rounds.none`)}</p>`:e`<ol class="plain">
              ${n.map(e=>this.#t(e))}
            </ol>`}
      ${r===null?t:e`<button class="btn bare low" type="button" @click=${this.#r}>${v(`rounds.more`)}</button>`}
    </section>`}#t(t){let{staked:n,returned:r,status:i}=t,a=t.id.slice(t.id.indexOf(`-`)+1),o=r===null||n===null?null:r.amount-n.amount;return e`<li>
      <span class="c">${t.cards===void 0?this.#n(t):lt(t.cards)}</span>
      <span class="num">${i===`open`||o===null?v(`rounds.open`):b(o)}</span>
      ${i===`open`?e`<span></span>`:e`<a
              class="btn bare low"
              href="#/verify/${t.id}"
              aria-label=${v(`rounds.verify.one`,{number:a})}
              >${v(`rounds.verify`)}</a
            >`}
    </li>`}#n({outcome:r,status:i,game:a,dealt_at:o}){let s=i===`voided`?`voided`:r??``,c=C.state.games?.find(e=>e.game===a);return e`<span class="before"
      >${i===`open`?t:h(`rounds.said.${s}`,s)}
      <span class="small quiet"
        >${c===void 0?a:xe(c)}, ${n(o)}</span
      ></span
    >`}#r=async()=>{this.error=null;try{await this.#e?.more()}catch(e){this.error=e}}};customElements.define(`rounds-list`,ut);var dt={up:100,down:-100,up10:1e3,down10:-1e3},$=class extends r{static properties={gameId:{attribute:`game`},game:{state:!0},fault:{state:!0},live:{state:!0}};#e=null;#t=null;#n=z.state.animation;constructor(){super(),this.gameId=``,this.game=void 0,this.fault=null,this.live=``,this.watch(a,z,B,C)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#f),this.#r()}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#f)}async#r(){try{let[e]=await Promise.all([oe(this.gameId),C.state.games===null?ae():null]);this.game=e;let{me:t,wallet:n}=a.state;this.#t=e===null?null:we(e.sheet);let r=e===null||n===null?null:ne(e.stakes,n.cash.currency);if(e===null||t===null||r===null||this.#t===null||e.played!==`alone`)return;let o=ce(t.id);o.store.state.entries===null&&await o.more(),this.#e=new ct(e,ve(r),{client:c,history:o,keeper:S(t.id),now:()=>Date.now(),platformNow:i,readOpenRound:se,came:(e,t)=>this.#i(e,t)}),this.addController(new u(this,this.#e.store,o.store)),this.requestUpdate(),isSecureContext&&await this.#e.enter()}catch(e){this.fault=e}}#i(e,t){if(this.#t===null)return;let n=Qe(e,this.#t);if(this.live=t?`${v(`said.resumed`)} ${n.live}`:n.live,a.set({wallet:e.balance}),!t){Ie();let t=U(e);t!==null&&je(t.worth),Fe(n.voice)}this.#o(),this.#a()}async#a(){await this.updateComplete;let e=this.querySelector(`.cloth`)?.getBoundingClientRect().top??0,t=this.querySelector(`.console`)?.getBoundingClientRect().top??0,n=document.querySelector(`.strip`)?.getBoundingClientRect().bottom??0,r=this.querySelector(`.say`)?.getBoundingClientRect().bottom??0;(e<n||r>t)&&scrollBy({top:e-n,behavior:`instant`})}async#o(){try{await s()}catch(e){this.#e?.store.set({error:e})}}#s=e=>({stopped:e,step:(e,t)=>{this.#l(e),this.#c(t)},act:(e,t)=>{this.#u(e),this.#c(t)}});#c(e){e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#l(e){let t=this.#e;if(t===null||!t.step(e)||e.does===`turn`)return;Pe();let{bets:n}=t.store.state.table,r=n.on===`side`?`said.side`:`said.bet`;this.live=e.does===`remove`?v(`said.removed`):v(r,{amount:g(n[n.on])})}#u(e){let t=this.#e;if(t===null)return;let{table:n}=t.store.state,r=dt[e];r===void 0?e===`repeat`||e===`remove`?this.#l({does:e}):e===`deal`&&D(n)?this.#d(t,n):t.decide(e===`deal`?T(n)??``:e):this.#l({does:`change`,minor:r})}#d(e,t){t.bets.stake===0?this.live=v(`place-bet.none`,{min:g(t.room.stakeMin)}):this.#p()||e.deal()}#f=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=Ne(e,B.state.keys);n!==null&&this.#e!==null&&(e.preventDefault(),Me(n,e)||this.#u(n))};#p(){let{elsewhere:e,fault:t}=this.#e?.store.state??{elsewhere:null,fault:null};return e!==null||t!==null||!isSecureContext||this.game?.available===!1}render(){let{game:t}=this;return this.fault===null?t===void 0?e`<p class="quiet late" role="status">${d(`loading`)}</p>`:t===null||t.played!==`alone`||this.#t===null?L(v(t===null?`no-game`:`not-alone`),v(`not-alone.text`)):this.#e===null||this.#t===null?this.#m():this.#h(t,this.#e,this.#t):e`<problem-box .error=${this.fault}></problem-box>`}#m(){let t=a.state.wallet?.cash.currency??``;return this.game?.stakes.every(e=>e.stake_min.currency!==t)??!1?L(v(`other-currency`,{currency:t}),v(`not-alone.text`)):e`<p class="quiet late" role="status">${d(`loading`)}</p>`}#h(t,n,r){let{table:i,preparing:o}=n.store.state,s=this.#n&&z.state.animation&&!Le(),c=k(i)===`deciding`,l=this.#s(this.#p());return e`
      <div class="board" id="board" tabindex="-1">
        ${De(t,i.room)}
        <div class="cloth ${s?`moving`:``} is-${r.family}">
          ${Ge(r,i.round,this.#_(i,r,o))}
        </div>
        <div class="console ${c?`deciding`:``}">
          <div class="said">${this.#g(t,n,c)}</div>
          ${et(i,l)} ${tt(i,l)} ${nt(i,l,B.state.keys)}
        </div>
        <div class="foot">
          <button class="btn bare low" type="button" @click=${()=>f(`options-window`)}>
            ${v(`options`)}
          </button>
          <button class="btn bare low" type="button" @click=${()=>f(`bet-limit-window`)}>
            ${v(`bet-options`)}
          </button>
          <a class="btn bare low" href="#/limits">${v(`limits`)}</a>
          ${Ce(t)}
        </div>
        <p class="vh" role="status" aria-live="polite">${this.live}</p>
      </div>
      ${Ve(i,a.state)}
    `}#g(n,r,i){let{table:o,error:s,elsewhere:c,fault:l}=r.store.state,u=a.state.wallet?.cash.amount===0&&D(o);return[isSecureContext?t:Ee(),l===null?t:Te(l,r),c===null?t:Oe(c),a.state.online||o.round?.status!==`open`?t:be(o.round),n.available||i?t:Ae(),u?ke(n.game):t,s===null?t:e`<problem-box .error=${s}></problem-box>`]}#_(n,r,i){let{headline:a,text:o}=Xe(n,r,i),{round:s}=n,c=k(n)===`over`&&s!==null,l=s===null?null:U(s)?.worth??null;return e`<div class="say ${l===`won`?`worth-won`:``}">
      <strong>${a}</strong>
      <span class="quiet">${o}</span>
      ${s?.status===`open`?e`<span class="deadline small quiet">${Ze(s)}</span>`:t}
      ${c?e`<a class="btn bare low" href="#/verify/${s.id}">${v(`verify`)}</a>`:t}
    </div>`}};customElements.define(`red-dog-board`,$);export{$ as RedDogBoard};