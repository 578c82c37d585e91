import{_ as e,c as t,d as n,g as r,t as i}from"./plain-element-DIlNZIg7.js";import{C as a,D as o,S as s,T as c,a as l,c as u,k as d,s as f,t as p,x as m}from"./session-DciDuRH3.js";import{i as ee,r as te}from"./account-currency-FY2ilYQc.js";import{E as ne,a as re,b as ie,d as ae,f as oe,h,i as g,l as _,m as v,n as y,p as se,r as b,u as x,y as S}from"./index-BKaFe8uI.js";import{_ as C,a as ce,d as w,g as le,h as ue,i as de,l as T,n as fe,r as pe,u as me}from"./voice-Dyagm3jB.js";import{i as he}from"./services-D_vjz0gN.js";import{c as ge,d as _e,m as ve}from"./board-parts-Q7Yw2kWr.js";import{d as ye}from"./published-log-DDPEEvcO.js";import{n as be,ownStakes as E,t as xe,takeSeat as Se}from"./seat-keeper-CFWUldYJ.js";import{a as Ce,i as we,n as Te,r as D,s as O,t as k}from"./drawings-D8g0CxQs.js";import{_ as Ee,g as De,h as Oe,m as ke,p as Ae,v as je}from"./keys-list-BGrfJGWl.js";import{a as Me,c as Ne,i as Pe,n as Fe,r as Ie}from"./bets-B9ZEMoOg.js";import{i as A,n as Le,o as Re,s as ze,t as Be}from"./answers-C5N0alOm.js";function Ve(e,t){let n=e.phase===`betting`?t:null;return Array.from({length:e.seats_max},(t,r)=>{let i=e.own?.seat===r,a=e.seats.find(e=>e.seat===r),o=n?.results.find(e=>e.seat===r)??null;return a===void 0?{seat:r,mine:!1,turn:!1,taken:!1,amount:null,word:`free`,last:o}:{seat:r,mine:i,turn:He(e).includes(r),taken:!0,amount:N(e,r),word:Ue(e,r),last:null}})}function He(e){return e.phase===`playing`?e.pot_game===null?e.seats.filter(e=>e.decision===null).map(e=>e.seat):e.pot_game.turn===null?[]:[e.pot_game.turn.seat]:[]}function j(e){return(e.own?.legal_actions.length??0)>0}function M(e){return e.pot_game===null?e.hand?.seq??null:e.pot_game.turn?.seq??null}function N(e,t){let n=e.pot_game?.seats.find(e=>e.seat===t);if(n!==void 0)return n.stack.amount;let r=e.seats.find(e=>e.seat===t);return r===void 0?0:r.stake.amount+(r.side_bet?.amount??0)+(r.decision?.amount.amount??0)}function Ue(e,t){let n=e.seats.find(e=>e.seat===t);if(e.phase===`revealing`)return n?.revealed===!0?`value`:`value-missing`;if(e.phase!==`playing`)return`in`;let r=e.own?.seat===t;return e.pot_game===null?n?.decision===null?r?`you-decide`:`decides`:n?.decision===void 0?`in`:{action:n.decision.action,byClock:n.decision.actor===`timeout`}:We(e.pot_game,t,r)}function We(e,t,n){let r=e.seats.find(e=>e.seat===t);return r===void 0||r.stack.amount===0?e.turn?.seat===t?`decides`:`out`:r.away?`away`:e.turn?.seat===t?n?`you-decide`:`decides`:r.voted?`voted`:`waits`}function P(e){let t=e.pot_game?.turn??null;if(t!==null)return{for:j(e)?`own-decision`:`decision`,at:t.times_out_at,seconds:e.deciding_seconds,seat:t.seat};if(e.due_at===null)return null;let n={at:e.due_at,seat:null};return e.phase===`betting`?{...n,for:`betting`,seconds:e.betting_seconds}:e.phase===`revealing`?{...n,for:`values`,seconds:e.revealing_seconds}:e.phase===`playing`?{...n,for:j(e)?`own-decision`:`decisions`,seconds:e.deciding_seconds}:null}function F(e,t){return Math.max(0,Math.ceil((Date.parse(e)-t)/1e3))}var Ge=[20,10,5];function Ke(e,t){return e===null||t>=e?null:Ge.findLast(n=>t<=n&&e>n)??null}function qe(e){return e.pot_game===null?e.seats.reduce((t,n)=>t+N(e,n.seat),0):e.pot_game.pot.amount}var I=5;function Je(e){let t=new Map;for(let[n,{seat:r}]of e.results.entries())t.set(r,e.cards.slice(I*n,I*(n+1)));let n=e.cards.slice(I*e.results.length);return{hands:t,dealer:n.slice(0,I),burnt:n[I]??null,hit:n[6]??null}}function L(e,t){let n=e.status===`open`&&e.available&&e.announcement!==null;return e.phase===`betting`&&e.own===null?n?`bet`:`watch`:e.own===null?`watch`:e.phase===`betting`?`seated`:j(e)&&M(e)!==t?`decide`:`playing`}function Ye(e,t){let n=Array.from({length:e.seats_max},(e,t)=>t).filter(t=>!e.seats.some(e=>e.seat===t));return t!==null&&n.includes(t)?t:n[0]??null}function Xe(e){let t=e.own?.legal_actions.map(e=>e.action)??[];return[`stand`,`play`].find(e=>t.includes(e))??e.own?.default_action??null}function R(e,t){let n=e.own?.legal_actions.find(e=>e.action===t);if(n===void 0)return null;let[r,i]=[n.cost_min.amount,Math.max(1,n.cost_step.amount)],a=t===`raise`?e.own?.raise_room?.amount??2**53-1:2**53-1,o=Math.max(r,Math.min(n.cost_max.amount,a));return{least:r,most:r+Math.floor((o-r)/i)*i,step:i}}function z(e,t){let n=Math.round((t-e.least)/e.step);return Math.min(e.most,Math.max(e.least,e.least+n*e.step))}function Ze(t,n,i){let a={min:_(i.stakeMin,i.currency),max:`${_(i.stakeMax,i.currency)} ${i.currency}`},o={sideMin:_(i.sideMin,i.currency),sideMax:`${_(i.sideMax,i.currency)} ${i.currency}`},s=ge(t,`stake`),c=i.sideMax>0?y(`stakes.side`,{...a,...o}):y(`stakes`,a);return e`<div class="head">
    <h1>${y(`table.title`,{game:_e(t),table:re(n.id)})}</h1>
    <p class="small quiet">
      ${n.family===`pot`?y(`buy-in`,a):c}
      ${y(`seats.count`,{seats:n.seats_max,seconds:n.deciding_seconds})}
      ${s===null||n.family===`pot`?r:v(`returns`,{percent:s})}
      <a href="#/rules/${n.game}">${y(`rules`)}</a>
    </p>
  </div>`}function Qe(t,n,r){let i=n===`lost`&&t.own!==null?`connection.lost.seat`:`connection.${n}`,a=_(qe(t),t.stake_min.currency);return e`<div class="livebar">
    <span class="tag ${n===`live`?`ok`:`warn`}" role="status"
      ><span aria-hidden="true">${n===`live`?`●`:`◌`}</span> ${y(i)}</span
    >
    ${$e(t,r)}
    <span class="small quiet"
      >${t.pot_game===null?y(`on-table`,{amount:a}):y(`pot`,{amount:a})}</span
    >
  </div>`}function $e(t,n){let i=P(t);if(i===null)return e`<span class="clock">${t.phase===`betting`?y(`clock.betting.waits`):r}</span>`;let a=F(i.at,n);return e`<span class="clock"
    >${et(i,a)}
    <progress
      max=${i.seconds}
      .value=${Math.min(a,i.seconds)}
      aria-label=${y(`clock.left`)}
    ></progress
  ></span>`}function et(e,t){let n=e.seat===null?``:g(e.seat);return y(`clock.${e.for}`,{seconds:t,seat:n})}function tt(t){if(t===null||t.fault===null)return r;let{fault:n}=t,i=n instanceof be?n.deviation:n instanceof ye?`not-proved`:null;return i===null?e`<problem-box .error=${n}></problem-box>`:e`<div class="problem small" role="alert">
    <strong>${y(`fault.heading`)}</strong>
    <p>${y(`fault.${i}`)} ${t.kept.revealed?r:y(`fault.unsent`)} ${y(`fault.text`)}</p>
    <code>${i}</code>
  </div>`}function nt({table:t,own:r},i){let{currency:a}=t.stake_min,o=t.seats.find(e=>e.seat===t.own?.seat),s=(o?.stake.amount??0)+(o?.side_bet?.amount??0)+(o?.decision?.amount.amount??0),c=r?.ended??null,l=c===null?0:(c.returned?.amount??0)-c.staked.amount;return e`<section class="box" aria-labelledby="player-information">
    <h2 id="player-information">${y(`information`)}</h2>
    <dl class="pairs information">
      <dt>${y(`balance`)}</dt>
      <dd class="num">${n(i?.cash??{amount:0,currency:a})}</dd>
      <dt>${y(`bet.now`)}</dt>
      <dd class="num">${_(s,a)} ${a}</dd>
      <dt>${y(`last-win`)}</dt>
      <dd class="num">${l>0?`${S(l,a)} ${a}`:y(`last-win.none`)}</dd>
    </dl>
  </section>`}function rt(e){return e.returned+(e.bonus?.returned??0)-e.staked}function it(e){return e>0?`won`:e===0?`even`:`lost`}function B(e,t){return e?.results.find(e=>e.seat===t)??null}var at=5,ot=6;function st(e,t,n){let{terms:r}=e;return r.family===`red-dog`?ct(e,r,n):r.family===`montana`?lt(e,n):ft(e,t,n)}function V({table:e,ended:t}){return e.phase===`betting`&&e.own===null?t:null}function ct(t,n,r){let[i,a,o]=(t.table.hand?.cards??V(t)?.cards??[]).map(O);return e`
    <div class="cards" role="group" aria-label=${v(`cards`)}>
      ${U(i,v(`first`))} ${U(o,v(`third`))} ${U(a,v(`second`))}
    </div>
    ${ke(n,i,a)} ${r} ${Ae(i,a,o)}
  `}function lt(t,n){let i=V(t),a=i===null?null:Je(i),o=t.own?.kept.seat??null,s=a===null||o===null?void 0:a.hands.get(o),c=(t.table.own?.hand?.cards??s??[]).map(O),l=a===null||a.hit===null?void 0:O(a.hit),u=t.table.phase===`playing`,d=o!==null&&B(i,o)?.outcome===`win`,f=[...a?.hands??[]].filter(([e])=>e!==o||s===void 0);return e`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${v(`dealers-five`)}>
        ${Array.from({length:ot},(e,t)=>ut(u,a,t))}
      </div>
      <div class="cards hit">
        ${u?e`<figure>
                ${k(h(`face-down`))}
                <figcaption>${v(`hit`)}</figcaption>
              </figure>`:U(l,v(`hit`))}
      </div>
    </div>
    <div class="cards five" role="group" aria-label=${y(`own-cards`)}>
      ${Array.from({length:at},(e,t)=>{let n=c[t];return U(n,null,d&&n!==void 0&&l!==void 0&&De([n],l))})}
    </div>
    ${n} ${f.length===0?r:dt(f)}
  `}function ut(t,n,r){let i=r===5?n?.burnt:n?.dealer[r];return i==null?t?e`<figure>${k(h(r===5?`burnt`:`dealers`))}</figure>`:e`<figure>${D()}</figure>`:U(O(i),null)}function dt(t){return e`<ul class="plain small others">
    ${t.map(([t,n])=>e`<li>${y(`seat-cards`,{seat:g(t)})} ${H(n)}</li>`)}
  </ul>`}function ft(t,n,i){let a=t.table.pot_game,o=a?.turn??null,[s,c]=(o?.cards??[]).map(O),l=t.table.own?.hand?.cards??[],u=l.length>0&&o?.seat!==t.table.own?.seat,d=o===null?v(`cards`):y(`turn-cards`,{seat:g(o.seat)});return e`
    <p class="pot">${y(`pot`,{amount:_(a?.pot.amount??0)})}</p>
    <div class="dealers">
      <div class="cards two" role="group" aria-label=${d}>
        ${U(s,v(`first`))} ${U(void 0,v(`third`))} ${U(c,v(`second`))}
      </div>
      ${u?e`<div class="cards mini held" role="group" aria-label=${y(`own-cards`)}>
              ${l.map(e=>U(O(e),null))}
              <span class="small quiet">${y(`own-cards`)}</span>
            </div>`:r}
    </div>
    ${i} ${n.length===0?r:pt(n)}
  `}function pt(t){return e`<section class="turns small" aria-label=${y(`turns`)}>
    <h2 class="small">${y(`turns`)}</h2>
    <ol class="plain">
      ${t.slice(-8).toReversed().map(t=>e`<li>
              <b>${y(`turn.seat`,{seat:g(t.seat)})}</b> ${H(t.cards)}
              <span class="quiet">${mt(t)}</span>
            </li>`)}
    </ol>
  </section>`}function mt(e){let t={staked:_(e.staked),returned:_(e.returned),won:_(e.returned-e.staked)},n=e.refill>0?` ${y(`turn.refill`,{amount:_(e.refill)})}`:``;return ht(e.result,t)+n}function ht(e,t){switch(e){case`consecutive-draw`:case`pair-take`:case`red-dog`:case`pair-miss`:case`down`:case`win`:case`lose`:return y(`turn.${e}`,t);default:return e}}function H(t){return e`<span class="c">${t.map(O).map(e=>Ce(e,x(e)))}</span>`}function U(t,n,i=!1){let a=t===void 0?``:x(t);return ie(a,e`<figure class="${t===void 0?``:`new`}${i?` won`:``}">
      ${t===void 0?D():we(t,a)}${n===null?r:e`<figcaption>${n}</figcaption>`}
    </figure>`)}var W=[100,500,2500,1e4],gt=[500,2500,1e4];function G(e){return e.family===`pot`?gt:W}function _t(t,n){let{mode:i}=t;if(i===`bet`)return e`${vt(t,n)} ${yt(t,n)} ${bt(t,n)}`;if(i===`watch`)return r;let a=t.table.phase===`playing`?wt(t.table,n,t.pending):r;return i===`decide`?e`${q(t)} ${Ct(t,n)} ${xt(t,n)} ${a}`:i===`seated`?e`${q(t)}
      <div class="acts">
        <button class="btn" type="button" ?disabled=${t.pending} @click=${n.withdraw}>
          ${y(`withdraw`)}
        </button>
      </div>`:e`${q(t)} ${a}`}function vt({table:t,room:n},r){let i=(e,t)=>{t.preventDefault(),r.chip(e,t)};return e`<div class="chips" role="group" aria-label=${v(`chips`)}>
    ${G(t).map(t=>{let{said:r,figure:a}=se(t,n.currency),o={amount:r,currency:n.currency};return e`<span>
        <button
          class="add"
          type="button"
          aria-label=${v(`chip.add`,o)}
          @click=${e=>i(t,e)}
          @contextmenu=${e=>i(-t,e)}
        >
          ${Te(a,W.indexOf(t))}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${v(`chip.less`,o)}
          @click=${e=>i(-t,e)}
        >
          −
        </button>
      </span>`})}
  </div>`}function yt({bets:t,room:n},i){let a=(r,a)=>{let o=t[r],s=e`<b>${o===0?`·`:_(o,n.currency)}</b><span>${a}</span>`;return n.sideMax===0?e`<div class="put">${s}</div>`:e`<button
      class="put"
      type="button"
      aria-pressed=${t.on===r}
      @click=${e=>i.box(r,e)}
    >
      ${s}
    </button>`};return e`<div class="puts" role="group" aria-label=${v(`bets`)}>
    ${a(`stake`,v(`bet`))} ${n.sideMax>0?a(`side`,v(`bonus`)):r}
  </div>`}function bt({seat:t,pending:n,resting:i,keys:a},o){let s=n?y(`taking-seat`):y(`take-seat`,{seat:t===null?``:g(t)});return e`<div class="acts">
    <span class="pair">
      <button class="btn side" type="button" @click=${o.remove}>
        ${v(`remove`)} <kbd>${C(a.remove)}</kbd>
      </button>
      <button class="btn side" type="button" @click=${o.repeat}>
        ${v(`repeat`)} <kbd>${C(a.repeat)}</kbd>
      </button>
    </span>
    <button
      class="btn main"
      type="button"
      ?disabled=${t===null}
      aria-disabled=${n||i?`true`:r}
      @click=${o.sit}
    >
      ${s} <kbd>${C(a.deal)}</kbd>
    </button>
  </div>`}var K=({amount:t,currency:n},r)=>e`<div class="put"><b>${t===0?`·`:_(t,n)}</b><span>${r}</span></div>`;function q({table:t}){let n=t.seats.find(e=>e.seat===t.own?.seat);if(n===void 0)return r;let i=t.pot_game?.seats.find(e=>e.seat===n.seat)?.stack??null,a=n.decision?.amount??{amount:0,currency:n.stake.currency};return e`<div class="puts" role="group" aria-label=${v(`bets`)}>
    ${i===null?e`${K(n.stake,v(`bet`))} ${t.family===`pot`?r:K(a,v(`raise`))}
          ${n.side_bet===null?r:K(n.side_bet,v(`bonus`))}`:K(i,y(`chips`))}
  </div>`}function xt({table:t,raise:n,pending:i,keys:a},o){let s=Xe(t),c=t.own?.legal_actions??[],l=e=>e===s?2:e===`surrender`?0:1,u=c.toSorted((e,t)=>l(e.action)-l(t.action)),d=e=>e===s?a.deal:e===`raise`?a.raise:e===`surrender`?a.surrender:null;return e`<div class="acts">
    ${u.map(({action:a,cost_min:s})=>{let c=d(a),l=a===`raise`?n:s.amount;return e`<button
        class="btn"
        type="button"
        data-action=${a}
        aria-disabled=${i?`true`:r}
        @click=${e=>o.decide(a,e)}
      >
        ${St(a,l,t.stake_min.currency)}
        ${c===null?r:e`<kbd>${C(c)}</kbd>`}
      </button>`})}
  </div>`}function St(e,t,n){return e===`raise`||e===`down`?y(`action.${e}`,{amount:_(t,n)}):b(`action.${e}`,e)}function Ct({table:t,raise:n},i){let a=R(t,`raise`);if(a===null||a.least===a.most)return r;let{currency:o}=t.stake_min,s=t=>{let r=_(Math.abs(t),o),a=y(t>0?`raise.more`:`raise.less`,{amount:r});return e`<button
      class="btn"
      type="button"
      aria-label=${a}
      @click=${e=>i.raise(n+t,e)}
    >
      ${t>0?`+`:`−`}${r}
    </button>`};return e`<div class="raiser row" role="group" aria-label=${y(`raise.amount`)}>
    <button class="btn low" type="button" @click=${e=>i.raise(a.least,e)}>
      ${y(`raise.least`)}
    </button>
    ${s(-a.step)} <output>${_(n,o)}</output> ${s(a.step)}
    <button class="btn low" type="button" @click=${e=>i.raise(a.most,e)}>
      ${y(`raise.most`)}
    </button>
  </div>`}function wt(t,n,i){let a=t.pot_game?.seats.find(e=>e.seat===t.own?.seat);if(a===void 0||a.stack.amount===0)return r;let o=t=>e`<button
      class="btn low"
      type="button"
      aria-disabled=${i?`true`:r}
      @click=${e=>n.mark(t,e)}
    >
      ${y(t)}
    </button>`;return e`<div class="marks row">
    ${a.voted?e`<span class="tag info">${y(`voted`)}</span>`:o(`vote`)}
    ${o(a.away?`back`:`away`)}
  </div>`}async function Tt(e,t,n){let{currency:r}=e.stake_min,i={asked_seq:M(e),action:t,amount:{amount:n,currency:r}};await p.call({method:`POST`,path:`/tables/${e.id}/actions`,body:i,read:c,once:!0})}async function Et(e){let t={epoch:e.epoch};await p.call({method:`POST`,path:`/tables/${e.id}/withdrawals`,body:t,read:Re,once:!0})}async function Dt(e,t){let n={epoch:e.epoch,mark:t};await p.call({method:`POST`,path:`/tables/${e.id}/marks`,body:n,read:c})}async function Ot(e){let t={epoch:e.epoch},n={method:`POST`,path:`/tables/${e.id}/departures`,body:t,read:Le,once:!0};return(await p.call(n)).departure}var kt=1e3,At={up:100,down:-100,up10:1e3,down10:-1e3},jt=class{store=new te({bets:Fe,chosen:null,raise:null,pending:!1,error:null,note:``,live:``,answered:null,resting:!1});#e;#t;#n=null;#r=0;constructor(e,t){this.#e=e,this.#t=t}ask(){this.#r=Date.now()+350,this.store.set({raise:null})}rest(){this.store.set({resting:!0}),setTimeout(()=>this.store.set({resting:!1}),kt)}say(e){this.store.set({live:e})}chip(e){let t=this.#e();if(t===null)return;let n=Math.min(...G(t)),r=Math.abs(e)<n?Math.sign(e)*n:e,i=Ie(this.store.state.bets,r,this.#t(t));de();let a=v(i.on===`side`?`said.side`:`said.bet`,{amount:_(i[i.on])});this.store.set({bets:i,live:a})}turnTo(e){let t=this.#e();t!==null&&this.store.set({bets:Ne(this.store.state.bets,e,this.#t(t))})}repeat(){let e=this.#e();if(e===null||this.#n===null)return;let t=Me(this.store.state.bets,this.#n,this.#t(e));this.store.set({bets:t,live:v(`said.bet`,{amount:_(t.stake)})})}remove(){this.store.set({bets:Pe(this.store.state.bets),live:v(`said.removed`)})}choose(e){this.store.set({chosen:e})}raiseTo(e){this.store.set({raise:e})}sit(){let e=this.#e(),{bets:t,chosen:n,resting:r}=this.store.state,i=e===null?null:Ye(e,n);if(!(e===null||i===null||r)){if(t.stake===0){let t=y(`no-bet`,{min:_(e.stake_min.amount)});this.store.set({note:t,live:t})}else this.#a(async()=>{await Se(e,{seat:i,stake:t.stake,sideBet:t.side}),this.#n=t,this.store.set({chosen:i}),await f()})}}decide(e){let t=this.#e(),{answered:n,raise:r}=this.store.state;if(t===null||Date.now()<this.#r)return;let i=R(t,e);if(L(t,n)!==`decide`||i===null)return;let a=e===`raise`?z(i,r??i.least):i.least;this.#a(async()=>{await Tt(t,e,a),this.store.set({answered:M(t)}),t.family!==`pot`&&await f()})}withdraw(){this.#i(e=>Et(e))}mark(e){this.#i(t=>Dt(t,e))}leave(){this.#i(async e=>{let t=y(`leave.${await Ot(e)}`);this.store.set({note:t,live:t})})}command(e){let t=this.#e();if(t===null)return;let n=L(t,this.store.state.answered),r=At[e];if(n===`bet`&&(r!==void 0&&this.chip(r),e===`repeat`&&this.repeat(),e===`remove`&&this.remove(),e===`deal`&&this.sit()),n!==`decide`)return;let i=R(t,`raise`);r!==void 0&&i!==null&&this.raiseTo(z(i,(this.store.state.raise??i.least)+Math.sign(r)*i.step)),e===`deal`&&this.decide(Xe(t)??``),(e===`raise`||e===`surrender`)&&this.decide(e)}#i(e){let t=this.#e();t!==null&&this.#a(()=>e(t))}#a(e){this.store.state.pending||(this.store.set({pending:!0,error:null,note:``}),e().catch(e=>this.store.set({error:e})).finally(()=>this.store.set({pending:!1})))}};function Mt(t,n,r){let i=Ve(t,n),{currency:a}=t.stake_min;return e`<ol class="plain seats of-${t.seats_max}" aria-label=${y(`seats`)}>
    ${i.map(e=>e.taken?Nt(e,a):Pt(e,r,a))}
  </ol>`}function Nt(t,n){let r=g(t.seat);return e`<li class="${t.mine?`me`:``} ${t.turn?`turn`:``}">
    <b>${t.mine?y(`you.seat`,{seat:r}):y(`seat`,{seat:r})}</b>
    ${_(t.amount??0,n)}
    <span class="quiet word">${Ft(t.word)}</span>
  </li>`}function Pt(t,n,i){let a=g(t.seat),o=t.last===null?null:rt(t.last),s=e`<b>${y(`seat`,{seat:a})}</b> <span class="quiet">${y(`free`)}</span> ${o===null?r:e`<span class="word">${S(o,i)}</span>`}`;return n===null?e`<li class="empty">${s}</li>`:e`<li class="empty choose">
    <button
      type="button"
      aria-pressed=${n.chosen===t.seat}
      @click=${e=>n.choose(t.seat,e)}
    >
      ${s}
    </button>
  </li>`}function Ft(e){if(typeof e==`string`)return y(e===`free`?`free`:`word.${e}`);let t=b(`word.${e.action}`,e.action);return e.byClock?y(`word.clock`,{word:t}):t}var It=d({family:o(`pot`),unit:m,take:m,down:m,pay:d({spread:a(m)})});function J(e){return s(e)&&e.family===`pot`?It(e,`sheet`):ve(e)}var Y=e=>e===14?1:e;function Lt(e,t){let n=Math.abs(Y(e.rank)-Y(t.rank));return n===0?null:n-1}var X=(e,t=``)=>({headline:e,text:t,worth:null});function Z(e){let{table:t}=e;return t.phase===`revealing`?Wt(e):t.phase===`playing`?t.pot_game===null?Gt(e):Yt(e):Rt(e)}function Rt(e){let{table:t}=e;if(t.own!==null){let e=t.seats.find(e=>e.seat===t.own?.seat),n=(e?.stake.amount??0)+(e?.side_bet?.amount??0),r=t.due_at===null?`open.alone.text`:`open.waits.text`;return X(y(`open.waits`,{seat:g(t.own.seat),amount:_(n,t.stake_min.currency)}),y(r))}let n=zt(e);if(n!==null)return n;if(t.phase===`unannounced`)return X(y(`unannounced`),y(`unannounced.text`));if(t.status!==`open`||!t.available)return X(y(`paused`),y(`paused.text`));let r=t.family===`pot`?`open.pot.text`:`open.first.text`;return X(y(`open.first`),y(r,{seconds:t.betting_seconds,seats:t.seats_min}))}function zt({ended:e,own:t,table:n}){let r=t?.ended??null;if(r!==null&&(e===null||r.epoch>=e.epoch))return Bt(r,e);if(e===null||t!==null&&t.ended===null&&t.kept.epoch===e.epoch)return null;if(e.why===`no-reveal`||e.why===`not-covered`||e.why===`void`)return Q(e);let i=n.family===`pot`?b(`end.${e.why}`,``):``;return X(y(`end.hand`),[i,y(`end.watched`)].filter(e=>e!==``).join(` `))}function Q(e){let t=e.missing.map(g).join(`, `),n=e.why;return X(y(`end.${n}`),y(`end.${n}.text`,{seats:e.missing.length,list:t}))}function Bt(e,t){if(e.outcome===`withdrawn`)return X(y(`end.withdrawn`),y(`end.withdrawn.text`));let n=t?.epoch===e.epoch?t:null;if(e.status===`voided`)return n===null?X(y(`end.withdrawn`)):Q(n);let[r,i]=[e.staked.amount,e.returned?.amount??0],a=i-r,o=B(n,e.seat),{currency:s}=e.staked,c={net:_(a,s),loss:_(-a,s),returned:_(i,s)},l=e.outcome??``,u=e.side_bet!==null&&a>=0?y(`end.net`,{net:S(a,s)}):a<0&&l!==`surrender`?y(`end.lose`,c):Vt(l,c),d=y(`end.money`,{staked:_(r,s),returned:_(i,s)}),f=n?.defaults.find(t=>t.seat===e.seat)?.action??null;return{headline:u,text:[d,Ht(o?.bonus??null,s),n===null?``:Ut(n),f===null?``:y(`end.default`,{word:b(`word.${f}`,f)})].filter(e=>e!==``).join(` `),worth:it(a)}}function Vt(e,t){switch(e){case`win`:case`trips`:case`pair-push`:case`consecutive-push`:case`surrender`:case`won`:case`even`:return y(`end.${e}`,t);default:return y(`end.net`,t)}}function Ht(e,t){if(e===null)return``;let n=oe(e.category),r=e.returned>0?`end.bonus.returned`:`end.bonus.lost`;return y(r,{category:n,returned:_(e.returned,t)})}var Ut=e=>e.why===`decided`?``:b(`end.${e.why}`,``);function Wt({table:e,own:t}){if(e.stakes_covered!==!0)return X(y(`values`),y(`values.uncovered`));let n=e.seats.find(t=>t.seat===e.own?.seat);if(n===void 0)return X(y(`values`),y(`values.watch`));let r=n.revealed||t?.kept.revealed===!0;return X(y(`values`),y(r?`values.told`:`values.own`))}function Gt(e){let{table:t,terms:n}=e;if(n.family===`montana`)return Jt(t,n);if(n.family!==`red-dog`)return X(y(`wait.game`));let r=Kt(t,n);if(j(t))return r;let i=qt(t);return X(i===null?y(`pair`):y(`spread`,{spread:i}),y(t.own===null?`wait.game`:`wait.others`))}function Kt(e,t){let n=qt(e)??0,{winning:r,left:i,percent:a}=Ee(n,t.decks),o=t.pay.spread[n-1]??0;return X(v(`raise-or-stand`,{spread:n}),v(`between.win`,{winning:r,left:i,percent:a,odds:o}))}function qt(e){let[t,n]=(e.hand?.cards??[]).map(O);return t===void 0||n===void 0?null:je(t,n)}function Jt(e,t){let n=e.own?.hand?.cards??[];if(n.length!==t.hand)return X(y(`montana.watch`),y(`montana.watch.text`));if(!j(e))return X(y(`wait.others`));let{winning:r,left:i,percent:a}=Oe(n.map(O));return X(v(`play-or-not`),v(`beats.win`,{winning:r,left:i,percent:a}))}function Yt({table:e,terms:t}){let n=e.pot_game?.turn??null,r=e.pot_game?.seats.find(t=>t.seat===e.own?.seat);if(r?.away===!0)return X(y(`pot.away`),y(`pot.away.text`));if(n===null||t.family!==`pot`)return X(y(`wait.game`));if(j(e))return Xt(n.cards,t,e.stake_min.currency);let i=r!==void 0&&r.stack.amount===0;return X(y(`pot.turn`,{seat:g(n.seat)}),y(i?`pot.out`:`pot.turn.text`))}function Xt(e,t,n){let[r,i]=e.map(O),a=r===void 0||i===void 0?null:Lt(r,i);if(a===null)return X(y(`pot.pair`),y(`pot.pair.text`,{take:_(t.take,n)}));let o={odds:t.pay.spread[a-1]??0,down:_(t.down,n)};return X(y(`pot.spread`,{spread:a}),y(`pot.spread.text`,o))}function Zt(e){let{headline:t,text:n}=Z(e),r=Qt(e);return[r.length===0?``:v(`said.cards`,{cards:ae(r.map(O))}),`${t}.`,n].filter(e=>e!==``).join(` `)}function Qt({table:e,ended:t}){return e.phase===`betting`&&e.own===null&&e.family===`red-dog`?t?.cards??[]:e.phase===`playing`?e.pot_game===null?e.own?.hand?.cards??e.hand?.cards??[]:e.pot_game.turn?.cards??[]:[]}var $=8,$t=100,en=class extends i{static properties={table:{attribute:!1},epoch:{attribute:!1},items:{state:!0},next:{state:!0},own:{state:!0},burnt:{state:!0},error:{state:!0}};constructor(){super(),this.table=``,this.epoch=-1,this.items=null,this.next=null,this.own=new Map,this.burnt=null,this.error=null}willUpdate(e){(e.has(`epoch`)||e.has(`table`))&&this.epoch>=0&&this.#e()}async#e(){let e=`/tables/${this.table}`;try{let[t,n,r]=await Promise.all([p.call({path:`${e}/hands?limit=${$}`,read:A}),p.call({path:`/me/stakes?limit=${$t}`,read:ze}),p.call({path:`${e}/burnt-hands?limit=${$}`,read:Be})]);this.items=t.items,this.next=t.next;let i=n.items.filter(e=>e.table_id===this.table&&e.outcome!==`withdrawn`);this.own=new Map(i.map(e=>[e.epoch,e])),this.burnt=r.items,this.error=null}catch(e){this.error=e}}#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=`/tables/${this.table}/hands?limit=${$}&cursor=${e}`,n=await p.call({path:t,read:A});this.items=[...this.items??[],...n.items],this.next=n.next}catch(e){this.error=e}};render(){return e`<section class="box hist" aria-labelledby="hands-heading">
        <h2 id="hands-heading">${y(`hands`)}</h2>
        <problem-box .error=${this.error}></problem-box>
        ${this.items===null?e`<span class="skel late"></span>`:this.#n(this.items)}
        ${this.next===null?r:e`<button class="btn bare low" type="button" @click=${this.#t}>${y(`hands.more`)}</button>`}
      </section>
      ${this.#i()}`}#n(t){return t.length===0?e`<p class="none quiet small">${y(`hands.none`)}</p>`:e`<div class="hands">${t.map(e=>this.#r(e))}</div>`}#r(n){let i=this.own.get(n.epoch),a=i?.returned??null,o=i===void 0||a===null?null:a.amount-i.staked.amount,s=n.results.length;return e`<details>
      <summary>
        ${tn(n)}
        <span class="num">
          ${o===null?s>0?y(`hands.seats`,{seats:s}):``:S(o,a?.currency)}
        </span>
      </summary>
      <p class="quiet small">
        ${y(`hands.epoch`,{epoch:n.epoch})}. ${y(`hands.ended`,{instant:t(n.ended_at)})}
      </p>
      ${s===0?r:nn(n,i?.seat??null)}
    </details>`}#i(){let n=this.burnt??[];return e`<details class="box burnt">
      <summary>${y(`burnt`)}</summary>
      <p class="small quiet">${y(n.length===0?`burnt.none`:`burnt.text`)}</p>
      <ul class="plain small">
        ${n.map(n=>e`<li>
              <b>${y(`hands.epoch`,{epoch:n.epoch})}</b>, ${t(n.burnt_at)}.
              ${n.values.map(e=>y(`burnt.seat.${e.status}`,{seat:g(e.seat)})).join(`. `)}.
              ${n.house_would_have_won===null?r:y(`burnt.house`,{amount:_(n.house_would_have_won.amount,n.house_would_have_won.currency)})}
            </li>`)}
      </ul>
    </details>`}};function tn(t){let n={"no-reveal":`burnt`,"not-covered":`burnt`,decided:``}[t.ended_by]??t.ended_by;return n===``?H(t.cards.length>3?t.cards.slice(-1):t.cards):e`<span>${b(`hands.${n}`,n)}</span>`}function nn(t,n){return e`<table>
    <thead>
      <tr>
        <th scope="col">${y(`hands.seat`)}</th>
        <th scope="col">${y(`hands.outcome`)}</th>
        <th scope="col" class="num">${y(`hands.net`)}</th>
      </tr>
    </thead>
    <tbody>
      ${t.results.map(t=>e`<tr>
            <td>
              ${t.seat===n?y(`you.seat`,{seat:g(t.seat)}):y(`seat`,{seat:g(t.seat)})}
            </td>
            <td>${b(`outcome.${t.outcome}`,t.outcome)}</td>
            <td class="num">
              ${S(t.returned.amount+(t.side_bet?.returned.amount??0)-t.staked.amount,t.staked.currency)}
            </td>
          </tr>`)}
    </tbody>
  </table>`}customElements.define(`hands-list`,en);var rn=250,an=(t,n)=>e`<button class="btn bare low" type="button" @click=${()=>ne(t)}>${n}</button>`,on=class extends i{static properties={tableId:{attribute:`table`},game:{state:!0},fault:{state:!0}};#e=null;#t=null;#n;#r=null;#i=``;#a=null;#o=new jt(()=>this.#c,e=>this.#u(e));#s=w.state.animation;constructor(){super(),this.tableId=``,this.game=null,this.fault=null,this.watch(u,w,T,E,this.#o.store)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#_),this.#e=xe(this.tableId),this.#t=this.#e.follow(),this.addController(new ee(this,this.#e.store)),this.#n=setInterval(()=>this.#f(),rn)}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#_),this.#t?.(),clearInterval(this.#n)}get#c(){return this.#e?.store.state.table??null}#l(e,t){let n=E.state.byTable.get(this.tableId)??null;return{table:e,terms:t,ended:this.#e?.store.state.ended??null,own:n}}#u(e){let{amount:t,currency:n}=e.stake_min,r=this.game?.stakes.find(e=>e.stake_min.currency===n),[i,a]=[r?.side_bet_min?.amount??0,r?.side_bet_max?.amount??0];return{currency:n,stakeMin:t,stakeMax:e.stake_max.amount,sideMin:i,sideMax:a}}#d(e){let{bets:t,chosen:n,raise:r,pending:i,answered:a,resting:o}=this.#o.store.state,s=R(e,`raise`);return{table:e,mode:L(e,a),bets:t,room:this.#u(e),seat:Ye(e,n),raise:s===null?0:z(s,r??s.least),pending:i,resting:o,keys:T.state.keys}}#f(){let e=this.#c,t=e===null?null:P(e);if(t===null){this.#a=null;return}let n=F(t.at,l()),r=t.for===`own-decision`,i=r?Ke(this.#a,n):null;i!==null&&this.#o.say(y(`said.seconds`,{seconds:i})),this.#a=r?n:null,this.requestUpdate()}willUpdate(){let e=this.#c;if(e===null)return;this.#r!==e.game&&this.#p(e.game);let t=this.game===null?null:J(this.game.sheet);t!==null&&this.#m(this.#l(e,t))}async#p(e){this.#r=e;try{this.game=await he(e)}catch(e){this.fault=e}}#m(e){let{table:t,own:n,ended:r}=e,i=j(t)?M(t):null,a=t.hand?.seq??t.pot_game?.turn?.seq??0,o=[t.phase,t.epoch,a,i,r?.epoch,n?.ended?.epoch,t.own?.seat].join(`/`);if(o===this.#i)return;let s=this.#i===``;if(this.#i.startsWith(`playing/`)&&t.phase===`betting`&&this.#o.rest(),this.#i=o,this.#o.say(Zt(e)),i!==null&&this.#o.ask(),s)return;let{headline:c,worth:l}=Z(e);t.phase===`playing`&&pe(),l!==null&&ce(l),(i!==null||l!==null)&&(fe(c),this.updateComplete.then(()=>this.querySelector(`.say`)?.scrollIntoView({block:`nearest`})))}#h={chip:(e,t)=>this.#g(t,()=>this.#o.chip(e)),box:(e,t)=>this.#g(t,()=>this.#o.turnTo(e)),repeat:e=>this.#g(e,()=>this.#o.repeat()),remove:e=>this.#g(e,()=>this.#o.remove()),sit:e=>this.#g(e,()=>this.#o.sit()),withdraw:e=>this.#g(e,()=>this.#o.withdraw()),decide:(e,t)=>this.#g(t,()=>this.#o.decide(e)),raise:(e,t)=>this.#g(t,()=>this.#o.raiseTo(e)),mark:(e,t)=>this.#g(t,()=>this.#o.mark(e))};#g(e,t){t(),e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#_=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=ue(e,T.state.keys);n!==null&&(e.preventDefault(),le(n,e)||this.#o.command(n))};render(){let t=this.#e?.store.state.problem??null,n=this.#c,r=this.game===null?null:J(this.game.sheet);if(n===null||this.game===null||r===null)return e`<div class="stack">
        <problem-box .error=${t??this.fault}></problem-box>
        <p class="quiet late" role="status">${y(`loading`)}</p>
      </div>`;let i=this.#l(n,r),a=this.#d(n);return e`
      <div class="board" id="board" tabindex="-1">
        ${Ze(this.game,n,a.room)} ${this.#v(i,a)}
        <div class="console ${a.mode}">${this.#y(i,t)} ${_t(a,this.#h)}</div>
        ${this.#b(n)}
        <p class="vh" role="status" aria-live="polite">${this.#o.store.state.live}</p>
      </div>
      <aside>
        ${nt(i,u.state.wallet)}
        <hands-list .table=${n.id} .epoch=${n.epoch}></hands-list>
        <keys-list></keys-list>
        <receipts-box></receipts-box>
      </aside>
    `}#v(t,{table:n,mode:r,seat:i}){let a=this.#e?.store.state,o=this.#s&&w.state.animation&&!me(),s={chosen:i,choose:(e,t)=>this.#g(t,()=>this.#o.choose(e))};return e`<div class="cloth is-live is-${n.family} ${o?`moving`:``}">
      ${Qe(n,a?.connection??`opening`,l())}
      ${Mt(n,t.ended,r===`bet`?s:null)}
      ${st(t,a?.turns??[],this.#x(t))}
    </div>`}#y(t,n){let{error:i,note:a}=this.#o.store.state,o=n??i;return e`<div class="said">
      ${tt(t.own)} ${a===``?r:e`<p class="problem info small">${a}</p>`}
      ${o===null?r:e`<problem-box .error=${o}></problem-box>`}
    </div>`}#b(n){let i=n.own!==null&&n.phase!==`betting`,a=n.pot_game?.ends_at;return e`<div class="foot">
      ${an(`options-window`,v(`options`))}
      ${an(`bet-limit-window`,v(`bet-options`))}
      <a class="btn bare low" href="#/limits">${v(`limits`)}</a>
      <span class="on-phone"><a class="btn bare low" href="#/rules/${n.game}">${y(`rules`)}</a></span>
      ${i?e`<button class="btn bare low" type="button" @click=${()=>this.#o.leave()}>${y(`leave`)}</button>`:r}
      ${a===void 0?r:e`<span class="small quiet">${y(`clock.game`,{instant:t(a)})}</span>`}
    </div>`}#x(t){let{headline:n,text:i,worth:a}=Z(t),o=t.table.phase===`betting`&&t.table.own===null&&(t.own?.ended??null)!==null?t.own?.held??null:null;return e`<div class="say ${a===`won`?`worth-won`:``}">
      <strong>${n}</strong>
      <span class="quiet">${i}</span>
      ${o===null?r:e`<span class="small held">${y(`held.${o}`)}</span>`}
    </div>`}};customElements.define(`live-board`,on);export{on as LiveBoard};