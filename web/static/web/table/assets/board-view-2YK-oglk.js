import{_ as e,c as t,f as n,t as r,v as i}from"./plain-element-UDqab7FQ.js";import{a,c as o,d as s,s as c,t as l,u}from"./session-DBCJG_o8.js";import{i as d,r as ee}from"./account-currency-FY2ilYQc.js";import{E as f,I as p,_ as m,b as te,d as h,f as g,h as _,l as v,m as y,p as ne,u as b,y as x}from"./index-CPdyuLT6.js";import{o as re,s as ie,t as ae}from"./bets-B9ZEMoOg.js";import{a as oe,i as S,l as C,n as se,o as ce,r as w,s as le,t as T}from"./services-B2h6ZXWE.js";import{_ as ue,a as de,c as E,d as fe,f as D,g as pe,h as me,i as O,l as he,m as ge,n as _e,o as k,p as ve,r as ye,s as A,t as j,u as M}from"./keys-list--hIDUZI3.js";import{a as N,i as P,n as be,r as F,s as I,t as L}from"./drawings-DIprUTsS.js";import{a as xe,d as Se,f as Ce,i as R,l as we,m as Te,n as Ee,o as De,r as Oe,s as ke,t as Ae,u as je}from"./board-parts-Bvdv0kwa.js";import{_ as z,a as Me,d as B,g as Ne,h as Pe,i as Fe,l as V,n as Ie,r as Le,u as Re}from"./voice-O_P3mspq.js";import{c as H}from"./answers-BEjreYHr.js";import{S as ze,d as U,f as Be,x as Ve}from"./published-log-te-KEX8W.js";function He(e,{me:t,wallet:n}){let{currency:r}=e.room,a=e=>`${v(e,r)} ${r}`,o=t===null?`none`:T(t.id).lastWin();return i`<aside>
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
  </aside>`}var Ue={win:`result.win`,trips:`result.trips`,lose:`result.lose`,"pair-push":`result.pair-push`,"consecutive-push":`result.consecutive-push`,surrender:`result.surrender`};function W(e){if(e.status===`open`||e.returned===null)return null;let t=e.staked.amount,n=e.returned.amount,r=n-t,i=r>0?`won`:r===0?`even`:`lost`,a=e.side_bet?.category??null,o=e.side_bet?.returned?.amount??0;return{worth:i,net:r,staked:t,returned:n,headline:We(e,r),side:a===null?null:{category:a,returned:o},timedOut:e.acts.find(e=>e.actor===`timeout`)?.action??null}}function We(e,t){return e.status===`voided`?`result.voided`:e.side_bet===null?Ue[e.outcome??``]??(t<0?`result.lose`:`result.net`):t<0?`result.lose`:`result.net`}var Ge=6;function Ke(e,t,n){return e.family===`montana`?Je(e,t,n):qe(e,t,n)}function qe(e,t,n){let[r,a,o]=(t?.cards??[]).map(I),s=t!==null&&W(t)?.worth===`won`;return i`
    <div class="cards" role="group" aria-label=${y(`cards`)}>
      ${G(r,y(`first`))} ${G(o,y(`third`),s)} ${G(a,y(`second`))}
    </div>
    ${ge(e,r,a)} ${n} ${ve(r,a,o)}
  `}function Je(t,n,r){let a=(n?.cards??[]).map(I),o=a.slice(0,t.hand),s=a.length>t.hand?a.at(-1):void 0,c=Array.from({length:t.hand},(e,t)=>o[t]),l=n!==null&&W(n)?.worth===`won`&&n.outcome===`win`,u=e=>l&&e!==void 0&&s!==void 0&&pe([e],s);return i`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${y(`dealers-five`)}>
        ${Array.from({length:Ge},(e,t)=>n===null?i`<figure>${F()}</figure>`:i`<figure>${L(_(t===5?`burnt`:`dealers`))}</figure>`)}
      </div>
      <div class="cards hit">${Ye(n,s)}</div>
    </div>
    <div class="cards five" role="group" aria-label=${y(`hand`)}>
      ${c.map(e=>G(e,null,u(e)))}
    </div>
    ${r} ${t.bonus.length>0?Xe(t.bonus):e}
  `}function Ye(e,t){return e!==null&&t===void 0?i`<figure>
      ${L(_(`face-down`))}
      <figcaption>${y(`hit`)}</figcaption>
    </figure>`:G(t,y(`hit`))}function G(t,n,r=!1){let a=t===void 0?``:b(t),o=t===void 0?F():P(t,a);return te(a,i`<figure class="${t===void 0?``:`new`}${r?` won`:``}">
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
              <td>${g(n)}</td>
              <td class="num">${y(`bonus-pays.odds`,{odds:e[t]??0})}</td>
            </tr>`)}
        ${[`pair`,`high-card`].map(e=>i`<tr>
              <td>${g(e)}</td>
              <td class="num">${y(`bonus-pays.lost`)}</td>
            </tr>`)}
      </tbody>
    </table>
  </details>`}function K(e,t,n){return e===`raise`?y(`action.raise`,{amount:v(n)}):m(`action.${t.toLowerCase()}`,m(`action.${e}`,t))}function Ze(e,t,n){let{round:r}=e;if(e.pending===`deal`&&n)return{headline:y(`preparing`),text:y(`preparing.text`)};if(e.pending===`deal`)return{headline:y(`dealing`),text:``};if(e.pending!==null)return{headline:y(`deciding`),text:``};if(r===null||A(e)===`betting`){let t=e.bets.stake===0?y(`place-bet.none`,{min:v(e.room.stakeMin)}):y(`place-bet.then`);return{headline:y(`place-bet`),text:t}}let i=W(r);return i===null?q(r,t):J(i)}function q(e,t){if(t.family===`montana`){let{winning:t,left:n,percent:r}=me(e.cards.map(I));return{headline:y(`play-or-not`),text:y(`beats.win`,{winning:t,left:n,percent:r})}}let n=e.spread??0,{winning:r,left:i,percent:a}=ue(n,t.decks),o=t.pay.spread[n-1]??0;return{headline:y(`raise-or-stand`,{spread:n}),text:y(`between.win`,{winning:r,left:i,percent:a,odds:o})}}function J(e){let{net:t,staked:r,returned:i,side:a,timedOut:o}=e,s=y(e.headline,{net:e.headline===`result.net`?x(t):v(t),loss:v(-t),returned:v(i)}),c=y(`result.money`,{staked:v(r),returned:v(i)}),l=a===null?``:g(a.category),u=a===null?``:a.returned>0?y(`result.side.returned`,{category:l,returned:v(a.returned)}):y(`result.side.lost`,{category:l}),d=o===null?``:y(`result.timeout`,{action:m(`action.${o}`,o)});return{headline:s,text:n([c,u,d])}}function Qe(e){let{default_action:n,times_out_at:r}=e;if(n===null||r===null)return``;let i=e.legal_actions.find(e=>e.action===n)?.label??n;return y(`decide-by`,{instant:t(r),action:K(n,i,0)})}function $e(e,t){let n=e.cards.map(I),r=W(e);if(r===null){let r=q(e,t),{spread:i}=e,a=y(`said.cards`,{cards:h(n)}),o=i===null?r.headline:y(`said.spread.voice`,{spread:i});return{live:`${a} ${r.headline} ${r.text}`,voice:o}}let i=J(r);return{live:`${et(e,t)} ${i.headline}. ${i.text}`.trim(),voice:i.headline}}function et(e,t){let n=e.cards.map(I),r=n.at(-1);if(r===void 0)return``;if(t.family===`montana`)return n.length>t.hand?y(`said.hit`,{card:b(r)}):``;let[i,a,o]=n;if(e.acts.length>0&&o!==void 0)return y(`said.third`,{card:b(o)});let s=[i,a].filter(e=>e!==void 0),c=y(`said.cards`,{cards:h(s)});return o===void 0?c:`${c} ${y(`said.third`,{card:b(o)})}`}function tt(e,t){let{currency:n}=e.room,r=(e,n)=>{n.preventDefault(),t.step({does:`change`,minor:e},n)};return i`<div class="chips" role="group" aria-label=${y(`chips`)}>
    ${ae.map((e,t)=>{let{said:a,figure:o}=ne(e,n);return i`<span>
        <button
          class="add"
          type="button"
          aria-label=${y(`chip.add`,{amount:a,currency:n})}
          @click=${t=>r(e,t)}
          @contextmenu=${t=>r(-e,t)}
        >
          ${be(o,t)}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${y(`chip.less`,{amount:a,currency:n})}
          @click=${t=>r(-e,t)}
        >
          −
        </button>
      </span>`})}
  </div>`}function nt(t,n){let{bets:r,room:a}=t,o=he(t),s=(e,t)=>{let o=r[e],s=i`<b>${o===0?`·`:v(o)}</b><span>${t}</span>`;return a.sideMax===0?i`<div class="put">${s}</div>`:i`<button
      class="put"
      type="button"
      aria-pressed=${r.on===e}
      @click=${t=>n.step({does:`turn`,to:e},t)}
    >
      ${s}
    </button>`};return i`<div class="puts" role="group" aria-label=${y(`bets`)}>
    ${s(`stake`,y(`bet`))}
    <div class="put"><b>${o===null?`·`:v(o)}</b><span>${y(`raise`)}</span></div>
    ${a.sideMax>0?s(`side`,y(`bonus`)):e}
  </div>`}function rt(e,t,n){let r=A(e)===`deciding`,a=E(e),o=e.round?.legal_actions.map(e=>e.action)??[],s=[`surrender`,`raise`].filter(e=>o.includes(e));return i`<div class="acts" @keydown=${it}>
    ${r?s.map(r=>X(e,t,n,r===`raise`?`raise`:`surrender`,`btn`)):i`<span class="pair"> ${Y(e,t,n,`remove`)}${Y(e,t,n,`repeat`)} </span>`}
    ${X(e,t,n,`deal`,r&&a!==null?`btn`:`btn main`)}
  </div>`}function it(e){e.repeat&&(e.key===`Enter`||e.key===` `)&&e.preventDefault()}function Y(t,n,r,a){return i`<button
    class="btn side"
    type="button"
    ?disabled=${n.stopped}
    aria-disabled=${!n.stopped&&!O(t)?`true`:e}
    @click=${e=>n.act(a,e)}
  >
    ${y(a)} <kbd>${z(r[a])}</kbd>
  </button>`}function X(t,n,r,a,o){let s=n.stopped&&A(t)!==`deciding`;return i`<button
    class=${o}
    type="button"
    data-command=${a}
    ?disabled=${s}
    aria-disabled=${t.pending!==null&&!s?`true`:e}
    @click=${e=>n.act(a,e)}
  >
    ${at(t,a)} <kbd>${z(r[a])}</kbd>
  </button>`}function at(e,t){let n=t===`deal`?E(e):t,r=n===null?null:k(e,n);return A(e)===`deciding`&&r!==null?K(r.action,r.label,r.cost_max.amount):y(e.pending===`deal`?`dealing`:`deal`)}function ot(e,t,n){C(e,{epoch:t.epoch,nonce:t.nonce,rules:t.rules,ante:n.stake,bonus:n.side===0?void 0:n.side,...t.status===`open`?{cards:t.cards}:{}})}function Z(e,t){let n=t.returned?.amount;C(e,{cards:t.cards,pay:{returned:n,staked:t.staked.amount}});let{acts:r}=e.fields,i=Ve(r)?r.map(e=>ze(e)?[e.a,e.amt]:null):null,a=t.acts.map(e=>[e.action,e.amount.amount]),o=JSON.stringify(i)===JSON.stringify(a);Be(o,`other-record`,`record ${e.seq} has other decisions`,e.receipt.note)}var st=new Set([`round-open`,`round-closed`,`round-not-found`,`illegal-action`]),ct=new Set([`epoch-exhausted`,`epoch-not-open`]),lt=class{store;#e;#t;#n=null;#r=0;#i=new Set;constructor(e,t,n){this.#e=e,this.#t=n;let{fault:r}=n.keeper;this.store=new ee({table:t,error:null,preparing:!1,elsewhere:null,fault:r})}async enter(){await this.#d(async()=>{await this.resume();let e=this.#t.history.lastBets(this.#e.game),{table:t}=this.store.state;t.last===null&&e!==null&&this.store.set({table:{...t,last:e}}),await this.#c()})}async resume(){let e=await this.#t.readOpenRound(),t=e!==null&&e.game!==this.#e.game;this.store.set({elsewhere:t?e.game:null}),e===null||t||(this.#u(e,!0),await this.#t.keeper.accept(e.receipts))}step(e){let t=this.store.state.table,n=fe(t,e);return n!==t&&(this.store.set({table:n,error:null}),!0)}async deal(){let{table:e,elsewhere:t,fault:n}=this.store.state;O(e)&&t===null&&n===null&&ie(e.bets)!==0&&(this.store.set({table:D(e,`deal`),error:null}),await this.#d(()=>this.#a(e)))}async decide(e){let{table:t}=this.store.state,{round:n}=t,r=k(t,e);if(n===null||r===null||!de(t,this.#t.now()))return;this.store.set({table:D(t,e),error:null});let i=r.cost_max.amount>0?{amount:r.cost_max}:{};await this.#d(async()=>{let t=`/rounds/${n.id}/actions`,r=await this.#s(t,{action:e,...i});this.#u(r,!1),await this.#t.keeper.acceptSaid(r.receipts,`settle`,e=>Z(e,r)),await this.#c()})}async#a(e){let{bets:t,room:n}=e;await this.#c();let r=e=>({amount:e,currency:n.currency}),i={stake:r(t.stake),...t.side>0?{side_bet:r(t.side)}:{}},a=`/games/${this.#e.game}/rounds`,o=await this.#o(()=>this.#s(a,i));this.#i.has(o.id)&&(o=await this.#o(()=>this.#s(a,i))),this.#u(o,!1),--this.#r,this.#r<=0&&(this.#n=null),await this.#t.keeper.acceptSaid(o.receipts,`deal`,e=>ot(e,o,t)),await this.#c()}async#o(e){try{return await e()}catch(t){if(!(t instanceof s)||!ct.has(t.code))throw t;return this.#n=null,await this.#c(),e()}}#s(e,t){return this.#t.client.call({method:`POST`,path:e,body:t,read:H,once:!0})}async goOn(){this.#t.keeper.goOn(),this.store.set({fault:null}),await this.enter()}async#c(){if(A(this.store.state.table)!==`deciding`){this.#n??=this.#l();try{await this.#n}catch(e){throw this.#n=null,e}}}async#l(){this.store.set({preparing:!0});try{let{roundsLeft:e}=await this.#t.keeper.ensureEpoch(this.#t.platformNow());this.#r=e}finally{this.store.set({preparing:!1})}}#u(e,t){this.#i.add(e.id),this.store.set({table:j(this.store.state.table,e,this.#t.now())}),this.#t.history.put(e),this.#t.came(e,t)}async#d(e,t=!1){try{await e()}catch(e){let n=M(this.store.state.table);if(this.store.set({table:n,error:e instanceof U?null:e,fault:this.#t.keeper.fault}),e instanceof s&&st.has(e.code)&&!t&&await this.#d(()=>this.#f(),!0),!(e instanceof s||e instanceof u||e instanceof U))throw e}}async#f(){let e=this.store.state.table.round;await this.resume();let{round:t}=this.store.state.table;if(e===null||t!==e||this.store.state.elsewhere!==null)return;let n=await this.#t.client.call({path:`/rounds/${e.id}`,read:H});n.status!==`open`&&(this.#u(n,!0),await this.#t.keeper.accept(n.receipts))}};function ut(t){let n=t.map(I),r=n.slice(0,n.length>3?Math.min(5,n.length):2),a=n.length>r.length?n.at(-1):void 0;return i`${r.map(Q)}${a===void 0?e:i`<i>→</i>${Q(a)}`}`}function Q(e){return N(e,b(e))}var dt=class extends r{static properties={error:{state:!0}};#e=null;constructor(){super(),this.error=null,this.watch(w)}connectedCallback(){super.connectedCallback();let{me:e}=o.state;e!==null&&this.#e===null&&(this.#e=T(e.id),this.addController(new d(this,this.#e.store)))}render(){let{entries:t,next:n}=this.#e?.store.state??{entries:null,next:null};return i`<section class="box hist" aria-labelledby="rounds-heading">
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
    </li>`}#n({outcome:n,status:r,game:a,dealt_at:o}){let s=r===`voided`?`voided`:n??``,c=w.state.games?.find(e=>e.game===a);return i`<span class="before"
      >${r===`open`?e:m(`rounds.said.${s}`,s)}
      <span class="small quiet"
        >${c===void 0?a:Se(c)}, ${t(o)}</span
      ></span
    >`}#r=async()=>{this.error=null;try{await this.#e?.more()}catch(e){this.error=e}}};customElements.define(`rounds-list`,dt);var ft={up:100,down:-100,up10:1e3,down10:-1e3},$=class extends r{static properties={gameId:{attribute:`game`},game:{state:!0},fault:{state:!0},live:{state:!0}};#e=null;#t=null;#n=B.state.animation;constructor(){super(),this.gameId=``,this.game=void 0,this.fault=null,this.live=``,this.watch(o,B,V,w)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#f),this.#r()}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#f)}async#r(){try{let[e]=await Promise.all([S(this.gameId),w.state.games===null?oe():null]);this.game=e;let{me:t,wallet:n}=o.state;this.#t=e===null?null:Te(e.sheet);let r=e===null||n===null?null:re(e.stakes,n.cash.currency);if(e===null||t===null||r===null||this.#t===null||e.played!==`alone`)return;let i=le(t.id);i.store.state.entries===null&&await i.more(),this.#e=new lt(e,ye(r),{client:l,history:i,keeper:se(t.id),now:()=>Date.now(),platformNow:a,readOpenRound:ce,came:(e,t)=>this.#i(e,t)}),this.addController(new d(this,this.#e.store,i.store)),this.requestUpdate(),isSecureContext&&await this.#e.enter()}catch(e){this.fault=e}}#i(e,t){if(this.#t===null)return;let n=$e(e,this.#t);if(this.live=t?`${y(`said.resumed`)} ${n.live}`:n.live,o.set({wallet:e.balance}),!t){Le();let t=W(e);t!==null&&Me(t.worth),Ie(n.voice)}this.#o(),this.#a()}async#a(){await this.updateComplete;let e=this.querySelector(`.cloth`)?.getBoundingClientRect().top??0,t=this.querySelector(`.console`)?.getBoundingClientRect().top??0,n=document.querySelector(`.strip`)?.getBoundingClientRect().bottom??0,r=this.querySelector(`.say`)?.getBoundingClientRect().bottom??0;(e<n||r>t)&&scrollBy({top:e-n,behavior:`instant`})}async#o(){try{await c()}catch(e){this.#e?.store.set({error:e})}}#s=e=>({stopped:e,step:(e,t)=>{this.#l(e),this.#c(t)},act:(e,t)=>{this.#u(e),this.#c(t)}});#c(e){e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#l(e){let t=this.#e;if(t===null||!t.step(e)||e.does===`turn`)return;Fe();let{bets:n}=t.store.state.table,r=n.on===`side`?`said.side`:`said.bet`;this.live=e.does===`remove`?y(`said.removed`):y(r,{amount:v(n[n.on])})}#u(e){let t=this.#e;if(t===null)return;let{table:n}=t.store.state,r=ft[e];r===void 0?e===`repeat`||e===`remove`?this.#l({does:e}):e===`deal`&&O(n)?this.#d(t,n):t.decide(e===`deal`?E(n)??``:e):this.#l({does:`change`,minor:r})}#d(e,t){t.bets.stake===0?this.live=y(`place-bet.none`,{min:v(t.room.stakeMin)}):this.#p()||e.deal()}#f=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=Pe(e,V.state.keys);n!==null&&this.#e!==null&&(e.preventDefault(),Ne(n,e)||this.#u(n))};#p(){let{elsewhere:e,fault:t}=this.#e?.store.state??{elsewhere:null,fault:null};return e!==null||t!==null||!isSecureContext||this.game?.available===!1}render(){let{game:e}=this;return this.fault===null?e===void 0?i`<p class="quiet late" role="status">${p(`loading`)}</p>`:e===null||e.played!==`alone`||this.#t===null?R(y(e===null?`no-game`:`not-alone`),y(`not-alone.text`)):this.#e===null||this.#t===null?this.#m():this.#h(e,this.#e,this.#t):i`<problem-box .error=${this.fault}></problem-box>`}#m(){let e=o.state.wallet?.cash.currency??``;return this.game?.stakes.every(t=>t.stake_min.currency!==e)??!1?R(y(`other-currency`,{currency:e}),y(`not-alone.text`)):i`<p class="quiet late" role="status">${p(`loading`)}</p>`}#h(e,t,n){let{table:r,preparing:a}=t.store.state,s=this.#n&&B.state.animation&&!Re(),c=A(r)===`deciding`,l=this.#s(this.#p());return i`
      <div class="board" id="board" tabindex="-1">
        ${Oe(e,r.room)}
        <div class="cloth ${s?`moving`:``} is-${n.family}">
          ${Ke(n,r.round,this.#_(r,n,a))}
        </div>
        <div class="console ${c?`deciding`:``}">
          <div class="said">${this.#g(e,t,c)}</div>
          ${tt(r,l)} ${nt(r,l)} ${rt(r,l,V.state.keys)}
        </div>
        <div class="foot">
          <button class="btn bare low" type="button" @click=${()=>f(`options-window`)}>
            ${y(`options`)}
          </button>
          <button class="btn bare low" type="button" @click=${()=>f(`bet-limit-window`)}>
            ${y(`bet-options`)}
          </button>
          <a class="btn bare low" href="#/limits">${y(`limits`)}</a>
          ${we(e)}
        </div>
        <p class="vh" role="status" aria-live="polite">${this.live}</p>
      </div>
      ${He(r,o.state)}
    `}#g(t,n,r){let{table:a,error:s,elsewhere:c,fault:l}=n.store.state,u=o.state.wallet?.cash.amount===0&&O(a);return[isSecureContext?e:De(),l===null?e:Ee(l,n),c===null?e:ke(c),o.state.online||a.round?.status!==`open`?e:xe(a.round),t.available||r?e:je(),u?Ae(t.game):e,s===null?e:i`<problem-box .error=${s}></problem-box>`]}#_(t,n,r){let{headline:a,text:o}=Ze(t,n,r),{round:s}=t,c=A(t)===`over`&&s!==null,l=s===null?null:W(s)?.worth??null;return i`<div class="say ${l===`won`?`worth-won`:``}">
      <strong>${a}</strong>
      <span class="quiet">${o}</span>
      ${s?.status===`open`?i`<span class="deadline small quiet">${Qe(s)}</span>`:e}
      ${c?i`<a class="btn bare low" href="#/verify/${s.id}">${y(`verify`)}</a>`:e}
    </div>`}};customElements.define(`red-dog-board`,$);export{$ as RedDogBoard};