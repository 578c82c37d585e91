import{_ as e,d as t,s as n,t as r,v as i}from"./plain-element-ux9t2jM3.js";import{a,c as o,d as s,s as c,t as l,u}from"./session-DHDc5PWH.js";import{n as d,t as ee}from"./store-C7Ddjf2e.js";import{F as f,T as p,d as m,f as h,g,l as _,m as v,p as y,u as b,v as x,y as te}from"./index-B4NBmOPv.js";import{o as ne,s as re,t as ie}from"./bets-B9ZEMoOg.js";import{a as ae,i as oe,l as S,n as se,o as ce,r as C,s as le,t as w}from"./services-DOhBgHbS.js";import{_ as ue,a as de,c as T,d as fe,f as E,g as pe,h as me,i as D,l as he,m as ge,n as _e,o as O,p as ve,r as ye,s as k,t as be,u as A}from"./keys-list-eX-UaH6z.js";import{a as j,i as M,n as N,r as P,s as F,t as I}from"./drawings-C2qFkxIZ.js";import{a as xe,d as Se,f as Ce,i as L,l as we,m as Te,n as Ee,o as De,r as Oe,s as ke,t as Ae,u as je}from"./board-parts-CoS5O8-h.js";import{_ as R,a as Me,d as z,g as Ne,h as Pe,i as Fe,l as B,n as Ie,r as Le,u as Re}from"./voice-D1xr8wwW.js";import{c as V}from"./answers-BxRr10Yu.js";import{S as ze,d as H,f as Be,x as Ve}from"./published-log-DXlfOVuB.js";function He(e,{me:t,wallet:n}){let{currency:r}=e.room,a=e=>`${_(e)} ${r}`,o=t===null?`none`:w(t.id).lastWin();return i`<aside>
    <section class="box" aria-labelledby="player-information">
      <h2 id="player-information">${y(`information`)}</h2>
      <dl class="pairs information">
        <dt>${y(`balance`)}</dt>
        <dd class="num">${a(n?.cash.amount??0)}</dd>
        <dt>${y(`bet.now`)}</dt>
        <dd class="num">${a(_e(e))}</dd>
        <dt>${y(`last-win`)}</dt>
        <dd class="num">${typeof o==`number`?a(o):y(`last-win.${o}`)}</dd>
      </dl>
    </section>
    <rounds-list></rounds-list>
    <keys-list></keys-list>
    <receipts-box></receipts-box>
  </aside>`}var Ue={win:`result.win`,trips:`result.trips`,lose:`result.lose`,"pair-push":`result.pair-push`,"consecutive-push":`result.consecutive-push`,surrender:`result.surrender`};function U(e){if(e.status===`open`||e.returned===null)return null;let t=e.staked.amount,n=e.returned.amount,r=n-t,i=r>0?`won`:r===0?`even`:`lost`,a=e.side_bet?.category??null,o=e.side_bet?.returned?.amount??0;return{worth:i,net:r,staked:t,returned:n,headline:We(e,r),side:a===null?null:{category:a,returned:o},timedOut:e.acts.find(e=>e.actor===`timeout`)?.action??null}}function We(e,t){return e.status===`voided`?`result.voided`:e.side_bet===null?Ue[e.outcome??``]??(t<0?`result.lose`:`result.net`):t<0?`result.lose`:`result.net`}var Ge=6;function Ke(e,t,n){return e.family===`montana`?Je(e,t,n):qe(e,t,n)}function qe(e,t,n){let[r,a,o]=(t?.cards??[]).map(F),s=t!==null&&U(t)?.worth===`won`;return i`
    <div class="cards" role="group" aria-label=${y(`cards`)}>
      ${W(r,y(`first`))} ${W(o,y(`third`),s)} ${W(a,y(`second`))}
    </div>
    ${ge(e,r,a)} ${n} ${ve(r,a,o)}
  `}function Je(t,n,r){let a=(n?.cards??[]).map(F),o=a.slice(0,t.hand),s=a.length>t.hand?a.at(-1):void 0,c=Array.from({length:t.hand},(e,t)=>o[t]),l=n!==null&&U(n)?.worth===`won`&&n.outcome===`win`,u=e=>l&&e!==void 0&&s!==void 0&&pe([e],s);return i`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${y(`dealers-five`)}>
        ${Array.from({length:Ge},(e,t)=>n===null?i`<figure>${P()}</figure>`:i`<figure>${I(v(t===5?`burnt`:`dealers`))}</figure>`)}
      </div>
      <div class="cards hit">${Ye(n,s)}</div>
    </div>
    <div class="cards five" role="group" aria-label=${y(`hand`)}>
      ${c.map(e=>W(e,null,u(e)))}
    </div>
    ${r} ${t.bonus.length>0?Xe(t.bonus):e}
  `}function Ye(e,t){return e!==null&&t===void 0?i`<figure>
      ${I(v(`face-down`))}
      <figcaption>${y(`hit`)}</figcaption>
    </figure>`:W(t,y(`hit`))}function W(t,n,r=!1){let a=t===void 0?``:b(t),o=t===void 0?P():M(t,a);return te(a,i`<figure class="${t===void 0?``:`new`}${r?` won`:``}">
      ${o}${n===null?e:i`<figcaption>${n}</figcaption>`}
    </figure>`)}function Xe(e){return i`<details class="bonus small">
    <summary>${y(`bonus-pays`)}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${y(`bonus-pays.hand`)}</th>
          <th scope="col" class="num">${y(`bonus-pays.pays`)}</th>
        </tr>
      </thead>
      <tbody>
        ${[...Ce.entries()].toReversed().map(([t,n])=>i`<tr>
              <td>${h(n)}</td>
              <td class="num">${y(`bonus-pays.odds`,{odds:e[t]??0})}</td>
            </tr>`)}
        ${[`pair`,`high-card`].map(e=>i`<tr>
              <td>${h(e)}</td>
              <td class="num">${y(`bonus-pays.lost`)}</td>
            </tr>`)}
      </tbody>
    </table>
  </details>`}function G(e,t,n){return e===`raise`?y(`action.raise`,{amount:_(n)}):g(`action.${t.toLowerCase()}`,g(`action.${e}`,t))}function Ze(e,t,n){let{round:r}=e;if(e.pending===`deal`&&n)return{headline:y(`preparing`),text:y(`preparing.text`)};if(e.pending===`deal`)return{headline:y(`dealing`),text:``};if(e.pending!==null)return{headline:y(`deciding`),text:``};if(r===null||k(e)===`betting`){let t=e.bets.stake===0?y(`place-bet.none`,{min:_(e.room.stakeMin)}):y(`place-bet.then`);return{headline:y(`place-bet`),text:t}}let i=U(r);return i===null?K(r,t):q(i)}function K(e,t){if(t.family===`montana`){let{winning:t,left:n,percent:r}=me(e.cards.map(F));return{headline:y(`play-or-not`),text:y(`beats.win`,{winning:t,left:n,percent:r})}}let n=e.spread??0,{winning:r,left:i,percent:a}=ue(n,t.decks),o=t.pay.spread[n-1]??0;return{headline:y(`raise-or-stand`,{spread:n}),text:y(`between.win`,{winning:r,left:i,percent:a,odds:o})}}function q(e){let{net:n,staked:r,returned:i,side:a,timedOut:o}=e,s=y(e.headline,{net:e.headline===`result.net`?x(n):_(n),loss:_(-n),returned:_(i)}),c=y(`result.money`,{staked:_(r),returned:_(i)}),l=a===null?``:h(a.category),u=a===null?``:a.returned>0?y(`result.side.returned`,{category:l,returned:_(a.returned)}):y(`result.side.lost`,{category:l}),d=o===null?``:y(`result.timeout`,{action:g(`action.${o}`,o)});return{headline:s,text:t([c,u,d])}}function Qe(e){let{default_action:t,times_out_at:r}=e;if(t===null||r===null)return``;let i=e.legal_actions.find(e=>e.action===t)?.label??t;return y(`decide-by`,{instant:n(r),action:G(t,i,0)})}function $e(e,t){let n=e.cards.map(F),r=U(e);if(r===null){let r=K(e,t),{spread:i}=e,a=y(`said.cards`,{cards:m(n)}),o=i===null?r.headline:y(`said.spread.voice`,{spread:i});return{live:`${a} ${r.headline} ${r.text}`,voice:o}}let i=q(r);return{live:`${et(e,t)} ${i.headline}. ${i.text}`.trim(),voice:i.headline}}function et(e,t){let n=e.cards.map(F),r=n.at(-1);if(r===void 0)return``;if(t.family===`montana`)return n.length>t.hand?y(`said.hit`,{card:b(r)}):``;let[i,a,o]=n;if(e.acts.length>0&&o!==void 0)return y(`said.third`,{card:b(o)});let s=[i,a].filter(e=>e!==void 0),c=y(`said.cards`,{cards:m(s)});return o===void 0?c:`${c} ${y(`said.third`,{card:b(o)})}`}var J=e=>e/100;function tt(e,t){let{currency:n}=e.room,r=(e,n)=>{n.preventDefault(),t.step({does:`change`,minor:e},n)};return i`<div class="chips" role="group" aria-label=${y(`chips`)}>
    ${ie.map((e,t)=>i`<span>
          <button
            class="add"
            type="button"
            aria-label=${y(`chip.add`,{amount:J(e),currency:n})}
            @click=${t=>r(e,t)}
            @contextmenu=${t=>r(-e,t)}
          >
            ${N(String(J(e)),t)}
          </button>
          <button
            class="btn less"
            type="button"
            aria-label=${y(`chip.less`,{amount:J(e),currency:n})}
            @click=${t=>r(-e,t)}
          >
            −
          </button>
        </span>`)}
  </div>`}function nt(t,n){let{bets:r,room:a}=t,o=he(t),s=(e,t)=>{let o=r[e],s=i`<b>${o===0?`·`:_(o)}</b><span>${t}</span>`;return a.sideMax===0?i`<div class="put">${s}</div>`:i`<button
      class="put"
      type="button"
      aria-pressed=${r.on===e}
      @click=${t=>n.step({does:`turn`,to:e},t)}
    >
      ${s}
    </button>`};return i`<div class="puts" role="group" aria-label=${y(`bets`)}>
    ${s(`stake`,y(`bet`))}
    <div class="put"><b>${o===null?`·`:_(o)}</b><span>${y(`raise`)}</span></div>
    ${a.sideMax>0?s(`side`,y(`bonus`)):e}
  </div>`}function rt(e,t,n){let r=k(e)===`deciding`,a=T(e),o=e.round?.legal_actions.map(e=>e.action)??[],s=[`surrender`,`raise`].filter(e=>o.includes(e));return i`<div class="acts" @keydown=${it}>
    ${r?s.map(r=>X(e,t,n,r===`raise`?`raise`:`surrender`,`btn`)):i`<span class="pair"> ${Y(e,t,n,`remove`)}${Y(e,t,n,`repeat`)} </span>`}
    ${X(e,t,n,`deal`,r&&a!==null?`btn`:`btn main`)}
  </div>`}function it(e){e.repeat&&(e.key===`Enter`||e.key===` `)&&e.preventDefault()}function Y(t,n,r,a){return i`<button
    class="btn side"
    type="button"
    ?disabled=${n.stopped}
    aria-disabled=${!n.stopped&&!D(t)?`true`:e}
    @click=${e=>n.act(a,e)}
  >
    ${y(a)} <kbd>${R(r[a])}</kbd>
  </button>`}function X(t,n,r,a,o){let s=n.stopped&&k(t)!==`deciding`;return i`<button
    class=${o}
    type="button"
    data-command=${a}
    ?disabled=${s}
    aria-disabled=${t.pending!==null&&!s?`true`:e}
    @click=${e=>n.act(a,e)}
  >
    ${at(t,a)} <kbd>${R(r[a])}</kbd>
  </button>`}function at(e,t){let n=t===`deal`?T(e):t,r=n===null?null:O(e,n);return k(e)===`deciding`&&r!==null?G(r.action,r.label,r.cost_max.amount):y(e.pending===`deal`?`dealing`:`deal`)}function ot(e,t,n){S(e,{epoch:t.epoch,nonce:t.nonce,rules:t.rules,ante:n.stake,bonus:n.side===0?void 0:n.side,...t.status===`open`?{cards:t.cards}:{}})}function Z(e,t){let n=t.returned?.amount;S(e,{cards:t.cards,pay:{returned:n,staked:t.staked.amount}});let{acts:r}=e.fields,i=Ve(r)?r.map(e=>ze(e)?[e.a,e.amt]:null):null,a=t.acts.map(e=>[e.action,e.amount.amount]),o=JSON.stringify(i)===JSON.stringify(a);Be(o,`other-record`,`record ${e.seq} has other decisions`,e.receipt.note)}var st=new Set([`round-open`,`round-closed`,`round-not-found`,`illegal-action`]),ct=new Set([`epoch-exhausted`,`epoch-not-open`]),lt=class{store;#e;#t;#n=null;#r=0;#i=new Set;constructor(e,t,n){this.#e=e,this.#t=n;let{fault:r}=n.keeper;this.store=new ee({table:t,error:null,preparing:!1,elsewhere:null,fault:r})}async enter(){await this.#d(async()=>{await this.resume();let e=this.#t.history.lastBets(this.#e.game),{table:t}=this.store.state;t.last===null&&e!==null&&this.store.set({table:{...t,last:e}}),await this.#c()})}async resume(){let e=await this.#t.readOpenRound(),t=e!==null&&e.game!==this.#e.game;this.store.set({elsewhere:t?e.game:null}),e===null||t||(this.#u(e,!0),await this.#t.keeper.accept(e.receipts))}step(e){let t=this.store.state.table,n=fe(t,e);return n!==t&&(this.store.set({table:n,error:null}),!0)}async deal(){let{table:e,elsewhere:t,fault:n}=this.store.state;D(e)&&t===null&&n===null&&re(e.bets)!==0&&(this.store.set({table:E(e,`deal`),error:null}),await this.#d(()=>this.#a(e)))}async decide(e){let{table:t}=this.store.state,{round:n}=t,r=O(t,e);if(n===null||r===null||!de(t,this.#t.now()))return;this.store.set({table:E(t,e),error:null});let i=r.cost_max.amount>0?{amount:r.cost_max}:{};await this.#d(async()=>{let t=`/rounds/${n.id}/actions`,r=await this.#s(t,{action:e,...i});this.#u(r,!1),await this.#t.keeper.acceptSaid(r.receipts,`settle`,e=>Z(e,r)),await this.#c()})}async#a(e){let{bets:t,room:n}=e;await this.#c();let r=e=>({amount:e,currency:n.currency}),i={stake:r(t.stake),...t.side>0?{side_bet:r(t.side)}:{}},a=`/games/${this.#e.game}/rounds`,o=await this.#o(()=>this.#s(a,i));this.#i.has(o.id)&&(o=await this.#o(()=>this.#s(a,i))),this.#u(o,!1),--this.#r,this.#r<=0&&(this.#n=null),await this.#t.keeper.acceptSaid(o.receipts,`deal`,e=>ot(e,o,t)),await this.#c()}async#o(e){try{return await e()}catch(t){if(!(t instanceof s)||!ct.has(t.code))throw t;return this.#n=null,await this.#c(),e()}}#s(e,t){return this.#t.client.call({method:`POST`,path:e,body:t,read:V,once:!0})}async goOn(){this.#t.keeper.goOn(),this.store.set({fault:null}),await this.enter()}async#c(){if(k(this.store.state.table)!==`deciding`){this.#n??=this.#l();try{await this.#n}catch(e){throw this.#n=null,e}}}async#l(){this.store.set({preparing:!0});try{let{roundsLeft:e}=await this.#t.keeper.ensureEpoch(this.#t.platformNow());this.#r=e}finally{this.store.set({preparing:!1})}}#u(e,t){this.#i.add(e.id),this.store.set({table:be(this.store.state.table,e,this.#t.now())}),this.#t.history.put(e),this.#t.came(e,t)}async#d(e,t=!1){try{await e()}catch(e){let n=A(this.store.state.table);if(this.store.set({table:n,error:e instanceof H?null:e,fault:this.#t.keeper.fault}),e instanceof s&&st.has(e.code)&&!t&&await this.#d(()=>this.#f(),!0),!(e instanceof s||e instanceof u||e instanceof H))throw e}}async#f(){let e=this.store.state.table.round;await this.resume();let{round:t}=this.store.state.table;if(e===null||t!==e||this.store.state.elsewhere!==null)return;let n=await this.#t.client.call({path:`/rounds/${e.id}`,read:V});n.status!==`open`&&(this.#u(n,!0),await this.#t.keeper.accept(n.receipts))}};function ut(t){let n=t.map(F),r=n.slice(0,n.length>3?Math.min(5,n.length):2),a=n.length>r.length?n.at(-1):void 0;return i`${r.map(Q)}${a===void 0?e:i`<i>→</i>${Q(a)}`}`}function Q(e){return j(e,b(e))}var dt=class extends r{static properties={error:{state:!0}};#e=null;constructor(){super(),this.error=null,this.watch(C)}connectedCallback(){super.connectedCallback();let{me:e}=o.state;e!==null&&this.#e===null&&(this.#e=w(e.id),this.addController(new d(this,this.#e.store)))}render(){let{entries:t,next:n}=this.#e?.store.state??{entries:null,next:null};return i`<section class="box hist" aria-labelledby="rounds-heading">
      <h2 id="rounds-heading">${y(`rounds`)}</h2>
      <problem-box .error=${this.error}></problem-box>
      ${t===null||t.length===0?i`<p class="quiet small none">${y(`rounds.none`)}</p>`:i`<ol class="plain">
              ${t.map(e=>this.#t(e))}
            </ol>`}
      ${n===null?e:i`<button class="btn bare low" type="button" @click=${this.#r}>${y(`rounds.more`)}</button>`}
    </section>`}#t(e){let{staked:t,returned:n,status:r}=e,a=e.id.slice(e.id.indexOf(`-`)+1),o=n===null||t===null?null:n.amount-t.amount;return i`<li>
      <span class="c">${e.cards===void 0?this.#n(e):ut(e.cards)}</span>
      <span class="num">${r===`open`||o===null?y(`rounds.open`):x(o)}</span>
      ${r===`open`?i`<span></span>`:i`<a
              class="btn bare low"
              href="#/verify/${e.id}"
              aria-label=${y(`rounds.verify.one`,{number:a})}
              >${y(`rounds.verify`)}</a
            >`}
    </li>`}#n({outcome:t,status:r,game:a,dealt_at:o}){let s=r===`voided`?`voided`:t??``,c=C.state.games?.find(e=>e.game===a);return i`<span class="before"
      >${r===`open`?e:g(`rounds.said.${s}`,s)}
      <span class="small quiet"
        >${c===void 0?a:Se(c)}, ${n(o)}</span
      ></span
    >`}#r=async()=>{this.error=null;try{await this.#e?.more()}catch(e){this.error=e}}};customElements.define(`rounds-list`,dt);var ft={up:100,down:-100,up10:1e3,down10:-1e3},$=class extends r{static properties={gameId:{attribute:`game`},game:{state:!0},fault:{state:!0},live:{state:!0}};#e=null;#t=null;#n=z.state.animation;constructor(){super(),this.gameId=``,this.game=void 0,this.fault=null,this.live=``,this.watch(o,z,B,C)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#f),this.#r()}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#f)}async#r(){try{let[e]=await Promise.all([oe(this.gameId),C.state.games===null?ae():null]);this.game=e;let{me:t,wallet:n}=o.state;this.#t=e===null?null:Te(e.sheet);let r=e===null||n===null?null:ne(e.stakes,n.cash.currency);if(e===null||t===null||r===null||this.#t===null||e.played!==`alone`)return;let i=le(t.id);i.store.state.entries===null&&await i.more(),this.#e=new lt(e,ye(r),{client:l,history:i,keeper:se(t.id),now:()=>Date.now(),platformNow:a,readOpenRound:ce,came:(e,t)=>this.#i(e,t)}),this.addController(new d(this,this.#e.store,i.store)),this.requestUpdate(),isSecureContext&&await this.#e.enter()}catch(e){this.fault=e}}#i(e,t){if(this.#t===null)return;let n=$e(e,this.#t);if(this.live=t?`${y(`said.resumed`)} ${n.live}`:n.live,o.set({wallet:e.balance}),!t){Le();let t=U(e);t!==null&&Me(t.worth),Ie(n.voice)}this.#o(),this.#a()}async#a(){await this.updateComplete;let e=this.querySelector(`.cloth`)?.getBoundingClientRect().top??0,t=this.querySelector(`.console`)?.getBoundingClientRect().top??0,n=document.querySelector(`.strip`)?.getBoundingClientRect().bottom??0,r=this.querySelector(`.say`)?.getBoundingClientRect().bottom??0;(e<n||r>t)&&scrollBy({top:e-n,behavior:`instant`})}async#o(){try{await c()}catch(e){this.#e?.store.set({error:e})}}#s=e=>({stopped:e,step:(e,t)=>{this.#l(e),this.#c(t)},act:(e,t)=>{this.#u(e),this.#c(t)}});#c(e){e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#l(e){let t=this.#e;if(t===null||!t.step(e)||e.does===`turn`)return;Fe();let{bets:n}=t.store.state.table,r=n.on===`side`?`said.side`:`said.bet`;this.live=e.does===`remove`?y(`said.removed`):y(r,{amount:_(n[n.on])})}#u(e){let t=this.#e;if(t===null)return;let{table:n}=t.store.state,r=ft[e];r===void 0?e===`repeat`||e===`remove`?this.#l({does:e}):e===`deal`&&D(n)?this.#d(t,n):t.decide(e===`deal`?T(n)??``:e):this.#l({does:`change`,minor:r})}#d(e,t){t.bets.stake===0?this.live=y(`place-bet.none`,{min:_(t.room.stakeMin)}):this.#p()||e.deal()}#f=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=Pe(e,B.state.keys);n!==null&&this.#e!==null&&(e.preventDefault(),Ne(n,e)||this.#u(n))};#p(){let{elsewhere:e,fault:t}=this.#e?.store.state??{elsewhere:null,fault:null};return e!==null||t!==null||!isSecureContext||this.game?.available===!1}render(){let{game:e}=this;return this.fault===null?e===void 0?i`<p class="quiet late" role="status">${f(`loading`)}</p>`:e===null||e.played!==`alone`||this.#t===null?L(y(e===null?`no-game`:`not-alone`),y(`not-alone.text`)):this.#e===null||this.#t===null?this.#m():this.#h(e,this.#e,this.#t):i`<problem-box .error=${this.fault}></problem-box>`}#m(){let e=o.state.wallet?.cash.currency??``;return this.game?.stakes.every(t=>t.stake_min.currency!==e)??!1?L(y(`other-currency`,{currency:e}),y(`not-alone.text`)):i`<p class="quiet late" role="status">${f(`loading`)}</p>`}#h(e,t,n){let{table:r,preparing:a}=t.store.state,s=this.#n&&z.state.animation&&!Re(),c=k(r)===`deciding`,l=this.#s(this.#p());return i`
      <div class="board" id="board" tabindex="-1">
        ${Oe(e,r.room)}
        <div class="cloth ${s?`moving`:``} is-${n.family}">
          ${Ke(n,r.round,this.#_(r,n,a))}
        </div>
        <div class="console ${c?`deciding`:``}">
          <div class="said">${this.#g(e,t,c)}</div>
          ${tt(r,l)} ${nt(r,l)} ${rt(r,l,B.state.keys)}
        </div>
        <div class="foot">
          <button class="btn bare low" type="button" @click=${()=>p(`options-window`)}>
            ${y(`options`)}
          </button>
          <button class="btn bare low" type="button" @click=${()=>p(`bet-limit-window`)}>
            ${y(`bet-options`)}
          </button>
          <a class="btn bare low" href="#/limits">${y(`limits`)}</a>
          ${we(e)}
        </div>
        <p class="vh" role="status" aria-live="polite">${this.live}</p>
      </div>
      ${He(r,o.state)}
    `}#g(t,n,r){let{table:a,error:s,elsewhere:c,fault:l}=n.store.state,u=o.state.wallet?.cash.amount===0&&D(a);return[isSecureContext?e:De(),l===null?e:Ee(l,n),c===null?e:ke(c),o.state.online||a.round?.status!==`open`?e:xe(a.round),t.available||r?e:je(),u?Ae(t.game):e,s===null?e:i`<problem-box .error=${s}></problem-box>`]}#_(t,n,r){let{headline:a,text:o}=Ze(t,n,r),{round:s}=t,c=k(t)===`over`&&s!==null,l=s===null?null:U(s)?.worth??null;return i`<div class="say ${l===`won`?`worth-won`:``}">
      <strong>${a}</strong>
      <span class="quiet">${o}</span>
      ${s?.status===`open`?i`<span class="deadline small quiet">${Qe(s)}</span>`:e}
      ${c?i`<a class="btn bare low" href="#/verify/${s.id}">${y(`verify`)}</a>`:e}
    </div>`}};customElements.define(`red-dog-board`,$);export{$ as RedDogBoard};