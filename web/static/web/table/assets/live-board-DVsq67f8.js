import{_ as e,d as t,s as n,t as r,v as i}from"./plain-element-ux9t2jM3.js";import{C as a,D as o,S as s,T as c,a as l,c as u,k as d,s as f,t as p,x as m}from"./session-DHDc5PWH.js";import{n as ee,t as te}from"./store-C7Ddjf2e.js";import{T as ne,a as re,d as ie,f as ae,i as h,l as g,m as _,n as v,p as y,r as b,u as x,v as S,y as oe}from"./index-B4NBmOPv.js";import{_ as C,a as se,d as w,g as ce,h as le,i as ue,l as T,n as de,r as fe,u as pe}from"./voice-D1xr8wwW.js";import{i as me}from"./services-DOhBgHbS.js";import{c as he,d as ge,m as _e}from"./board-parts-CoS5O8-h.js";import{d as ve}from"./published-log-DXlfOVuB.js";import{n as ye,ownStakes as E,t as be,takeSeat as xe}from"./seat-keeper-mV3rb8DN.js";import{a as Se,i as Ce,n as we,r as D,s as O,t as k}from"./drawings-C2qFkxIZ.js";import{_ as Te,g as Ee,h as De,m as Oe,p as ke,v as Ae}from"./keys-list-eX-UaH6z.js";import{a as je,c as Me,i as Ne,n as Pe,r as Fe}from"./bets-B9ZEMoOg.js";import{i as A,n as Ie,o as Le,s as Re,t as ze}from"./answers-D3vtmqAo.js";function Be(e,t){let n=e.phase===`betting`?t:null;return Array.from({length:e.seats_max},(t,r)=>{let i=e.own?.seat===r,a=e.seats.find(e=>e.seat===r),o=n?.results.find(e=>e.seat===r)??null;return a===void 0?{seat:r,mine:!1,turn:!1,taken:!1,amount:null,word:`free`,last:o}:{seat:r,mine:i,turn:Ve(e).includes(r),taken:!0,amount:N(e,r),word:He(e,r),last:null}})}function Ve(e){return e.phase===`playing`?e.pot_game===null?e.seats.filter(e=>e.decision===null).map(e=>e.seat):e.pot_game.turn===null?[]:[e.pot_game.turn.seat]:[]}function j(e){return(e.own?.legal_actions.length??0)>0}function M(e){return e.pot_game===null?e.hand?.seq??null:e.pot_game.turn?.seq??null}function N(e,t){let n=e.pot_game?.seats.find(e=>e.seat===t);if(n!==void 0)return n.stack.amount;let r=e.seats.find(e=>e.seat===t);return r===void 0?0:r.stake.amount+(r.side_bet?.amount??0)+(r.decision?.amount.amount??0)}function He(e,t){let n=e.seats.find(e=>e.seat===t);if(e.phase===`revealing`)return n?.revealed===!0?`value`:`value-missing`;if(e.phase!==`playing`)return`in`;let r=e.own?.seat===t;return e.pot_game===null?n?.decision===null?r?`you-decide`:`decides`:n?.decision===void 0?`in`:{action:n.decision.action,byClock:n.decision.actor===`timeout`}:Ue(e.pot_game,t,r)}function Ue(e,t,n){let r=e.seats.find(e=>e.seat===t);return r===void 0||r.stack.amount===0?e.turn?.seat===t?`decides`:`out`:r.away?`away`:e.turn?.seat===t?n?`you-decide`:`decides`:r.voted?`voted`:`waits`}function P(e){let t=e.pot_game?.turn??null;if(t!==null)return{for:j(e)?`own-decision`:`decision`,at:t.times_out_at,seconds:e.deciding_seconds,seat:t.seat};if(e.due_at===null)return null;let n={at:e.due_at,seat:null};return e.phase===`betting`?{...n,for:`betting`,seconds:e.betting_seconds}:e.phase===`revealing`?{...n,for:`values`,seconds:e.revealing_seconds}:e.phase===`playing`?{...n,for:j(e)?`own-decision`:`decisions`,seconds:e.deciding_seconds}:null}function F(e,t){return Math.max(0,Math.ceil((Date.parse(e)-t)/1e3))}var We=[20,10,5];function Ge(e,t){return e===null||t>=e?null:We.findLast(n=>t<=n&&e>n)??null}function Ke(e){return e.pot_game===null?e.seats.reduce((t,n)=>t+N(e,n.seat),0):e.pot_game.pot.amount}var I=5;function qe(e){let t=new Map;for(let[n,{seat:r}]of e.results.entries())t.set(r,e.cards.slice(I*n,I*(n+1)));let n=e.cards.slice(I*e.results.length);return{hands:t,dealer:n.slice(0,I),burnt:n[I]??null,hit:n[6]??null}}function L(e,t){let n=e.status===`open`&&e.available&&e.announcement!==null;return e.phase===`betting`&&e.own===null?n?`bet`:`watch`:e.own===null?`watch`:e.phase===`betting`?`seated`:j(e)&&M(e)!==t?`decide`:`playing`}function Je(e,t){let n=Array.from({length:e.seats_max},(e,t)=>t).filter(t=>!e.seats.some(e=>e.seat===t));return t!==null&&n.includes(t)?t:n[0]??null}function Ye(e){let t=e.own?.legal_actions.map(e=>e.action)??[];return[`stand`,`play`].find(e=>t.includes(e))??e.own?.default_action??null}function R(e,t){let n=e.own?.legal_actions.find(e=>e.action===t);if(n===void 0)return null;let[r,i]=[n.cost_min.amount,Math.max(1,n.cost_step.amount)],a=t===`raise`?e.own?.raise_room?.amount??2**53-1:2**53-1,o=Math.max(r,Math.min(n.cost_max.amount,a));return{least:r,most:r+Math.floor((o-r)/i)*i,step:i}}function z(e,t){let n=Math.round((t-e.least)/e.step);return Math.min(e.most,Math.max(e.least,e.least+n*e.step))}function Xe(t,n,r){let a={min:g(r.stakeMin),max:`${g(r.stakeMax)} ${r.currency}`},o={sideMin:g(r.sideMin),sideMax:`${g(r.sideMax)} ${r.currency}`},s=he(t,`stake`),c=r.sideMax>0?v(`stakes.side`,{...a,...o}):v(`stakes`,a);return i`<div class="head">
    <h1>${v(`table.title`,{game:ge(t),table:re(n.id)})}</h1>
    <p class="small quiet">
      ${n.family===`pot`?v(`buy-in`,a):c}
      ${v(`seats.count`,{seats:n.seats_max,seconds:n.deciding_seconds})}
      ${s===null||n.family===`pot`?e:y(`returns`,{percent:s})}
      <a href="#/rules/${n.game}">${v(`rules`)}</a>
    </p>
  </div>`}function Ze(e,t,n){let r=t===`lost`&&e.own!==null?`connection.lost.seat`:`connection.${t}`,a=g(Ke(e));return i`<div class="livebar">
    <span class="tag ${t===`live`?`ok`:`warn`}" role="status"
      ><span aria-hidden="true">${t===`live`?`●`:`◌`}</span> ${v(r)}</span
    >
    ${Qe(e,n)}
    <span class="small quiet"
      >${e.pot_game===null?v(`on-table`,{amount:a}):v(`pot`,{amount:a})}</span
    >
  </div>`}function Qe(t,n){let r=P(t);if(r===null)return i`<span class="clock">${t.phase===`betting`?v(`clock.betting.waits`):e}</span>`;let a=F(r.at,n);return i`<span class="clock"
    >${$e(r,a)}
    <progress
      max=${r.seconds}
      .value=${Math.min(a,r.seconds)}
      aria-label=${v(`clock.left`)}
    ></progress
  ></span>`}function $e(e,t){let n=e.seat===null?``:h(e.seat);return v(`clock.${e.for}`,{seconds:t,seat:n})}function et(t){if(t===null||t.fault===null)return e;let{fault:n}=t,r=n instanceof ye?n.deviation:n instanceof ve?`not-proved`:null;return r===null?i`<problem-box .error=${n}></problem-box>`:i`<div class="problem small" role="alert">
    <strong>${v(`fault.heading`)}</strong>
    <p>${v(`fault.${r}`)} ${t.kept.revealed?e:v(`fault.unsent`)} ${v(`fault.text`)}</p>
    <code>${r}</code>
  </div>`}function tt({table:e,own:t},n){let{currency:r}=e.stake_min,a=e.seats.find(t=>t.seat===e.own?.seat),o=(a?.stake.amount??0)+(a?.side_bet?.amount??0)+(a?.decision?.amount.amount??0),s=t?.ended??null,c=s===null?0:(s.returned?.amount??0)-s.staked.amount;return i`<section class="box" aria-labelledby="player-information">
    <h2 id="player-information">${v(`information`)}</h2>
    <dl class="pairs information">
      <dt>${v(`balance`)}</dt>
      <dd class="num">${g(n?.cash.amount??0)} ${n?.cash.currency??r}</dd>
      <dt>${v(`bet.now`)}</dt>
      <dd class="num">${g(o)} ${r}</dd>
      <dt>${v(`last-win`)}</dt>
      <dd class="num">${c>0?`${S(c)} ${r}`:v(`last-win.none`)}</dd>
    </dl>
  </section>`}function nt(e){return e.returned+(e.bonus?.returned??0)-e.staked}function rt(e){return e>0?`won`:e===0?`even`:`lost`}function B(e,t){return e?.results.find(e=>e.seat===t)??null}var it=5,at=6;function ot(e,t,n){let{terms:r}=e;return r.family===`red-dog`?st(e,r,n):r.family===`montana`?ct(e,n):dt(e,t,n)}function V({table:e,ended:t}){return e.phase===`betting`&&e.own===null?t:null}function st(e,t,n){let[r,a,o]=(e.table.hand?.cards??V(e)?.cards??[]).map(O);return i`
    <div class="cards" role="group" aria-label=${y(`cards`)}>
      ${U(r,y(`first`))} ${U(o,y(`third`))} ${U(a,y(`second`))}
    </div>
    ${Oe(t,r,a)} ${n} ${ke(r,a,o)}
  `}function ct(t,n){let r=V(t),a=r===null?null:qe(r),o=t.own?.kept.seat??null,s=a===null||o===null?void 0:a.hands.get(o),c=(t.table.own?.hand?.cards??s??[]).map(O),l=a===null||a.hit===null?void 0:O(a.hit),u=t.table.phase===`playing`,d=o!==null&&B(r,o)?.outcome===`win`,f=[...a?.hands??[]].filter(([e])=>e!==o||s===void 0);return i`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${y(`dealers-five`)}>
        ${Array.from({length:at},(e,t)=>lt(u,a,t))}
      </div>
      <div class="cards hit">
        ${u?i`<figure>
                ${k(_(`face-down`))}
                <figcaption>${y(`hit`)}</figcaption>
              </figure>`:U(l,y(`hit`))}
      </div>
    </div>
    <div class="cards five" role="group" aria-label=${v(`own-cards`)}>
      ${Array.from({length:it},(e,t)=>{let n=c[t];return U(n,null,d&&n!==void 0&&l!==void 0&&Ee([n],l))})}
    </div>
    ${n} ${f.length===0?e:ut(f)}
  `}function lt(e,t,n){let r=n===5?t?.burnt:t?.dealer[n];return r==null?e?i`<figure>${k(_(n===5?`burnt`:`dealers`))}</figure>`:i`<figure>${D()}</figure>`:U(O(r),null)}function ut(e){return i`<ul class="plain small others">
    ${e.map(([e,t])=>i`<li>${v(`seat-cards`,{seat:h(e)})} ${H(t)}</li>`)}
  </ul>`}function dt(t,n,r){let a=t.table.pot_game,o=a?.turn??null,[s,c]=(o?.cards??[]).map(O),l=t.table.own?.hand?.cards??[],u=l.length>0&&o?.seat!==t.table.own?.seat,d=o===null?y(`cards`):v(`turn-cards`,{seat:h(o.seat)});return i`
    <p class="pot">${v(`pot`,{amount:g(a?.pot.amount??0)})}</p>
    <div class="dealers">
      <div class="cards two" role="group" aria-label=${d}>
        ${U(s,y(`first`))} ${U(void 0,y(`third`))} ${U(c,y(`second`))}
      </div>
      ${u?i`<div class="cards mini held" role="group" aria-label=${v(`own-cards`)}>
              ${l.map(e=>U(O(e),null))}
              <span class="small quiet">${v(`own-cards`)}</span>
            </div>`:e}
    </div>
    ${r} ${n.length===0?e:ft(n)}
  `}function ft(e){return i`<section class="turns small" aria-label=${v(`turns`)}>
    <h2 class="small">${v(`turns`)}</h2>
    <ol class="plain">
      ${e.slice(-8).toReversed().map(e=>i`<li>
              <b>${v(`turn.seat`,{seat:h(e.seat)})}</b> ${H(e.cards)}
              <span class="quiet">${pt(e)}</span>
            </li>`)}
    </ol>
  </section>`}function pt(e){let t={staked:g(e.staked),returned:g(e.returned),won:g(e.returned-e.staked)},n=e.refill>0?` ${v(`turn.refill`,{amount:g(e.refill)})}`:``;return mt(e.result,t)+n}function mt(e,t){switch(e){case`consecutive-draw`:case`pair-take`:case`red-dog`:case`pair-miss`:case`down`:case`win`:case`lose`:return v(`turn.${e}`,t);default:return e}}function H(e){return i`<span class="c">${e.map(O).map(e=>Se(e,x(e)))}</span>`}function U(t,n,r=!1){let a=t===void 0?``:x(t);return oe(a,i`<figure class="${t===void 0?``:`new`}${r?` won`:``}">
      ${t===void 0?D():Ce(t,a)}${n===null?e:i`<figcaption>${n}</figcaption>`}
    </figure>`)}var W=[100,500,2500,1e4],ht=[500,2500,1e4];function G(e){return e.family===`pot`?ht:W}function gt(t,n){let{mode:r}=t;if(r===`bet`)return i`${_t(t,n)} ${vt(t,n)} ${yt(t,n)}`;if(r===`watch`)return e;let a=t.table.phase===`playing`?Ct(t.table,n,t.pending):e;return r===`decide`?i`${q(t)} ${St(t,n)} ${bt(t,n)} ${a}`:r===`seated`?i`${q(t)}
      <div class="acts">
        <button class="btn" type="button" ?disabled=${t.pending} @click=${n.withdraw}>
          ${v(`withdraw`)}
        </button>
      </div>`:i`${q(t)} ${a}`}function _t({table:e,room:t},n){let r=(e,t)=>{t.preventDefault(),n.chip(e,t)};return i`<div class="chips" role="group" aria-label=${y(`chips`)}>
    ${G(e).map(e=>{let n={amount:e/100,currency:t.currency};return i`<span>
        <button
          class="add"
          type="button"
          aria-label=${y(`chip.add`,n)}
          @click=${t=>r(e,t)}
          @contextmenu=${t=>r(-e,t)}
        >
          ${we(String(e/100),W.indexOf(e))}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${y(`chip.less`,n)}
          @click=${t=>r(-e,t)}
        >
          −
        </button>
      </span>`})}
  </div>`}function vt({bets:t,room:n},r){let a=(e,a)=>{let o=t[e],s=i`<b>${o===0?`·`:g(o)}</b><span>${a}</span>`;return n.sideMax===0?i`<div class="put">${s}</div>`:i`<button
      class="put"
      type="button"
      aria-pressed=${t.on===e}
      @click=${t=>r.box(e,t)}
    >
      ${s}
    </button>`};return i`<div class="puts" role="group" aria-label=${y(`bets`)}>
    ${a(`stake`,y(`bet`))} ${n.sideMax>0?a(`side`,y(`bonus`)):e}
  </div>`}function yt({seat:t,pending:n,resting:r,keys:a},o){let s=n?v(`taking-seat`):v(`take-seat`,{seat:t===null?``:h(t)});return i`<div class="acts">
    <span class="pair">
      <button class="btn side" type="button" @click=${o.remove}>
        ${y(`remove`)} <kbd>${C(a.remove)}</kbd>
      </button>
      <button class="btn side" type="button" @click=${o.repeat}>
        ${y(`repeat`)} <kbd>${C(a.repeat)}</kbd>
      </button>
    </span>
    <button
      class="btn main"
      type="button"
      ?disabled=${t===null}
      aria-disabled=${n||r?`true`:e}
      @click=${o.sit}
    >
      ${s} <kbd>${C(a.deal)}</kbd>
    </button>
  </div>`}var K=(e,t)=>i`<div class="put"><b>${e===0?`·`:g(e)}</b><span>${t}</span></div>`;function q({table:t}){let n=t.seats.find(e=>e.seat===t.own?.seat);if(n===void 0)return e;let r=t.pot_game?.seats.find(e=>e.seat===n.seat)?.stack.amount??null,a=n.decision?.amount.amount??0;return i`<div class="puts" role="group" aria-label=${y(`bets`)}>
    ${r===null?i`${K(n.stake.amount,y(`bet`))}
          ${t.family===`pot`?e:K(a,y(`raise`))}
          ${n.side_bet===null?e:K(n.side_bet.amount,y(`bonus`))}`:K(r,v(`chips`))}
  </div>`}function bt({table:t,raise:n,pending:r,keys:a},o){let s=Ye(t),c=t.own?.legal_actions??[],l=e=>e===s?2:e===`surrender`?0:1,u=c.toSorted((e,t)=>l(e.action)-l(t.action)),d=e=>e===s?a.deal:e===`raise`?a.raise:e===`surrender`?a.surrender:null;return i`<div class="acts">
    ${u.map(({action:t,cost_min:a})=>{let s=d(t),c=t===`raise`?n:a.amount;return i`<button
        class="btn"
        type="button"
        data-action=${t}
        aria-disabled=${r?`true`:e}
        @click=${e=>o.decide(t,e)}
      >
        ${xt(t,c)} ${s===null?e:i`<kbd>${C(s)}</kbd>`}
      </button>`})}
  </div>`}function xt(e,t){return e===`raise`||e===`down`?v(`action.${e}`,{amount:g(t)}):b(`action.${e}`,e)}function St({table:t,raise:n},r){let a=R(t,`raise`);if(a===null||a.least===a.most)return e;let o=e=>{let t=v(e>0?`raise.more`:`raise.less`,{amount:g(Math.abs(e))});return i`<button
      class="btn"
      type="button"
      aria-label=${t}
      @click=${t=>r.raise(n+e,t)}
    >
      ${e>0?`+`:`−`}${g(Math.abs(e))}
    </button>`};return i`<div class="raiser row" role="group" aria-label=${v(`raise.amount`)}>
    <button class="btn low" type="button" @click=${e=>r.raise(a.least,e)}>
      ${v(`raise.least`)}
    </button>
    ${o(-a.step)} <output>${g(n)}</output> ${o(a.step)}
    <button class="btn low" type="button" @click=${e=>r.raise(a.most,e)}>
      ${v(`raise.most`)}
    </button>
  </div>`}function Ct(t,n,r){let a=t.pot_game?.seats.find(e=>e.seat===t.own?.seat);if(a===void 0||a.stack.amount===0)return e;let o=t=>i`<button
      class="btn low"
      type="button"
      aria-disabled=${r?`true`:e}
      @click=${e=>n.mark(t,e)}
    >
      ${v(t)}
    </button>`;return i`<div class="marks row">
    ${a.voted?i`<span class="tag info">${v(`voted`)}</span>`:o(`vote`)}
    ${o(a.away?`back`:`away`)}
  </div>`}async function wt(e,t,n){let{currency:r}=e.stake_min,i={asked_seq:M(e),action:t,amount:{amount:n,currency:r}};await p.call({method:`POST`,path:`/tables/${e.id}/actions`,body:i,read:c,once:!0})}async function Tt(e){let t={epoch:e.epoch};await p.call({method:`POST`,path:`/tables/${e.id}/withdrawals`,body:t,read:Le,once:!0})}async function Et(e,t){let n={epoch:e.epoch,mark:t};await p.call({method:`POST`,path:`/tables/${e.id}/marks`,body:n,read:c})}async function Dt(e){let t={epoch:e.epoch},n={method:`POST`,path:`/tables/${e.id}/departures`,body:t,read:Ie,once:!0};return(await p.call(n)).departure}var Ot=1e3,kt={up:100,down:-100,up10:1e3,down10:-1e3},At=class{store=new te({bets:Pe,chosen:null,raise:null,pending:!1,error:null,note:``,live:``,answered:null,resting:!1});#e;#t;#n=null;#r=0;constructor(e,t){this.#e=e,this.#t=t}ask(){this.#r=Date.now()+350,this.store.set({raise:null})}rest(){this.store.set({resting:!0}),setTimeout(()=>this.store.set({resting:!1}),Ot)}say(e){this.store.set({live:e})}chip(e){let t=this.#e();if(t===null)return;let n=Math.min(...G(t)),r=Math.abs(e)<n?Math.sign(e)*n:e,i=Fe(this.store.state.bets,r,this.#t(t));ue();let a=y(i.on===`side`?`said.side`:`said.bet`,{amount:g(i[i.on])});this.store.set({bets:i,live:a})}turnTo(e){let t=this.#e();t!==null&&this.store.set({bets:Me(this.store.state.bets,e,this.#t(t))})}repeat(){let e=this.#e();if(e===null||this.#n===null)return;let t=je(this.store.state.bets,this.#n,this.#t(e));this.store.set({bets:t,live:y(`said.bet`,{amount:g(t.stake)})})}remove(){this.store.set({bets:Ne(this.store.state.bets),live:y(`said.removed`)})}choose(e){this.store.set({chosen:e})}raiseTo(e){this.store.set({raise:e})}sit(){let e=this.#e(),{bets:t,chosen:n,resting:r}=this.store.state,i=e===null?null:Je(e,n);if(!(e===null||i===null||r)){if(t.stake===0){let t=v(`no-bet`,{min:g(e.stake_min.amount)});this.store.set({note:t,live:t})}else this.#a(async()=>{await xe(e,{seat:i,stake:t.stake,sideBet:t.side}),this.#n=t,this.store.set({chosen:i}),await f()})}}decide(e){let t=this.#e(),{answered:n,raise:r}=this.store.state;if(t===null||Date.now()<this.#r)return;let i=R(t,e);if(L(t,n)!==`decide`||i===null)return;let a=e===`raise`?z(i,r??i.least):i.least;this.#a(async()=>{await wt(t,e,a),this.store.set({answered:M(t)}),t.family!==`pot`&&await f()})}withdraw(){this.#i(e=>Tt(e))}mark(e){this.#i(t=>Et(t,e))}leave(){this.#i(async e=>{let t=v(`leave.${await Dt(e)}`);this.store.set({note:t,live:t})})}command(e){let t=this.#e();if(t===null)return;let n=L(t,this.store.state.answered),r=kt[e];if(n===`bet`&&(r!==void 0&&this.chip(r),e===`repeat`&&this.repeat(),e===`remove`&&this.remove(),e===`deal`&&this.sit()),n!==`decide`)return;let i=R(t,`raise`);r!==void 0&&i!==null&&this.raiseTo(z(i,(this.store.state.raise??i.least)+Math.sign(r)*i.step)),e===`deal`&&this.decide(Ye(t)??``),(e===`raise`||e===`surrender`)&&this.decide(e)}#i(e){let t=this.#e();t!==null&&this.#a(()=>e(t))}#a(e){this.store.state.pending||(this.store.set({pending:!0,error:null,note:``}),e().catch(e=>this.store.set({error:e})).finally(()=>this.store.set({pending:!1})))}};function jt(e,t,n){let r=Be(e,t);return i`<ol class="plain seats of-${e.seats_max}" aria-label=${v(`seats`)}>
    ${r.map(e=>e.taken?Mt(e):Nt(e,n))}
  </ol>`}function Mt(e){let t=h(e.seat);return i`<li class="${e.mine?`me`:``} ${e.turn?`turn`:``}">
    <b>${e.mine?v(`you.seat`,{seat:t}):v(`seat`,{seat:t})}</b>
    ${g(e.amount??0)}
    <span class="quiet word">${Pt(e.word)}</span>
  </li>`}function Nt(t,n){let r=h(t.seat),a=t.last===null?null:nt(t.last),o=i`<b>${v(`seat`,{seat:r})}</b> <span class="quiet">${v(`free`)}</span> ${a===null?e:i`<span class="word">${S(a)}</span>`}`;return n===null?i`<li class="empty">${o}</li>`:i`<li class="empty choose">
    <button
      type="button"
      aria-pressed=${n.chosen===t.seat}
      @click=${e=>n.choose(t.seat,e)}
    >
      ${o}
    </button>
  </li>`}function Pt(e){if(typeof e==`string`)return v(e===`free`?`free`:`word.${e}`);let t=b(`word.${e.action}`,e.action);return e.byClock?v(`word.clock`,{word:t}):t}var Ft=d({family:o(`pot`),unit:m,take:m,down:m,pay:d({spread:a(m)})});function J(e){return s(e)&&e.family===`pot`?Ft(e,`sheet`):_e(e)}var Y=e=>e===14?1:e;function It(e,t){let n=Math.abs(Y(e.rank)-Y(t.rank));return n===0?null:n-1}var X=(e,t=``)=>({headline:e,text:t,worth:null});function Z(e){let{table:t}=e;return t.phase===`revealing`?Ut(e):t.phase===`playing`?t.pot_game===null?Wt(e):Jt(e):Lt(e)}function Lt(e){let{table:t}=e;if(t.own!==null){let e=t.seats.find(e=>e.seat===t.own?.seat),n=(e?.stake.amount??0)+(e?.side_bet?.amount??0),r=t.due_at===null?`open.alone.text`:`open.waits.text`;return X(v(`open.waits`,{seat:h(t.own.seat),amount:g(n)}),v(r))}let n=Rt(e);if(n!==null)return n;if(t.phase===`unannounced`)return X(v(`unannounced`),v(`unannounced.text`));if(t.status!==`open`||!t.available)return X(v(`paused`),v(`paused.text`));let r=t.family===`pot`?`open.pot.text`:`open.first.text`;return X(v(`open.first`),v(r,{seconds:t.betting_seconds,seats:t.seats_min}))}function Rt({ended:e,own:n,table:r}){let i=n?.ended??null;if(i!==null&&(e===null||i.epoch>=e.epoch))return zt(i,e);if(e===null||n!==null&&n.ended===null&&n.kept.epoch===e.epoch)return null;if(e.why===`no-reveal`||e.why===`not-covered`||e.why===`void`)return Q(e);let a=r.family===`pot`?b(`end.${e.why}`,``):``;return X(v(`end.hand`),t([a,v(`end.watched`)]))}function Q(e){let t=e.missing.map(h).join(`, `),n=e.why;return X(v(`end.${n}`),v(`end.${n}.text`,{seats:e.missing.length,list:t}))}function zt(e,n){if(e.outcome===`withdrawn`)return X(v(`end.withdrawn`),v(`end.withdrawn.text`));let r=n?.epoch===e.epoch?n:null;if(e.status===`voided`)return r===null?X(v(`end.withdrawn`)):Q(r);let[i,a]=[e.staked.amount,e.returned?.amount??0],o=a-i,s=B(r,e.seat),c={net:g(o),loss:g(-o),returned:g(a)},l=e.outcome??``,u=e.side_bet!==null&&o>=0?v(`end.net`,{net:S(o)}):o<0&&l!==`surrender`?v(`end.lose`,c):Bt(l,c),d=v(`end.money`,{staked:g(i),returned:g(a)}),f=r?.defaults.find(t=>t.seat===e.seat)?.action??null,p=[d,Vt(s?.bonus??null),r===null?``:Ht(r),f===null?``:v(`end.default`,{word:b(`word.${f}`,f)})];return{headline:u,text:t(p),worth:rt(o)}}function Bt(e,t){switch(e){case`win`:case`trips`:case`pair-push`:case`consecutive-push`:case`surrender`:case`won`:case`even`:return v(`end.${e}`,t);default:return v(`end.net`,t)}}function Vt(e){if(e===null)return``;let t=ae(e.category),n=e.returned>0?`end.bonus.returned`:`end.bonus.lost`;return v(n,{category:t,returned:g(e.returned)})}var Ht=e=>e.why===`decided`?``:b(`end.${e.why}`,``);function Ut({table:e,own:t}){if(e.stakes_covered!==!0)return X(v(`values`),v(`values.uncovered`));let n=e.seats.find(t=>t.seat===e.own?.seat);if(n===void 0)return X(v(`values`),v(`values.watch`));let r=n.revealed||t?.kept.revealed===!0;return X(v(`values`),v(r?`values.told`:`values.own`))}function Wt(e){let{table:t,terms:n}=e;if(n.family===`montana`)return qt(t,n);if(n.family!==`red-dog`)return X(v(`wait.game`));let r=Gt(t,n);if(j(t))return r;let i=Kt(t);return X(i===null?v(`pair`):v(`spread`,{spread:i}),v(t.own===null?`wait.game`:`wait.others`))}function Gt(e,t){let n=Kt(e)??0,{winning:r,left:i,percent:a}=Te(n,t.decks),o=t.pay.spread[n-1]??0;return X(y(`raise-or-stand`,{spread:n}),y(`between.win`,{winning:r,left:i,percent:a,odds:o}))}function Kt(e){let[t,n]=(e.hand?.cards??[]).map(O);return t===void 0||n===void 0?null:Ae(t,n)}function qt(e,t){let n=e.own?.hand?.cards??[];if(n.length!==t.hand)return X(v(`montana.watch`),v(`montana.watch.text`));if(!j(e))return X(v(`wait.others`));let{winning:r,left:i,percent:a}=De(n.map(O));return X(y(`play-or-not`),y(`beats.win`,{winning:r,left:i,percent:a}))}function Jt({table:e,terms:t}){let n=e.pot_game?.turn??null,r=e.pot_game?.seats.find(t=>t.seat===e.own?.seat);if(r?.away===!0)return X(v(`pot.away`),v(`pot.away.text`));if(n===null||t.family!==`pot`)return X(v(`wait.game`));if(j(e))return Yt(n.cards,t);let i=r!==void 0&&r.stack.amount===0;return X(v(`pot.turn`,{seat:h(n.seat)}),v(i?`pot.out`:`pot.turn.text`))}function Yt(e,t){let[n,r]=e.map(O),i=n===void 0||r===void 0?null:It(n,r);if(i===null)return X(v(`pot.pair`),v(`pot.pair.text`,{take:g(t.take)}));let a={odds:t.pay.spread[i-1]??0,down:g(t.down)};return X(v(`pot.spread`,{spread:i}),v(`pot.spread.text`,a))}function Xt(e){let{headline:n,text:r}=Z(e),i=Zt(e),a=i.length===0?``:y(`said.cards`,{cards:ie(i.map(O))});return t([a,`${n}.`,r])}function Zt({table:e,ended:t}){return e.phase===`betting`&&e.own===null&&e.family===`red-dog`?t?.cards??[]:e.phase===`playing`?e.pot_game===null?e.own?.hand?.cards??e.hand?.cards??[]:e.pot_game.turn?.cards??[]:[]}var $=8,Qt=100,$t=class extends r{static properties={table:{attribute:!1},epoch:{attribute:!1},items:{state:!0},next:{state:!0},own:{state:!0},burnt:{state:!0},error:{state:!0}};constructor(){super(),this.table=``,this.epoch=-1,this.items=null,this.next=null,this.own=new Map,this.burnt=null,this.error=null}willUpdate(e){(e.has(`epoch`)||e.has(`table`))&&this.epoch>=0&&this.#e()}async#e(){let e=`/tables/${this.table}`;try{let[t,n,r]=await Promise.all([p.call({path:`${e}/hands?limit=${$}`,read:A}),p.call({path:`/me/stakes?limit=${Qt}`,read:Re}),p.call({path:`${e}/burnt-hands?limit=${$}`,read:ze})]);this.items=t.items,this.next=t.next;let i=n.items.filter(e=>e.table_id===this.table&&e.outcome!==`withdrawn`);this.own=new Map(i.map(e=>[e.epoch,e])),this.burnt=r.items,this.error=null}catch(e){this.error=e}}#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=`/tables/${this.table}/hands?limit=${$}&cursor=${e}`,n=await p.call({path:t,read:A});this.items=[...this.items??[],...n.items],this.next=n.next}catch(e){this.error=e}};render(){return i`<section class="box hist" aria-labelledby="hands-heading">
        <h2 id="hands-heading">${v(`hands`)}</h2>
        <problem-box .error=${this.error}></problem-box>
        ${this.items===null?i`<span class="skel late"></span>`:this.#n(this.items)}
        ${this.next===null?e:i`<button class="btn bare low" type="button" @click=${this.#t}>${v(`hands.more`)}</button>`}
      </section>
      ${this.#i()}`}#n(e){return e.length===0?i`<p class="none quiet small">${v(`hands.none`)}</p>`:i`<div class="hands">${e.map(e=>this.#r(e))}</div>`}#r(t){let r=this.own.get(t.epoch),a=r?.returned??null,o=r===void 0||a===null?null:a.amount-r.staked.amount,s=t.results.length;return i`<details>
      <summary>
        ${en(t)}
        <span class="num">
          ${o===null?s>0?v(`hands.seats`,{seats:s}):``:S(o)}
        </span>
      </summary>
      <p class="quiet small">
        ${v(`hands.epoch`,{epoch:t.epoch})}. ${v(`hands.ended`,{instant:n(t.ended_at)})}
      </p>
      ${s===0?e:tn(t,r?.seat??null)}
    </details>`}#i(){let t=this.burnt??[];return i`<details class="box burnt">
      <summary>${v(`burnt`)}</summary>
      <p class="small quiet">${v(t.length===0?`burnt.none`:`burnt.text`)}</p>
      <ul class="plain small">
        ${t.map(t=>i`<li>
              <b>${v(`hands.epoch`,{epoch:t.epoch})}</b>, ${n(t.burnt_at)}.
              ${t.values.map(e=>v(`burnt.seat.${e.status}`,{seat:h(e.seat)})).join(`. `)}.
              ${t.house_would_have_won===null?e:v(`burnt.house`,{amount:g(t.house_would_have_won.amount)})}
            </li>`)}
      </ul>
    </details>`}};function en(e){let t={"no-reveal":`burnt`,"not-covered":`burnt`,decided:``}[e.ended_by]??e.ended_by;return t===``?H(e.cards.length>3?e.cards.slice(-1):e.cards):i`<span>${b(`hands.${t}`,t)}</span>`}function tn(e,t){return i`<table>
    <thead>
      <tr>
        <th scope="col">${v(`hands.seat`)}</th>
        <th scope="col">${v(`hands.outcome`)}</th>
        <th scope="col" class="num">${v(`hands.net`)}</th>
      </tr>
    </thead>
    <tbody>
      ${e.results.map(e=>i`<tr>
            <td>
              ${e.seat===t?v(`you.seat`,{seat:h(e.seat)}):v(`seat`,{seat:h(e.seat)})}
            </td>
            <td>${b(`outcome.${e.outcome}`,e.outcome)}</td>
            <td class="num">
              ${S(e.returned.amount+(e.side_bet?.returned.amount??0)-e.staked.amount)}
            </td>
          </tr>`)}
    </tbody>
  </table>`}customElements.define(`hands-list`,$t);var nn=250,rn=(e,t)=>i`<button class="btn bare low" type="button" @click=${()=>ne(e)}>${t}</button>`,an=class extends r{static properties={tableId:{attribute:`table`},game:{state:!0},fault:{state:!0}};#e=null;#t=null;#n;#r=null;#i=``;#a=null;#o=new At(()=>this.#c,e=>this.#u(e));#s=w.state.animation;constructor(){super(),this.tableId=``,this.game=null,this.fault=null,this.watch(u,w,T,E,this.#o.store)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#_),this.#e=be(this.tableId),this.#t=this.#e.follow(),this.addController(new ee(this,this.#e.store)),this.#n=setInterval(()=>this.#f(),nn)}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#_),this.#t?.(),clearInterval(this.#n)}get#c(){return this.#e?.store.state.table??null}#l(e,t){let n=E.state.byTable.get(this.tableId)??null;return{table:e,terms:t,ended:this.#e?.store.state.ended??null,own:n}}#u(e){let{amount:t,currency:n}=e.stake_min,r=this.game?.stakes.find(e=>e.stake_min.currency===n),[i,a]=[r?.side_bet_min?.amount??0,r?.side_bet_max?.amount??0];return{currency:n,stakeMin:t,stakeMax:e.stake_max.amount,sideMin:i,sideMax:a}}#d(e){let{bets:t,chosen:n,raise:r,pending:i,answered:a,resting:o}=this.#o.store.state,s=R(e,`raise`);return{table:e,mode:L(e,a),bets:t,room:this.#u(e),seat:Je(e,n),raise:s===null?0:z(s,r??s.least),pending:i,resting:o,keys:T.state.keys}}#f(){let e=this.#c,t=e===null?null:P(e);if(t===null){this.#a=null;return}let n=F(t.at,l()),r=t.for===`own-decision`,i=r?Ge(this.#a,n):null;i!==null&&this.#o.say(v(`said.seconds`,{seconds:i})),this.#a=r?n:null,this.requestUpdate()}willUpdate(){let e=this.#c;if(e===null)return;this.#r!==e.game&&this.#p(e.game);let t=this.game===null?null:J(this.game.sheet);t!==null&&this.#m(this.#l(e,t))}async#p(e){this.#r=e;try{this.game=await me(e)}catch(e){this.fault=e}}#m(e){let{table:t,own:n,ended:r}=e,i=j(t)?M(t):null,a=t.hand?.seq??t.pot_game?.turn?.seq??0,o=[t.phase,t.epoch,a,i,r?.epoch,n?.ended?.epoch,t.own?.seat].join(`/`);if(o===this.#i)return;let s=this.#i===``;if(this.#i.startsWith(`playing/`)&&t.phase===`betting`&&this.#o.rest(),this.#i=o,this.#o.say(Xt(e)),i!==null&&this.#o.ask(),s)return;let{headline:c,worth:l}=Z(e);t.phase===`playing`&&fe(),l!==null&&se(l),(i!==null||l!==null)&&(de(c),this.updateComplete.then(()=>this.querySelector(`.say`)?.scrollIntoView({block:`nearest`})))}#h={chip:(e,t)=>this.#g(t,()=>this.#o.chip(e)),box:(e,t)=>this.#g(t,()=>this.#o.turnTo(e)),repeat:e=>this.#g(e,()=>this.#o.repeat()),remove:e=>this.#g(e,()=>this.#o.remove()),sit:e=>this.#g(e,()=>this.#o.sit()),withdraw:e=>this.#g(e,()=>this.#o.withdraw()),decide:(e,t)=>this.#g(t,()=>this.#o.decide(e)),raise:(e,t)=>this.#g(t,()=>this.#o.raiseTo(e)),mark:(e,t)=>this.#g(t,()=>this.#o.mark(e))};#g(e,t){t(),e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#_=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=le(e,T.state.keys);n!==null&&(e.preventDefault(),ce(n,e)||this.#o.command(n))};render(){let e=this.#e?.store.state.problem??null,t=this.#c,n=this.game===null?null:J(this.game.sheet);if(t===null||this.game===null||n===null)return i`<div class="stack">
        <problem-box .error=${e??this.fault}></problem-box>
        <p class="quiet late" role="status">${v(`loading`)}</p>
      </div>`;let r=this.#l(t,n),a=this.#d(t);return i`
      <div class="board" id="board" tabindex="-1">
        ${Xe(this.game,t,a.room)} ${this.#v(r,a)}
        <div class="console ${a.mode}">${this.#y(r,e)} ${gt(a,this.#h)}</div>
        ${this.#b(t)}
        <p class="vh" role="status" aria-live="polite">${this.#o.store.state.live}</p>
      </div>
      <aside>
        ${tt(r,u.state.wallet)}
        <hands-list .table=${t.id} .epoch=${t.epoch}></hands-list>
        <keys-list></keys-list>
        <receipts-box></receipts-box>
      </aside>
    `}#v(e,{table:t,mode:n,seat:r}){let a=this.#e?.store.state,o=this.#s&&w.state.animation&&!pe(),s={chosen:r,choose:(e,t)=>this.#g(t,()=>this.#o.choose(e))};return i`<div class="cloth is-live is-${t.family} ${o?`moving`:``}">
      ${Ze(t,a?.connection??`opening`,l())}
      ${jt(t,e.ended,n===`bet`?s:null)}
      ${ot(e,a?.turns??[],this.#x(e))}
    </div>`}#y(t,n){let{error:r,note:a}=this.#o.store.state,o=n??r;return i`<div class="said">
      ${et(t.own)} ${a===``?e:i`<p class="problem info small">${a}</p>`}
      ${o===null?e:i`<problem-box .error=${o}></problem-box>`}
    </div>`}#b(t){let r=t.own!==null&&t.phase!==`betting`,a=t.pot_game?.ends_at;return i`<div class="foot">
      ${rn(`options-window`,y(`options`))}
      ${rn(`bet-limit-window`,y(`bet-options`))}
      <a class="btn bare low" href="#/limits">${y(`limits`)}</a>
      <span class="on-phone"><a class="btn bare low" href="#/rules/${t.game}">${v(`rules`)}</a></span>
      ${r?i`<button class="btn bare low" type="button" @click=${()=>this.#o.leave()}>${v(`leave`)}</button>`:e}
      ${a===void 0?e:i`<span class="small quiet">${v(`clock.game`,{instant:n(a)})}</span>`}
    </div>`}#x(t){let{headline:n,text:r,worth:a}=Z(t),o=t.table.phase===`betting`&&t.table.own===null&&(t.own?.ended??null)!==null?t.own?.held??null:null;return i`<div class="say ${a===`won`?`worth-won`:``}">
      <strong>${n}</strong>
      <span class="quiet">${r}</span>
      ${o===null?e:i`<span class="small held">${v(`held.${o}`)}</span>`}
    </div>`}};customElements.define(`live-board`,an);export{an as LiveBoard};