import{_ as e,c as t,f as n,t as r,y as i}from"./plain-element-DXa2qk9R.js";import{F as a,J as o,b as s,d as c,f as l,g as u,h as d,m as f,p,t as m,u as h,v as g,x as ee}from"./index-De-aLKpK.js";import{a as te,c as _,d as v,s as ne,t as re,u as ie}from"./session-C_5GV08U.js";import{i as y,r as ae}from"./account-currency-FY2ilYQc.js";import{o as b,s as oe,t as se}from"./bets-B9ZEMoOg.js";import{a as ce,c as le,i as ue,n as de,o as fe,r as x,t as S}from"./services-CeDtpm1A.js";import{_ as pe,a as me,c as C,d as he,f as w,g as ge,h as _e,i as T,l as ve,m as ye,n as be,o as E,p as D,r as O,s as k,t as A,u as j}from"./keys-list-1ov2Y0U0.js";import{a as M,i as N,n as xe,r as P,s as F,t as I}from"./drawings-D5pd6-Vp.js";import{a as Se,d as Ce,f as we,i as L,l as Te,m as Ee,n as De,o as Oe,r as ke,s as Ae,t as je,u as Me}from"./board-parts-DA9kK-pC.js";import{_ as R,a as Ne,d as z,g as Pe,h as Fe,i as Ie,l as B,n as Le,r as Re,u as ze}from"./voice-CdKBTg_m.js";import{l as Be,m as Ve,r as He,t as Ue}from"./statements-Czm5VA4k.js";import{c as V}from"./answers-C_FEV3yY.js";import{b as We,o as H,s as Ge,x as Ke}from"./player-key-CiE4vGYp.js";import{i as U}from"./published-log-Ddwd0YjL.js";function qe(e,{me:t,wallet:n}){let{currency:r}=e.room,a=e=>`${h(e,r)} ${r}`,o=t===null?`none`:S(t.id).lastWin();return i`<aside>
    <section class="box" aria-labelledby="player-information">
      <h2 id="player-information">${d(`information`)}</h2>
      <dl class="pairs information">
        <dt>${d(`balance`)}</dt>
        <dd class="num">${a(n?.cash.amount??0)}</dd>
        <dt>${d(`bet.now`)}</dt>
        <dd class="num">${a(be(e))}</dd>
        <dt>${d(`last-win`)}</dt>
        <dd class="num">${typeof o==`number`?a(o):d(`last-win.${o}`)}</dd>
      </dl>
    </section>
    <rounds-list></rounds-list>
    <keys-list></keys-list>
    <receipts-box></receipts-box>
  </aside>`}var Je={win:`result.win`,trips:`result.trips`,lose:`result.lose`,"pair-push":`result.pair-push`,"consecutive-push":`result.consecutive-push`,surrender:`result.surrender`};function W(e){if(e.status===`open`||e.returned===null)return null;let t=e.staked.amount,n=e.returned.amount,r=n-t,i=r>0?`won`:r===0?`even`:`lost`,a=e.side_bet?.category??null,o=e.side_bet?.returned?.amount??0;return{worth:i,net:r,staked:t,returned:n,headline:Ye(e,r),side:a===null?null:{category:a,returned:o},timedOut:e.acts.find(e=>e.actor===`timeout`)?.action??null}}function Ye(e,t){return e.status===`voided`?`result.voided`:e.side_bet===null?Je[e.outcome??``]??(t<0?`result.lose`:`result.net`):t<0?`result.lose`:`result.net`}var Xe=6;function Ze(e,t,n){return e.family===`montana`?$e(e,t,n):Qe(e,t,n)}function Qe(e,t,n){let[r,a,o]=(t?.cards??[]).map(F),s=t!==null&&W(t)?.worth===`won`;return i`
    <div class="cards" role="group" aria-label=${d(`cards`)}>
      ${G(r,d(`first`))} ${G(o,d(`third`),s)} ${G(a,d(`second`))}
    </div>
    ${ye(e,r,a)} ${n} ${D(r,a,o)}
  `}function $e(t,n,r){let a=(n?.cards??[]).map(F),o=a.slice(0,t.hand),s=a.length>t.hand?a.at(-1):void 0,c=Array.from({length:t.hand},(e,t)=>o[t]),l=n!==null&&W(n)?.worth===`won`&&n.outcome===`win`,f=e=>l&&e!==void 0&&s!==void 0&&ge([e],s);return i`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${d(`dealers-five`)}>
        ${Array.from({length:Xe},(e,t)=>n===null?i`<figure>${P()}</figure>`:i`<figure>${I(u(t===5?`burnt`:`dealers`))}</figure>`)}
      </div>
      <div class="cards hit">${et(n,s)}</div>
    </div>
    <div class="cards five" role="group" aria-label=${d(`hand`)}>
      ${c.map(e=>G(e,null,f(e)))}
    </div>
    ${r} ${t.bonus.length>0?tt(t.bonus):e}
  `}function et(e,t){return e!==null&&t===void 0?i`<figure>
      ${I(u(`face-down`))}
      <figcaption>${d(`hit`)}</figcaption>
    </figure>`:G(t,d(`hit`))}function G(t,n,r=!1){let a=t===void 0?``:c(t),o=t===void 0?P():N(t,a);return ee(a,i`<figure class="${t===void 0?``:`new`}${r?` won`:``}">
      ${o}${n===null?e:i`<figcaption>${n}</figcaption>`}
    </figure>`)}function tt(e){return i`<details class="bonus small">
    <summary>${d(`bonus-pays`)}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${d(`bonus-pays.hand`)}</th>
          <th scope="col" class="num">${d(`bonus-pays.pays`)}</th>
        </tr>
      </thead>
      <tbody>
        ${[...we.entries()].toReversed().map(([t,n])=>i`<tr>
              <td>${p(n)}</td>
              <td class="num">${d(`bonus-pays.odds`,{odds:e[t]??0})}</td>
            </tr>`)}
        ${[`pair`,`high-card`].map(e=>i`<tr>
              <td>${p(e)}</td>
              <td class="num">${d(`bonus-pays.lost`)}</td>
            </tr>`)}
      </tbody>
    </table>
  </details>`}function K(e,t,n){return e===`raise`?d(`action.raise`,{amount:h(n)}):g(`action.${t.toLowerCase()}`,g(`action.${e}`,t))}function nt(e,t,n){let{round:r}=e;if(e.pending===`deal`&&n)return{headline:d(`preparing`),text:d(`preparing.text`)};if(e.pending===`deal`)return{headline:d(`dealing`),text:``};if(e.pending!==null)return{headline:d(`deciding`),text:``};if(r===null||k(e)===`betting`){let t=e.bets.stake===0?d(`place-bet.none`,{min:h(e.room.stakeMin)}):d(`place-bet.then`);return{headline:d(`place-bet`),text:t}}let i=W(r);return i===null?q(r,t):J(i)}function q(e,t){if(t.family===`montana`){let{winning:t,left:n,percent:r}=_e(e.cards.map(F));return{headline:d(`play-or-not`),text:d(`beats.win`,{winning:t,left:n,percent:r})}}let n=e.spread??0,{winning:r,left:i,percent:a}=pe(n,t.decks),o=t.pay.spread[n-1]??0;return{headline:d(`raise-or-stand`,{spread:n}),text:d(`between.win`,{winning:r,left:i,percent:a,odds:o})}}function J(e){let{net:t,staked:r,returned:i,side:a,timedOut:o}=e,c=d(e.headline,{net:e.headline===`result.net`?s(t):h(t),loss:h(-t),returned:h(i)}),l=d(`result.money`,{staked:h(r),returned:h(i)}),u=a===null?``:p(a.category),f=a===null?``:a.returned>0?d(`result.side.returned`,{category:u,returned:h(a.returned)}):d(`result.side.lost`,{category:u}),m=o===null?``:d(`result.timeout`,{action:g(`action.${o}`,o)});return{headline:c,text:n([l,f,m])}}function rt(e){let{default_action:n,times_out_at:r}=e;if(n===null||r===null)return``;let i=e.legal_actions.find(e=>e.action===n)?.label??n;return d(`decide-by`,{instant:t(r),action:K(n,i,0)})}function it(e,t){let n=e.cards.map(F),r=W(e);if(r===null){let r=q(e,t),{spread:i}=e,a=d(`said.cards`,{cards:l(n)}),o=i===null?r.headline:d(`said.spread.voice`,{spread:i});return{live:`${a} ${r.headline} ${r.text}`,voice:o}}let i=J(r);return{live:`${at(e,t)} ${i.headline}. ${i.text}`.trim(),voice:i.headline}}function at(e,t){let n=e.cards.map(F),r=n.at(-1);if(r===void 0)return``;if(t.family===`montana`)return n.length>t.hand?d(`said.hit`,{card:c(r)}):``;let[i,a,o]=n;if(e.acts.length>0&&o!==void 0)return d(`said.third`,{card:c(o)});let s=[i,a].filter(e=>e!==void 0),u=d(`said.cards`,{cards:l(s)});return o===void 0?u:`${u} ${d(`said.third`,{card:c(o)})}`}function ot(e,t){let{currency:n}=e.room,r=(e,n)=>{n.preventDefault(),t.step({does:`change`,minor:e},n)};return i`<div class="chips" role="group" aria-label=${d(`chips`)}>
    ${se.map((e,t)=>{let{said:a,figure:o}=f(e,n);return i`<span>
        <button
          class="add"
          type="button"
          aria-label=${d(`chip.add`,{amount:a,currency:n})}
          @click=${t=>r(e,t)}
          @contextmenu=${t=>r(-e,t)}
        >
          ${xe(o,t)}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${d(`chip.less`,{amount:a,currency:n})}
          @click=${t=>r(-e,t)}
        >
          −
        </button>
      </span>`})}
  </div>`}function st(t,n){let{bets:r,room:a}=t,o=ve(t),s=(e,t)=>{let o=r[e],s=i`<b>${o===0?`·`:h(o)}</b><span>${t}</span>`;return a.sideMax===0?i`<div class="put">${s}</div>`:i`<button
      class="put"
      type="button"
      aria-pressed=${r.on===e}
      @click=${t=>n.step({does:`turn`,to:e},t)}
    >
      ${s}
    </button>`};return i`<div class="puts" role="group" aria-label=${d(`bets`)}>
    ${s(`stake`,d(`bet`))}
    <div class="put"><b>${o===null?`·`:h(o)}</b><span>${d(`raise`)}</span></div>
    ${a.sideMax>0?s(`side`,d(`bonus`)):e}
  </div>`}function ct(e,t,n){let r=k(e)===`deciding`,a=C(e),o=e.round?.legal_actions.map(e=>e.action)??[],s=[`surrender`,`raise`].filter(e=>o.includes(e));return i`<div class="acts" @keydown=${Y}>
    ${r?s.map(r=>Z(e,t,n,r===`raise`?`raise`:`surrender`,`btn`)):i`<span class="pair"> ${X(e,t,n,`remove`)}${X(e,t,n,`repeat`)} </span>`}
    ${Z(e,t,n,`deal`,r&&a!==null?`btn`:`btn main`)}
  </div>`}function Y(e){e.repeat&&(e.key===`Enter`||e.key===` `)&&e.preventDefault()}function X(t,n,r,a){return i`<button
    class="btn side"
    type="button"
    ?disabled=${n.stopped}
    aria-disabled=${!n.stopped&&!T(t)?`true`:e}
    @click=${e=>n.act(a,e)}
  >
    ${d(a)} <kbd>${R(r[a])}</kbd>
  </button>`}function Z(t,n,r,a,o){let s=n.stopped&&k(t)!==`deciding`;return i`<button
    class=${o}
    type="button"
    data-command=${a}
    ?disabled=${s}
    aria-disabled=${t.pending!==null&&!s?`true`:e}
    @click=${e=>n.act(a,e)}
  >
    ${lt(t,a)} <kbd>${R(r[a])}</kbd>
  </button>`}function lt(e,t){let n=t===`deal`?C(e):t,r=n===null?null:E(e,n);return k(e)===`deciding`&&r!==null?K(r.action,r.label,r.cost_max.amount):d(e.pending===`deal`?`dealing`:`deal`)}function ut(e,t,n){U(e,{epoch:t.epoch,nonce:t.nonce,rules:t.rules,ante:n.stake,bonus:n.side===0?void 0:n.side,...t.status===`open`?{cards:t.cards}:{}})}function dt(e,t){let n=t.returned?.amount;U(e,{cards:t.cards,pay:{returned:n,staked:t.staked.amount}});let{acts:r}=e.fields,i=We(r)?r.map(e=>Ke(e)?[e.a,e.amt]:null):null,a=t.acts.map(e=>[e.action,e.amount.amount]),o=JSON.stringify(i)===JSON.stringify(a);Ge(o,`other-record`,`record ${e.seq} has other decisions`,e.receipt.note)}var ft=new Set([`chain-moved`,`round-open`,`round-closed`,`round-not-found`,`illegal-action`]),pt=new Set([`epoch-exhausted`,`epoch-not-open`]),mt=class{store;#e;#t;#n=null;#r=0;#i=new Set;constructor(e,t,n){this.#e=e,this.#t=n;let{fault:r}=n.keeper;this.store=new ae({table:t,error:null,preparing:!1,elsewhere:null,fault:r})}async enter(){await this.#f(async()=>{await this.resume();let e=this.#t.history.lastBets(this.#e.game),{table:t}=this.store.state;t.last===null&&e!==null&&this.store.set({table:{...t,last:e}}),await this.#l()})}async resume(){let e=await this.#t.readOpenRound(),t=e!==null&&e.game!==this.#e.game;this.store.set({elsewhere:t?e.game:null}),e===null||t||(this.#d(e,!0),await this.#t.keeper.accept(e.receipts))}step(e){let t=this.store.state.table,n=he(t,e);return n!==t&&(this.store.set({table:n,error:null}),!0)}async deal(){let{table:e,elsewhere:t,fault:n}=this.store.state;T(e)&&t===null&&n===null&&oe(e.bets)!==0&&(this.store.set({table:w(e,`deal`),error:null}),await this.#f(()=>this.#a(e)))}async decide(e){let{table:t}=this.store.state,{round:n}=t,r=E(t,e);if(n===null||r===null||!me(t,this.#t.now()))return;this.store.set({table:w(t,e),error:null});let i=r.cost_max.amount>0?{amount:r.cost_max}:{};await this.#f(async()=>{let t=`/rounds/${n.id}/actions`,a=this.#c(Be(ht(n),[[e,r.cost_max.amount]])),o=await this.#s(t,{action:e,...i},a);this.#d(o,!1),await this.#t.keeper.acceptSaid(o.receipts,`settle`,async e=>{dt(e,o),o.acts.some(({actor:e})=>e===`player`)&&await a?.requireIn(e)}),await this.#l()})}async#a(e){let{bets:t,room:n}=e;await this.#l();let r=e=>({amount:e,currency:n.currency}),i={stake:r(t.stake),...t.side>0?{side_bet:r(t.side)}:{}},a=`/games/${this.#e.game}/rounds`,o=this.#c(He(this.#e.rules,t.stake,t.side)),s=await this.#o(()=>this.#s(a,i,o));this.#i.has(s.id)&&(s=await this.#o(()=>this.#s(a,i,o))),this.#d(s,!1),--this.#r,this.#r<=0&&(this.#n=null),await this.#t.keeper.acceptSaid(s.receipts,`deal`,async e=>{ut(e,s,t),await o?.requireIn(e)}),await this.#l()}async#o(e){try{return await e()}catch(t){if(!(t instanceof Ue||t instanceof v&&pt.has(t.code)))throw t;return this.#n=null,await this.#l(),e()}}#s(e,t,n){let{client:r}=this.#t;return r.call({method:`POST`,path:e,body:t,read:V,once:!0,sign:n?.sign})}#c(e){let{keeper:t}=this.#t;return Ve(t.player,e,t)}async goOn(){this.#t.keeper.goOn(),this.store.set({fault:null}),await this.enter()}async#l(){if(k(this.store.state.table)!==`deciding`){this.#n??=this.#u();try{await this.#n}catch(e){throw this.#n=null,e}}}async#u(){this.store.set({preparing:!0});try{let{roundsLeft:e}=await this.#t.keeper.ensureEpoch(this.#t.platformNow());this.#r=e}finally{this.store.set({preparing:!1})}}#d(e,t){this.#i.add(e.id),this.store.set({table:A(this.store.state.table,e,this.#t.now())}),this.#t.history.put(e),this.#t.came(e,t)}async#f(e,t=!1){try{await e()}catch(e){let n=j(this.store.state.table);if(this.store.set({table:n,error:e instanceof H?null:e,fault:this.#t.keeper.fault}),e instanceof v&&ft.has(e.code)&&!t&&await this.#f(()=>this.#p(),!0),!(e instanceof v||e instanceof ie||e instanceof H))throw e}}async#p(){let e=this.store.state.table.round;await this.resume();let{round:t}=this.store.state.table;if(e===null||t!==e||this.store.state.elsewhere!==null)return;let n=await this.#t.client.call({path:`/rounds/${e.id}`,read:V});n.status!==`open`&&(this.#d(n,!0),await this.#t.keeper.accept(n.receipts))}};function ht(e){let[t]=e.receipts;if(t===void 0)throw Error(`round ${e.id} has no receipt`);return t.leaf}function gt(t){let n=t.map(F),r=n.slice(0,n.length>3?Math.min(5,n.length):2),a=n.length>r.length?n.at(-1):void 0;return i`${r.map(Q)}${a===void 0?e:i`<i>→</i>${Q(a)}`}`}function Q(e){return M(e,c(e))}var _t=class extends r{static properties={error:{state:!0}};#e=null;constructor(){super(),this.error=null,this.watch(x)}connectedCallback(){super.connectedCallback();let{me:e}=_.state;e!==null&&this.#e===null&&(this.#e=S(e.id),this.addController(new y(this,this.#e.store)))}render(){let{entries:t,next:n}=this.#e?.store.state??{entries:null,next:null};return i`<section class="box hist" aria-labelledby="rounds-heading">
      <h2 id="rounds-heading">${d(`rounds`)}</h2>
      <problem-box .error=${this.error}></problem-box>
      ${t===null||t.length===0?i`<p class="quiet small none">${d(`rounds.none`)}</p>`:i`<ol class="plain">
              ${t.map(e=>this.#t(e))}
            </ol>`}
      ${n===null?e:i`<button class="btn bare low" type="button" @click=${this.#r}>${d(`rounds.more`)}</button>`}
    </section>`}#t(e){let{staked:t,returned:n,status:r}=e,a=e.id.slice(e.id.indexOf(`-`)+1),o=n===null||t===null?null:n.amount-t.amount;return i`<li>
      <span class="c">${e.cards===void 0?this.#n(e):gt(e.cards)}</span>
      <span class="num">${r===`open`||o===null?d(`rounds.open`):s(o)}</span>
      ${r===`open`?i`<span></span>`:i`<a
              class="btn bare low"
              href="#/verify/${e.id}"
              aria-label=${d(`rounds.verify.one`,{number:a})}
              >${d(`rounds.verify`)}</a
            >`}
    </li>`}#n({outcome:n,status:r,game:a,dealt_at:o}){let s=r===`voided`?`voided`:n??``,c=x.state.games?.find(e=>e.game===a);return i`<span class="before"
      >${r===`open`?e:g(`rounds.said.${s}`,s)}
      <span class="small quiet"
        >${c===void 0?a:Ce(c)}, ${t(o)}</span
      ></span
    >`}#r=async()=>{this.error=null;try{await this.#e?.more()}catch(e){this.error=e}}};customElements.define(`rounds-list`,_t);var vt={up:100,down:-100,up10:1e3,down10:-1e3},$=class extends r{static properties={gameId:{attribute:`game`},game:{state:!0},fault:{state:!0},live:{state:!0}};#e=null;#t=null;#n=z.state.animation;constructor(){super(),this.gameId=``,this.game=void 0,this.fault=null,this.live=``,this.watch(_,z,B,x)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#f),this.#r()}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#f)}async#r(){try{let[e]=await Promise.all([ue(this.gameId),x.state.games===null?ce():null]);this.game=e;let{me:t,wallet:n}=_.state;this.#t=e===null?null:Ee(e.sheet);let r=e===null||n===null?null:b(e.stakes,n.cash.currency);if(e===null||t===null||r===null||this.#t===null||e.played!==`alone`)return;let i=le(t.id);i.store.state.entries===null&&await i.more(),this.#e=new mt(e,O(r),{client:re,history:i,keeper:de(t.id),now:()=>Date.now(),platformNow:te,readOpenRound:fe,came:(e,t)=>this.#i(e,t)}),this.addController(new y(this,this.#e.store,i.store)),this.requestUpdate(),isSecureContext&&await this.#e.enter()}catch(e){this.fault=e}}#i(e,t){if(this.#t===null)return;let n=it(e,this.#t);if(this.live=t?`${d(`said.resumed`)} ${n.live}`:n.live,_.set({wallet:e.balance}),!t){Re();let t=W(e);t!==null&&Ne(t.worth),Le(n.voice)}this.#o(),this.#a()}async#a(){await this.updateComplete;let e=this.querySelector(`.cloth`)?.getBoundingClientRect().top??0,t=this.querySelector(`.console`)?.getBoundingClientRect().top??0,n=document.querySelector(`.strip`)?.getBoundingClientRect().bottom??0,r=this.querySelector(`.say`)?.getBoundingClientRect().bottom??0;(e<n||r>t)&&scrollBy({top:e-n,behavior:`instant`})}async#o(){try{await ne()}catch(e){this.#e?.store.set({error:e})}}#s=e=>({stopped:e,step:(e,t)=>{this.#l(e),this.#c(t)},act:(e,t)=>{this.#u(e),this.#c(t)}});#c(e){e instanceof MouseEvent&&m(e)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#l(e){let t=this.#e;if(t===null||!t.step(e)||e.does===`turn`)return;Ie();let{bets:n}=t.store.state.table,r=n.on===`side`?`said.side`:`said.bet`;this.live=e.does===`remove`?d(`said.removed`):d(r,{amount:h(n[n.on])})}#u(e){let t=this.#e;if(t===null)return;let{table:n}=t.store.state,r=vt[e];r===void 0?e===`repeat`||e===`remove`?this.#l({does:e}):e===`deal`&&T(n)?this.#d(t,n):t.decide(e===`deal`?C(n)??``:e):this.#l({does:`change`,minor:r})}#d(e,t){t.bets.stake===0?this.live=d(`place-bet.none`,{min:h(t.room.stakeMin)}):this.#p()||e.deal()}#f=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=Fe(e,B.state.keys);n!==null&&this.#e!==null&&(e.preventDefault(),Pe(n,e)||this.#u(n))};#p(){let{elsewhere:e,fault:t}=this.#e?.store.state??{elsewhere:null,fault:null};return e!==null||t!==null||!isSecureContext||this.game?.available===!1}render(){let{game:e}=this;return this.fault===null?e===void 0?i`<p class="quiet late" role="status">${o(`loading`)}</p>`:e===null||e.played!==`alone`||this.#t===null?L(d(e===null?`no-game`:`not-alone`),d(`not-alone.text`)):this.#e===null||this.#t===null?this.#m():this.#h(e,this.#e,this.#t):i`<problem-box .error=${this.fault}></problem-box>`}#m(){let e=_.state.wallet?.cash.currency??``;return this.game?.stakes.every(t=>t.stake_min.currency!==e)??!1?L(d(`other-currency`,{currency:e}),d(`not-alone.text`)):i`<p class="quiet late" role="status">${o(`loading`)}</p>`}#h(e,t,n){let{table:r,preparing:o}=t.store.state,s=this.#n&&z.state.animation&&!ze(),c=k(r)===`deciding`,l=this.#s(this.#p());return i`
      <div class="board" id="board" tabindex="-1">
        ${ke(e,r.room)}
        <div class="cloth ${s?`moving`:``} is-${n.family}">
          ${Ze(n,r.round,this.#_(r,n,o))}
        </div>
        <div class="console ${c?`deciding`:``}">
          <div class="said">${this.#g(e,t,c)}</div>
          ${ot(r,l)} ${st(r,l)} ${ct(r,l,B.state.keys)}
        </div>
        <div class="foot">
          <button class="btn bare low" type="button" @click=${()=>a(`options-window`)}>
            ${d(`options`)}
          </button>
          <button class="btn bare low" type="button" @click=${()=>a(`bet-limit-window`)}>
            ${d(`bet-options`)}
          </button>
          <a class="btn bare low" href="#/limits">${d(`limits`)}</a>
          ${Te(e)}
        </div>
        <p class="vh" role="status" aria-live="polite">${this.live}</p>
      </div>
      ${qe(r,_.state)}
    `}#g(t,n,r){let{table:a,error:o,elsewhere:s,fault:c}=n.store.state,l=_.state.wallet?.cash.amount===0&&T(a);return[isSecureContext?e:Oe(),c===null?e:De(c,n),s===null?e:Ae(s),_.state.online||a.round?.status!==`open`?e:Se(a.round),t.available||r?e:Me(),l?je(t.game):e,o===null?e:i`<problem-box .error=${o}></problem-box>`]}#_(t,n,r){let{headline:a,text:o}=nt(t,n,r),{round:s}=t,c=k(t)===`over`&&s!==null,l=s===null?null:W(s)?.worth??null;return i`<div class="say ${l===`won`?`worth-won`:``}">
      <strong>${a}</strong>
      <span class="quiet">${o}</span>
      ${s?.status===`open`?i`<span class="deadline small quiet">${rt(s)}</span>`:e}
      ${c?i`<a class="btn bare low" href="#/verify/${s.id}">${d(`verify`)}</a>`:e}
    </div>`}};customElements.define(`red-dog-board`,$);export{$ as RedDogBoard};