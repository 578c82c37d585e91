import{_ as e,c as t,d as n,f as r,t as i,v as a}from"./plain-element-UDqab7FQ.js";import{C as o,D as s,S as c,T as l,a as u,c as d,k as f,s as p,t as m,x as h}from"./session-CetcAK7c.js";import{i as ee,r as te}from"./account-currency-FY2ilYQc.js";import{D as ne,a as g,b as _,d as re,f as ie,g as v,h as y,i as b,m as ae,o as oe,p as se,r as x,u as S,x as ce}from"./index-xwzWOZEF.js";import{_ as C,a as le,d as w,g as ue,h as de,i as fe,l as T,n as pe,r as me,u as he}from"./voice-O_P3mspq.js";import{i as ge}from"./services-B0dQaZ6u.js";import{c as _e,d as ve,m as ye}from"./board-parts-CuSPSubu.js";import{t as be}from"./not-holding-V7-yIdP1.js";import{n as xe,ownStakes as E,t as Se,takeSeat as Ce}from"./seat-keeper--W4w_C-8.js";import{a as we,i as Te,n as Ee,r as D,s as O,t as k}from"./drawings-DIprUTsS.js";import{_ as De,g as Oe,h as ke,m as Ae,p as je,v as Me}from"./keys-list-Bz4g3-cX.js";import{a as Ne,c as Pe,i as Fe,n as Ie,r as Le}from"./bets-B9ZEMoOg.js";import{l as Re}from"./statements-DECQ_kBc.js";import{i as A,n as ze,o as Be,s as Ve,t as He}from"./answers-CPPzhZXo.js";function Ue(e,t){let n=e.phase===`betting`?t:null;return Array.from({length:e.seats_max},(t,r)=>{let i=e.own?.seat===r,a=e.seats.find(e=>e.seat===r),o=n?.results.find(e=>e.seat===r)??null;return a===void 0?{seat:r,mine:!1,turn:!1,taken:!1,amount:null,word:`free`,last:o}:{seat:r,mine:i,turn:We(e).includes(r),taken:!0,amount:N(e,r),word:Ge(e,r),last:null}})}function We(e){return e.phase===`playing`?e.pot_game===null?e.seats.filter(e=>e.decision===null).map(e=>e.seat):e.pot_game.turn===null?[]:[e.pot_game.turn.seat]:[]}function j(e){return(e.own?.legal_actions.length??0)>0}function M(e){return e.pot_game===null?e.hand?.seq??null:e.pot_game.turn?.seq??null}function N(e,t){let n=e.pot_game?.seats.find(e=>e.seat===t);if(n!==void 0)return n.stack.amount;let r=e.seats.find(e=>e.seat===t);return r===void 0?0:r.stake.amount+(r.side_bet?.amount??0)+(r.decision?.amount.amount??0)}function Ge(e,t){let n=e.seats.find(e=>e.seat===t);if(e.phase===`revealing`)return n?.revealed===!0?`value`:`value-missing`;if(e.phase!==`playing`)return`in`;let r=e.own?.seat===t;return e.pot_game===null?n?.decision===null?r?`you-decide`:`decides`:n?.decision===void 0?`in`:{action:n.decision.action,byClock:n.decision.actor===`timeout`}:Ke(e.pot_game,t,r)}function Ke(e,t,n){let r=e.seats.find(e=>e.seat===t);return r===void 0||r.stack.amount===0?e.turn?.seat===t?`decides`:`out`:r.away?`away`:e.turn?.seat===t?n?`you-decide`:`decides`:r.voted?`voted`:`waits`}function P(e){let t=e.pot_game?.turn??null;if(t!==null)return{for:j(e)?`own-decision`:`decision`,at:t.times_out_at,seconds:e.deciding_seconds,seat:t.seat};if(e.due_at===null)return null;let n={at:e.due_at,seat:null};return e.phase===`betting`?{...n,for:`betting`,seconds:e.betting_seconds}:e.phase===`revealing`?{...n,for:`values`,seconds:e.revealing_seconds}:e.phase===`playing`?{...n,for:j(e)?`own-decision`:`decisions`,seconds:e.deciding_seconds}:null}function F(e,t){return Math.max(0,Math.ceil((Date.parse(e)-t)/1e3))}var qe=[20,10,5];function Je(e,t){return e===null||t>=e?null:qe.findLast(n=>t<=n&&e>n)??null}function Ye(e){return e.pot_game===null?e.seats.reduce((t,n)=>t+N(e,n.seat),0):e.pot_game.pot.amount}var I=5;function Xe(e){let t=new Map;for(let[n,{seat:r}]of e.results.entries())t.set(r,e.cards.slice(I*n,I*(n+1)));let n=e.cards.slice(I*e.results.length);return{hands:t,dealer:n.slice(0,I),burnt:n[I]??null,hit:n[6]??null}}function L(e,t){let n=e.status===`open`&&e.available&&e.announcement!==null;return e.phase===`betting`&&e.own===null?n?`bet`:`watch`:e.own===null?`watch`:e.phase===`betting`?`seated`:j(e)&&M(e)!==t?`decide`:`playing`}function Ze(e,t){let n=Array.from({length:e.seats_max},(e,t)=>t).filter(t=>!e.seats.some(e=>e.seat===t));return t!==null&&n.includes(t)?t:n[0]??null}function R(e){let t=e.own?.legal_actions.map(e=>e.action)??[];return[`stand`,`play`].find(e=>t.includes(e))??e.own?.default_action??null}function z(e,t){let n=e.own?.legal_actions.find(e=>e.action===t);if(n===void 0)return null;let[r,i]=[n.cost_min.amount,Math.max(1,n.cost_step.amount)],a=t===`raise`?e.own?.raise_room?.amount??2**53-1:2**53-1,o=Math.max(r,Math.min(n.cost_max.amount,a));return{least:r,most:r+Math.floor((o-r)/i)*i,step:i}}function B(e,t){let n=Math.round((t-e.least)/e.step);return Math.min(e.most,Math.max(e.least,e.least+n*e.step))}function Qe(t,n,r){let i={min:S(r.stakeMin,r.currency),max:`${S(r.stakeMax,r.currency)} ${r.currency}`},o={sideMin:S(r.sideMin,r.currency),sideMax:`${S(r.sideMax,r.currency)} ${r.currency}`},s=_e(t,`stake`),c=r.sideMax>0?x(`stakes.side`,{...i,...o}):x(`stakes`,i);return a`<div class="head">
    <h1>${x(`table.title`,{game:ve(t),table:oe(n.id)})}</h1>
    <p class="small quiet">
      ${n.family===`pot`?x(`buy-in`,i):c}
      ${x(`seats.count`,{seats:n.seats_max,seconds:n.deciding_seconds})}
      ${s===null||n.family===`pot`?e:y(`returns`,{percent:s})}
      <a href="#/rules/${n.game}">${x(`rules`)}</a>
    </p>
  </div>`}function $e(e,t,n){let r=t===`lost`&&e.own!==null?`connection.lost.seat`:`connection.${t}`,i=S(Ye(e),e.stake_min.currency);return a`<div class="livebar">
    <span class="tag ${t===`live`?`ok`:`warn`}" role="status"
      ><span aria-hidden="true">${t===`live`?`●`:`◌`}</span> ${x(r)}</span
    >
    ${et(e,n)}
    <span class="small quiet"
      >${e.pot_game===null?x(`on-table`,{amount:i}):x(`pot`,{amount:i})}</span
    >
  </div>`}function et(t,n){let r=P(t);if(r===null)return a`<span class="clock">${t.phase===`betting`?x(`clock.betting.waits`):e}</span>`;let i=F(r.at,n);return a`<span class="clock"
    >${tt(r,i)}
    <progress
      max=${r.seconds}
      .value=${Math.min(i,r.seconds)}
      aria-label=${x(`clock.left`)}
    ></progress
  ></span>`}function tt(e,t){let n=e.seat===null?``:g(e.seat);return x(`clock.${e.for}`,{seconds:t,seat:n})}function nt(t){if(t===null||t.fault===null)return e;let{fault:n}=t,r=n instanceof xe?n.deviation:n instanceof be?`not-proved`:null;return r===null?a`<problem-box .error=${n}></problem-box>`:a`<div class="problem small" role="alert">
    <strong>${x(`fault.heading`)}</strong>
    <p>${x(`fault.${r}`)} ${t.kept.revealed?e:x(`fault.unsent`)} ${x(`fault.text`)}</p>
    <code>${r}</code>
  </div>`}function rt({table:e,own:t},r){let{currency:i}=e.stake_min,o=e.seats.find(t=>t.seat===e.own?.seat),s=(o?.stake.amount??0)+(o?.side_bet?.amount??0)+(o?.decision?.amount.amount??0),c=t?.ended??null,l=c===null?0:(c.returned?.amount??0)-c.staked.amount;return a`<section class="box" aria-labelledby="player-information">
    <h2 id="player-information">${x(`information`)}</h2>
    <dl class="pairs information">
      <dt>${x(`balance`)}</dt>
      <dd class="num">${n(r?.cash??{amount:0,currency:i})}</dd>
      <dt>${x(`bet.now`)}</dt>
      <dd class="num">${S(s,i)} ${i}</dd>
      <dt>${x(`last-win`)}</dt>
      <dd class="num">${l>0?`${_(l,i)} ${i}`:x(`last-win.none`)}</dd>
    </dl>
  </section>`}function it(e){return e.returned+(e.bonus?.returned??0)-e.staked}function at(e){return e>0?`won`:e===0?`even`:`lost`}function V(e,t){return e?.results.find(e=>e.seat===t)??null}var ot=5,st=6;function ct(e,t,n){let{terms:r}=e;return r.family===`red-dog`?lt(e,r,n):r.family===`montana`?ut(e,n):pt(e,t,n)}function H({table:e,ended:t}){return e.phase===`betting`&&e.own===null?t:null}function lt(e,t,n){let[r,i,o]=(e.table.hand?.cards??H(e)?.cards??[]).map(O);return a`
    <div class="cards" role="group" aria-label=${y(`cards`)}>
      ${W(r,y(`first`))} ${W(o,y(`third`))} ${W(i,y(`second`))}
    </div>
    ${Ae(t,r,i)} ${n} ${je(r,i,o)}
  `}function ut(t,n){let r=H(t),i=r===null?null:Xe(r),o=t.own?.kept.seat??null,s=i===null||o===null?void 0:i.hands.get(o),c=(t.table.own?.hand?.cards??s??[]).map(O),l=i===null||i.hit===null?void 0:O(i.hit),u=t.table.phase===`playing`,d=o!==null&&V(r,o)?.outcome===`win`,f=[...i?.hands??[]].filter(([e])=>e!==o||s===void 0);return a`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${y(`dealers-five`)}>
        ${Array.from({length:st},(e,t)=>dt(u,i,t))}
      </div>
      <div class="cards hit">
        ${u?a`<figure>
                ${k(v(`face-down`))}
                <figcaption>${y(`hit`)}</figcaption>
              </figure>`:W(l,y(`hit`))}
      </div>
    </div>
    <div class="cards five" role="group" aria-label=${x(`own-cards`)}>
      ${Array.from({length:ot},(e,t)=>{let n=c[t];return W(n,null,d&&n!==void 0&&l!==void 0&&Oe([n],l))})}
    </div>
    ${n} ${f.length===0?e:ft(f)}
  `}function dt(e,t,n){let r=n===5?t?.burnt:t?.dealer[n];return r==null?e?a`<figure>${k(v(n===5?`burnt`:`dealers`))}</figure>`:a`<figure>${D()}</figure>`:W(O(r),null)}function ft(e){return a`<ul class="plain small others">
    ${e.map(([e,t])=>a`<li>${x(`seat-cards`,{seat:g(e)})} ${U(t)}</li>`)}
  </ul>`}function pt(t,n,r){let i=t.table.pot_game,o=i?.turn??null,[s,c]=(o?.cards??[]).map(O),l=t.table.own?.hand?.cards??[],u=l.length>0&&o?.seat!==t.table.own?.seat,d=o===null?y(`cards`):x(`turn-cards`,{seat:g(o.seat)});return a`
    <p class="pot">${x(`pot`,{amount:S(i?.pot.amount??0)})}</p>
    <div class="dealers">
      <div class="cards two" role="group" aria-label=${d}>
        ${W(s,y(`first`))} ${W(void 0,y(`third`))} ${W(c,y(`second`))}
      </div>
      ${u?a`<div class="cards mini held" role="group" aria-label=${x(`own-cards`)}>
              ${l.map(e=>W(O(e),null))}
              <span class="small quiet">${x(`own-cards`)}</span>
            </div>`:e}
    </div>
    ${r} ${n.length===0?e:mt(n)}
  `}function mt(e){return a`<section class="turns small" aria-label=${x(`turns`)}>
    <h2 class="small">${x(`turns`)}</h2>
    <ol class="plain">
      ${e.slice(-8).toReversed().map(e=>a`<li>
              <b>${x(`turn.seat`,{seat:g(e.seat)})}</b> ${U(e.cards)}
              <span class="quiet">${ht(e)}</span>
            </li>`)}
    </ol>
  </section>`}function ht(e){let t={staked:S(e.staked),returned:S(e.returned),won:S(e.returned-e.staked)},n=e.refill>0?` ${x(`turn.refill`,{amount:S(e.refill)})}`:``;return gt(e.result,t)+n}function gt(e,t){switch(e){case`consecutive-draw`:case`pair-take`:case`red-dog`:case`pair-miss`:case`down`:case`win`:case`lose`:return x(`turn.${e}`,t);default:return e}}function U(e){return a`<span class="c">${e.map(O).map(e=>we(e,re(e)))}</span>`}function W(t,n,r=!1){let i=t===void 0?``:re(t);return ce(i,a`<figure class="${t===void 0?``:`new`}${r?` won`:``}">
      ${t===void 0?D():Te(t,i)}${n===null?e:a`<figcaption>${n}</figcaption>`}
    </figure>`)}var G=[100,500,2500,1e4],_t=[500,2500,1e4];function K(e){return e.family===`pot`?_t:G}function vt(t,n){let{mode:r}=t;if(r===`bet`)return a`${yt(t,n)} ${bt(t,n)} ${xt(t,n)}`;if(r===`watch`)return e;let i=t.table.phase===`playing`?Tt(t.table,n,t.pending):e;return r===`decide`?a`${J(t)} ${wt(t,n)} ${St(t,n)} ${i}`:r===`seated`?a`${J(t)}
      <div class="acts">
        <button class="btn" type="button" ?disabled=${t.pending} @click=${n.withdraw}>
          ${x(`withdraw`)}
        </button>
      </div>`:a`${J(t)} ${i}`}function yt({table:e,room:t},n){let r=(e,t)=>{t.preventDefault(),n.chip(e,t)};return a`<div class="chips" role="group" aria-label=${y(`chips`)}>
    ${K(e).map(e=>{let{said:n,figure:i}=ae(e,t.currency),o={amount:n,currency:t.currency};return a`<span>
        <button
          class="add"
          type="button"
          aria-label=${y(`chip.add`,o)}
          @click=${t=>r(e,t)}
          @contextmenu=${t=>r(-e,t)}
        >
          ${Ee(i,G.indexOf(e))}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${y(`chip.less`,o)}
          @click=${t=>r(-e,t)}
        >
          −
        </button>
      </span>`})}
  </div>`}function bt({bets:t,room:n},r){let i=(e,i)=>{let o=t[e],s=a`<b>${o===0?`·`:S(o,n.currency)}</b><span>${i}</span>`;return n.sideMax===0?a`<div class="put">${s}</div>`:a`<button
      class="put"
      type="button"
      aria-pressed=${t.on===e}
      @click=${t=>r.box(e,t)}
    >
      ${s}
    </button>`};return a`<div class="puts" role="group" aria-label=${y(`bets`)}>
    ${i(`stake`,y(`bet`))} ${n.sideMax>0?i(`side`,y(`bonus`)):e}
  </div>`}function xt({seat:t,pending:n,resting:r,keys:i},o){let s=n?x(`taking-seat`):x(`take-seat`,{seat:t===null?``:g(t)});return a`<div class="acts">
    <span class="pair">
      <button class="btn side" type="button" @click=${o.remove}>
        ${y(`remove`)} <kbd>${C(i.remove)}</kbd>
      </button>
      <button class="btn side" type="button" @click=${o.repeat}>
        ${y(`repeat`)} <kbd>${C(i.repeat)}</kbd>
      </button>
    </span>
    <button
      class="btn main"
      type="button"
      ?disabled=${t===null}
      aria-disabled=${n||r?`true`:e}
      @click=${o.sit}
    >
      ${s} <kbd>${C(i.deal)}</kbd>
    </button>
  </div>`}var q=({amount:e,currency:t},n)=>a`<div class="put"><b>${e===0?`·`:S(e,t)}</b><span>${n}</span></div>`;function J({table:t}){let n=t.seats.find(e=>e.seat===t.own?.seat);if(n===void 0)return e;let r=t.pot_game?.seats.find(e=>e.seat===n.seat)?.stack??null,i=n.decision?.amount??{amount:0,currency:n.stake.currency};return a`<div class="puts" role="group" aria-label=${y(`bets`)}>
    ${r===null?a`${q(n.stake,y(`bet`))} ${t.family===`pot`?e:q(i,y(`raise`))}
          ${n.side_bet===null?e:q(n.side_bet,y(`bonus`))}`:q(r,x(`chips`))}
  </div>`}function St({table:t,raise:n,pending:r,keys:i},o){let s=R(t),c=t.own?.legal_actions??[],l=e=>e===s?2:e===`surrender`?0:1,u=c.toSorted((e,t)=>l(e.action)-l(t.action)),d=e=>e===s?i.deal:e===`raise`?i.raise:e===`surrender`?i.surrender:null;return a`<div class="acts">
    ${u.map(({action:i,cost_min:s})=>{let c=d(i),l=i===`raise`?n:s.amount;return a`<button
        class="btn"
        type="button"
        data-action=${i}
        aria-disabled=${r?`true`:e}
        @click=${e=>o.decide(i,e)}
      >
        ${Ct(i,l,t.stake_min.currency)}
        ${c===null?e:a`<kbd>${C(c)}</kbd>`}
      </button>`})}
  </div>`}function Ct(e,t,n){return e===`raise`||e===`down`?x(`action.${e}`,{amount:S(t,n)}):b(`action.${e}`,e)}function wt({table:t,raise:n},r){let i=z(t,`raise`);if(i===null||i.least===i.most)return e;let{currency:o}=t.stake_min,s=e=>{let t=S(Math.abs(e),o),i=x(e>0?`raise.more`:`raise.less`,{amount:t});return a`<button
      class="btn"
      type="button"
      aria-label=${i}
      @click=${t=>r.raise(n+e,t)}
    >
      ${e>0?`+`:`−`}${t}
    </button>`};return a`<div class="raiser row" role="group" aria-label=${x(`raise.amount`)}>
    <button class="btn low" type="button" @click=${e=>r.raise(i.least,e)}>
      ${x(`raise.least`)}
    </button>
    ${s(-i.step)} <output>${S(n,o)}</output> ${s(i.step)}
    <button class="btn low" type="button" @click=${e=>r.raise(i.most,e)}>
      ${x(`raise.most`)}
    </button>
  </div>`}function Tt(t,n,r){let i=t.pot_game?.seats.find(e=>e.seat===t.own?.seat);if(i===void 0||i.stack.amount===0)return e;let o=t=>a`<button
      class="btn low"
      type="button"
      aria-disabled=${r?`true`:e}
      @click=${e=>n.mark(t,e)}
    >
      ${x(t)}
    </button>`;return a`<div class="marks row">
    ${i.voted?a`<span class="tag info">${x(`voted`)}</span>`:o(`vote`)}
    ${o(i.away?`back`:`away`)}
  </div>`}async function Et(e,t,n){let{currency:r}=e.stake_min,i={asked_seq:M(e),action:t,amount:{amount:n,currency:r}};await m.call({method:`POST`,path:`/tables/${e.id}/actions`,body:i,read:l,once:!0})}async function Dt(e){let t={epoch:e.epoch};await m.call({method:`POST`,path:`/tables/${e.id}/withdrawals`,body:t,read:Be,once:!0})}async function Ot(e,t){let n={epoch:e.epoch,mark:t};await m.call({method:`POST`,path:`/tables/${e.id}/marks`,body:n,read:l})}async function kt(e){let t={epoch:e.epoch},n={method:`POST`,path:`/tables/${e.id}/departures`,body:t,read:ze,once:!0};return(await m.call(n)).departure}var At=1e3,jt={up:100,down:-100,up10:1e3,down10:-1e3},Mt=class{store=new te({bets:Ie,chosen:null,raise:null,pending:!1,error:null,note:``,live:``,answered:null,resting:!1});#e;#t;#n=null;#r=0;constructor(e,t){this.#e=e,this.#t=t}ask(){this.#r=Date.now()+350,this.store.set({raise:null})}rest(){this.store.set({resting:!0}),setTimeout(()=>this.store.set({resting:!1}),At)}say(e){this.store.set({live:e})}chip(e){let t=this.#e();if(t===null)return;let n=Math.min(...K(t)),r=Math.abs(e)<n?Math.sign(e)*n:e,i=Le(this.store.state.bets,r,this.#t(t));fe();let a=y(i.on===`side`?`said.side`:`said.bet`,{amount:S(i[i.on])});this.store.set({bets:i,live:a})}turnTo(e){let t=this.#e();t!==null&&this.store.set({bets:Pe(this.store.state.bets,e,this.#t(t))})}repeat(){let e=this.#e();if(e===null||this.#n===null)return;let t=Ne(this.store.state.bets,this.#n,this.#t(e));this.store.set({bets:t,live:y(`said.bet`,{amount:S(t.stake)})})}remove(){this.store.set({bets:Fe(this.store.state.bets),live:y(`said.removed`)})}choose(e){this.store.set({chosen:e})}raiseTo(e){this.store.set({raise:e})}sit(){let e=this.#e(),{bets:t,chosen:n,resting:r}=this.store.state,i=e===null?null:Ze(e,n);if(!(e===null||i===null||r)){if(t.stake===0){let t=x(`no-bet`,{min:S(e.stake_min.amount)});this.store.set({note:t,live:t})}else if(Re(d.state.me?.id??``)?.known===!0){let e=x(`no-signature`);this.store.set({note:e,live:e})}else this.#a(async()=>{await Ce(e,{seat:i,stake:t.stake,sideBet:t.side}),this.#n=t,this.store.set({chosen:i}),await p()})}}decide(e){let t=this.#e(),{answered:n,raise:r}=this.store.state;if(t===null||Date.now()<this.#r)return;let i=z(t,e);if(L(t,n)!==`decide`||i===null)return;let a=e===`raise`?B(i,r??i.least):i.least;this.#a(async()=>{await Et(t,e,a),this.store.set({answered:M(t)}),t.family!==`pot`&&await p()})}withdraw(){this.#i(e=>Dt(e))}mark(e){this.#i(t=>Ot(t,e))}leave(){this.#i(async e=>{let t=x(`leave.${await kt(e)}`);this.store.set({note:t,live:t})})}command(e){let t=this.#e();if(t===null)return;let n=L(t,this.store.state.answered),r=jt[e];if(n===`bet`&&(r!==void 0&&this.chip(r),e===`repeat`&&this.repeat(),e===`remove`&&this.remove(),e===`deal`&&this.sit()),n!==`decide`)return;let i=z(t,`raise`);r!==void 0&&i!==null&&this.raiseTo(B(i,(this.store.state.raise??i.least)+Math.sign(r)*i.step)),e===`deal`&&this.decide(R(t)??``),(e===`raise`||e===`surrender`)&&this.decide(e)}#i(e){let t=this.#e();t!==null&&this.#a(()=>e(t))}#a(e){this.store.state.pending||(this.store.set({pending:!0,error:null,note:``}),e().catch(e=>this.store.set({error:e})).finally(()=>this.store.set({pending:!1})))}};function Nt(e,t,n){let r=Ue(e,t),{currency:i}=e.stake_min;return a`<ol class="plain seats of-${e.seats_max}" aria-label=${x(`seats`)}>
    ${r.map(e=>e.taken?Pt(e,i):Ft(e,n,i))}
  </ol>`}function Pt(e,t){let n=g(e.seat);return a`<li class="${e.mine?`me`:``} ${e.turn?`turn`:``}">
    <b>${e.mine?x(`you.seat`,{seat:n}):x(`seat`,{seat:n})}</b>
    ${S(e.amount??0,t)}
    <span class="quiet word">${It(e.word)}</span>
  </li>`}function Ft(t,n,r){let i=g(t.seat),o=t.last===null?null:it(t.last),s=a`<b>${x(`seat`,{seat:i})}</b> <span class="quiet">${x(`free`)}</span> ${o===null?e:a`<span class="word">${_(o,r)}</span>`}`;return n===null?a`<li class="empty">${s}</li>`:a`<li class="empty choose">
    <button
      type="button"
      aria-pressed=${n.chosen===t.seat}
      @click=${e=>n.choose(t.seat,e)}
    >
      ${s}
    </button>
  </li>`}function It(e){if(typeof e==`string`)return x(e===`free`?`free`:`word.${e}`);let t=b(`word.${e.action}`,e.action);return e.byClock?x(`word.clock`,{word:t}):t}var Lt=f({family:s(`pot`),unit:h,take:h,down:h,pay:f({spread:o(h)})});function Y(e){return c(e)&&e.family===`pot`?Lt(e,`sheet`):ye(e)}var X=e=>e===14?1:e;function Rt(e,t){let n=Math.abs(X(e.rank)-X(t.rank));return n===0?null:n-1}var Z=(e,t=``)=>({headline:e,text:t,worth:null});function Q(e){let{table:t}=e;return t.phase===`revealing`?Kt(e):t.phase===`playing`?t.pot_game===null?qt(e):Zt(e):zt(e)}function zt(e){let{table:t}=e;if(t.own!==null){let e=t.seats.find(e=>e.seat===t.own?.seat),n=(e?.stake.amount??0)+(e?.side_bet?.amount??0),r=t.due_at===null?`open.alone.text`:`open.waits.text`;return Z(x(`open.waits`,{seat:g(t.own.seat),amount:S(n,t.stake_min.currency)}),x(r))}let n=Bt(e);if(n!==null)return n;if(t.phase===`unannounced`)return Z(x(`unannounced`),x(`unannounced.text`));if(t.status!==`open`||!t.available)return Z(x(`paused`),x(`paused.text`));let r=t.family===`pot`?`open.pot.text`:`open.first.text`;return Z(x(`open.first`),x(r,{seconds:t.betting_seconds,seats:t.seats_min}))}function Bt({ended:e,own:t,table:n}){let i=t?.ended??null;if(i!==null&&(e===null||i.epoch>=e.epoch))return Ht(i,e);if(e===null||t!==null&&t.ended===null&&t.kept.epoch===e.epoch)return null;if(e.why===`no-reveal`||e.why===`not-covered`||e.why===`void`)return Vt(e);let a=n.family===`pot`?b(`end.${e.why}`,``):``;return Z(x(`end.hand`),r([a,x(`end.watched`)]))}function Vt(e){let t=e.missing.map(g).join(`, `),n=e.why;return Z(x(`end.${n}`),x(`end.${n}.text`,{seats:e.missing.length,list:t}))}function Ht(e,t){if(e.outcome===`withdrawn`)return Z(x(`end.withdrawn`),x(`end.withdrawn.text`));let n=t?.epoch===e.epoch?t:null;if(e.status===`voided`)return n===null?Z(x(`end.withdrawn`)):Vt(n);let[i,a]=[e.staked.amount,e.returned?.amount??0],o=a-i,s=V(n,e.seat),{currency:c}=e.staked,l={net:S(o,c),loss:S(-o,c),returned:S(a,c)},u=e.outcome??``,d=e.side_bet!==null&&o>=0?x(`end.net`,{net:_(o,c)}):o<0&&u!==`surrender`?x(`end.lose`,l):Ut(u,l),f=x(`end.money`,{staked:S(i,c),returned:S(a,c)}),p=n?.defaults.find(t=>t.seat===e.seat)?.action??null,m=[f,Wt(s?.bonus??null,c),n===null?``:Gt(n),p===null?``:x(`end.default`,{word:b(`word.${p}`,p)})];return{headline:d,text:r(m),worth:at(o)}}function Ut(e,t){switch(e){case`win`:case`trips`:case`pair-push`:case`consecutive-push`:case`surrender`:case`won`:case`even`:return x(`end.${e}`,t);default:return x(`end.net`,t)}}function Wt(e,t){if(e===null)return``;let n=se(e.category),r=e.returned>0?`end.bonus.returned`:`end.bonus.lost`;return x(r,{category:n,returned:S(e.returned,t)})}var Gt=e=>e.why===`decided`?``:b(`end.${e.why}`,``);function Kt({table:e,own:t}){if(e.stakes_covered!==!0)return Z(x(`values`),x(`values.uncovered`));let n=e.seats.find(t=>t.seat===e.own?.seat);if(n===void 0)return Z(x(`values`),x(`values.watch`));let r=n.revealed||t?.kept.revealed===!0;return Z(x(`values`),x(r?`values.told`:`values.own`))}function qt(e){let{table:t,terms:n}=e;if(n.family===`montana`)return Xt(t,n);if(n.family!==`red-dog`)return Z(x(`wait.game`));let r=Jt(t,n);if(j(t))return r;let i=Yt(t);return Z(i===null?x(`pair`):x(`spread`,{spread:i}),x(t.own===null?`wait.game`:`wait.others`))}function Jt(e,t){let n=Yt(e)??0,{winning:r,left:i,percent:a}=De(n,t.decks),o=t.pay.spread[n-1]??0;return Z(y(`raise-or-stand`,{spread:n}),y(`between.win`,{winning:r,left:i,percent:a,odds:o}))}function Yt(e){let[t,n]=(e.hand?.cards??[]).map(O);return t===void 0||n===void 0?null:Me(t,n)}function Xt(e,t){let n=e.own?.hand?.cards??[];if(n.length!==t.hand)return Z(x(`montana.watch`),x(`montana.watch.text`));if(!j(e))return Z(x(`wait.others`));let{winning:r,left:i,percent:a}=ke(n.map(O));return Z(y(`play-or-not`),y(`beats.win`,{winning:r,left:i,percent:a}))}function Zt({table:e,terms:t}){let n=e.pot_game?.turn??null,r=e.pot_game?.seats.find(t=>t.seat===e.own?.seat);if(r?.away===!0)return Z(x(`pot.away`),x(`pot.away.text`));if(n===null||t.family!==`pot`)return Z(x(`wait.game`));if(j(e))return Qt(n.cards,t,e.stake_min.currency);let i=r!==void 0&&r.stack.amount===0;return Z(x(`pot.turn`,{seat:g(n.seat)}),x(i?`pot.out`:`pot.turn.text`))}function Qt(e,t,n){let[r,i]=e.map(O),a=r===void 0||i===void 0?null:Rt(r,i);if(a===null)return Z(x(`pot.pair`),x(`pot.pair.text`,{take:S(t.take,n)}));let o={odds:t.pay.spread[a-1]??0,down:S(t.down,n)};return Z(x(`pot.spread`,{spread:a}),x(`pot.spread.text`,o))}function $t(e){let{headline:t,text:n}=Q(e),i=en(e),a=i.length===0?``:y(`said.cards`,{cards:ie(i.map(O))});return r([a,`${t}.`,n])}function en({table:e,ended:t}){return e.phase===`betting`&&e.own===null&&e.family===`red-dog`?t?.cards??[]:e.phase===`playing`?e.pot_game===null?e.own?.hand?.cards??e.hand?.cards??[]:e.pot_game.turn?.cards??[]:[]}var $=8,tn=100,nn=class extends i{static properties={table:{attribute:!1},epoch:{attribute:!1},items:{state:!0},next:{state:!0},own:{state:!0},burnt:{state:!0},error:{state:!0}};constructor(){super(),this.table=``,this.epoch=-1,this.items=null,this.next=null,this.own=new Map,this.burnt=null,this.error=null}willUpdate(e){(e.has(`epoch`)||e.has(`table`))&&this.epoch>=0&&this.#e()}async#e(){let e=`/tables/${this.table}`;try{let[t,n,r]=await Promise.all([m.call({path:`${e}/hands?limit=${$}`,read:A}),m.call({path:`/me/stakes?limit=${tn}`,read:Ve}),m.call({path:`${e}/burnt-hands?limit=${$}`,read:He})]);this.items=t.items,this.next=t.next;let i=n.items.filter(e=>e.table_id===this.table&&e.outcome!==`withdrawn`);this.own=new Map(i.map(e=>[e.epoch,e])),this.burnt=r.items,this.error=null}catch(e){this.error=e}}#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=`/tables/${this.table}/hands?limit=${$}&cursor=${e}`,n=await m.call({path:t,read:A});this.items=[...this.items??[],...n.items],this.next=n.next}catch(e){this.error=e}};render(){return a`<section class="box hist" aria-labelledby="hands-heading">
        <h2 id="hands-heading">${x(`hands`)}</h2>
        <problem-box .error=${this.error}></problem-box>
        ${this.items===null?a`<span class="skel late"></span>`:this.#n(this.items)}
        ${this.next===null?e:a`<button class="btn bare low" type="button" @click=${this.#t}>${x(`hands.more`)}</button>`}
      </section>
      ${this.#i()}`}#n(e){return e.length===0?a`<p class="none quiet small">${x(`hands.none`)}</p>`:a`<div class="hands">${e.map(e=>this.#r(e))}</div>`}#r(n){let r=this.own.get(n.epoch),i=r?.returned??null,o=r===void 0||i===null?null:i.amount-r.staked.amount,s=n.results.length;return a`<details>
      <summary>
        ${rn(n)}
        <span class="num">
          ${o===null?s>0?x(`hands.seats`,{seats:s}):``:_(o,i?.currency)}
        </span>
      </summary>
      <p class="quiet small">
        ${x(`hands.epoch`,{epoch:n.epoch})}. ${x(`hands.ended`,{instant:t(n.ended_at)})}
      </p>
      ${s===0?e:an(n,r?.seat??null)}
    </details>`}#i(){let n=this.burnt??[];return a`<details class="box burnt">
      <summary>${x(`burnt`)}</summary>
      <p class="small quiet">${x(n.length===0?`burnt.none`:`burnt.text`)}</p>
      <ul class="plain small">
        ${n.map(n=>a`<li>
              <b>${x(`hands.epoch`,{epoch:n.epoch})}</b>, ${t(n.burnt_at)}.
              ${n.values.map(e=>x(`burnt.seat.${e.status}`,{seat:g(e.seat)})).join(`. `)}.
              ${n.house_would_have_won===null?e:x(`burnt.house`,{amount:S(n.house_would_have_won.amount,n.house_would_have_won.currency)})}
            </li>`)}
      </ul>
    </details>`}};function rn(e){let t={"no-reveal":`burnt`,"not-covered":`burnt`,decided:``}[e.ended_by]??e.ended_by;return t===``?U(e.cards.length>3?e.cards.slice(-1):e.cards):a`<span>${b(`hands.${t}`,t)}</span>`}function an(e,t){return a`<table>
    <thead>
      <tr>
        <th scope="col">${x(`hands.seat`)}</th>
        <th scope="col">${x(`hands.outcome`)}</th>
        <th scope="col" class="num">${x(`hands.net`)}</th>
      </tr>
    </thead>
    <tbody>
      ${e.results.map(e=>a`<tr>
            <td>
              ${e.seat===t?x(`you.seat`,{seat:g(e.seat)}):x(`seat`,{seat:g(e.seat)})}
            </td>
            <td>${b(`outcome.${e.outcome}`,e.outcome)}</td>
            <td class="num">
              ${_(e.returned.amount+(e.side_bet?.returned.amount??0)-e.staked.amount,e.staked.currency)}
            </td>
          </tr>`)}
    </tbody>
  </table>`}customElements.define(`hands-list`,nn);var on=250,sn=(e,t)=>a`<button class="btn bare low" type="button" @click=${()=>ne(e)}>${t}</button>`,cn=class extends i{static properties={tableId:{attribute:`table`},game:{state:!0},fault:{state:!0}};#e=null;#t=null;#n;#r=null;#i=``;#a=null;#o=new Mt(()=>this.#c,e=>this.#u(e));#s=w.state.animation;constructor(){super(),this.tableId=``,this.game=null,this.fault=null,this.watch(d,w,T,E,this.#o.store)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#_),this.#e=Se(this.tableId),this.#t=this.#e.follow(),this.addController(new ee(this,this.#e.store)),this.#n=setInterval(()=>this.#f(),on)}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#_),this.#t?.(),clearInterval(this.#n)}get#c(){return this.#e?.store.state.table??null}#l(e,t){let n=E.state.byTable.get(this.tableId)??null;return{table:e,terms:t,ended:this.#e?.store.state.ended??null,own:n}}#u(e){let{amount:t,currency:n}=e.stake_min,r=this.game?.stakes.find(e=>e.stake_min.currency===n),[i,a]=[r?.side_bet_min?.amount??0,r?.side_bet_max?.amount??0];return{currency:n,stakeMin:t,stakeMax:e.stake_max.amount,sideMin:i,sideMax:a}}#d(e){let{bets:t,chosen:n,raise:r,pending:i,answered:a,resting:o}=this.#o.store.state,s=z(e,`raise`);return{table:e,mode:L(e,a),bets:t,room:this.#u(e),seat:Ze(e,n),raise:s===null?0:B(s,r??s.least),pending:i,resting:o,keys:T.state.keys}}#f(){let e=this.#c,t=e===null?null:P(e);if(t===null){this.#a=null;return}let n=F(t.at,u()),r=t.for===`own-decision`,i=r?Je(this.#a,n):null;i!==null&&this.#o.say(x(`said.seconds`,{seconds:i})),this.#a=r?n:null,this.requestUpdate()}willUpdate(){let e=this.#c;if(e===null)return;this.#r!==e.game&&this.#p(e.game);let t=this.game===null?null:Y(this.game.sheet);t!==null&&this.#m(this.#l(e,t))}async#p(e){this.#r=e;try{this.game=await ge(e)}catch(e){this.fault=e}}#m(e){let{table:t,own:n,ended:r}=e,i=j(t)?M(t):null,a=t.hand?.seq??t.pot_game?.turn?.seq??0,o=[t.phase,t.epoch,a,i,r?.epoch,n?.ended?.epoch,t.own?.seat].join(`/`);if(o===this.#i)return;let s=this.#i===``;if(this.#i.startsWith(`playing/`)&&t.phase===`betting`&&this.#o.rest(),this.#i=o,this.#o.say($t(e)),i!==null&&this.#o.ask(),s)return;let{headline:c,worth:l}=Q(e);t.phase===`playing`&&me(),l!==null&&le(l),(i!==null||l!==null)&&(pe(c),this.updateComplete.then(()=>this.querySelector(`.say`)?.scrollIntoView({block:`nearest`})))}#h={chip:(e,t)=>this.#g(t,()=>this.#o.chip(e)),box:(e,t)=>this.#g(t,()=>this.#o.turnTo(e)),repeat:e=>this.#g(e,()=>this.#o.repeat()),remove:e=>this.#g(e,()=>this.#o.remove()),sit:e=>this.#g(e,()=>this.#o.sit()),withdraw:e=>this.#g(e,()=>this.#o.withdraw()),decide:(e,t)=>this.#g(t,()=>this.#o.decide(e)),raise:(e,t)=>this.#g(t,()=>this.#o.raiseTo(e)),mark:(e,t)=>this.#g(t,()=>this.#o.mark(e))};#g(e,t){t(),e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#_=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=de(e,T.state.keys);n!==null&&(e.preventDefault(),ue(n,e)||this.#o.command(n))};render(){let e=this.#e?.store.state.problem??null,t=this.#c,n=this.game===null?null:Y(this.game.sheet);if(t===null||this.game===null||n===null)return a`<div class="stack">
        <problem-box .error=${e??this.fault}></problem-box>
        <p class="quiet late" role="status">${x(`loading`)}</p>
      </div>`;let r=this.#l(t,n),i=this.#d(t);return a`
      <div class="board" id="board" tabindex="-1">
        ${Qe(this.game,t,i.room)} ${this.#v(r,i)}
        <div class="console ${i.mode}">${this.#y(r,e)} ${vt(i,this.#h)}</div>
        ${this.#b(t)}
        <p class="vh" role="status" aria-live="polite">${this.#o.store.state.live}</p>
      </div>
      <aside>
        ${rt(r,d.state.wallet)}
        <hands-list .table=${t.id} .epoch=${t.epoch}></hands-list>
        <keys-list></keys-list>
        <receipts-box></receipts-box>
      </aside>
    `}#v(e,{table:t,mode:n,seat:r}){let i=this.#e?.store.state,o=this.#s&&w.state.animation&&!he(),s={chosen:r,choose:(e,t)=>this.#g(t,()=>this.#o.choose(e))};return a`<div class="cloth is-live is-${t.family} ${o?`moving`:``}">
      ${$e(t,i?.connection??`opening`,u())}
      ${Nt(t,e.ended,n===`bet`?s:null)}
      ${ct(e,i?.turns??[],this.#x(e))}
    </div>`}#y(t,n){let{error:r,note:i}=this.#o.store.state,o=n??r;return a`<div class="said">
      ${nt(t.own)} ${i===``?e:a`<p class="problem info small">${i}</p>`}
      ${o===null?e:a`<problem-box .error=${o}></problem-box>`}
    </div>`}#b(n){let r=n.own!==null&&n.phase!==`betting`,i=n.pot_game?.ends_at;return a`<div class="foot">
      ${sn(`options-window`,y(`options`))}
      ${sn(`bet-limit-window`,y(`bet-options`))}
      <a class="btn bare low" href="#/limits">${y(`limits`)}</a>
      <span class="on-phone"><a class="btn bare low" href="#/rules/${n.game}">${x(`rules`)}</a></span>
      ${r?a`<button class="btn bare low" type="button" @click=${()=>this.#o.leave()}>${x(`leave`)}</button>`:e}
      ${i===void 0?e:a`<span class="small quiet">${x(`clock.game`,{instant:t(i)})}</span>`}
    </div>`}#x(t){let{headline:n,text:r,worth:i}=Q(t),o=t.table.phase===`betting`&&t.table.own===null&&(t.own?.ended??null)!==null?t.own?.held??null:null;return a`<div class="say ${i===`won`?`worth-won`:``}">
      <strong>${n}</strong>
      <span class="quiet">${r}</span>
      ${o===null?e:a`<span class="small held">${x(`held.${o}`)}</span>`}
    </div>`}};customElements.define(`live-board`,cn);export{cn as LiveBoard};