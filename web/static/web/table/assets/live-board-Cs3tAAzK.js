import{_ as e,g as t,s as n,t as r}from"./plain-element-CzNnNSV1.js";import{C as i,D as a,S as o,T as s,a as c,c as l,k as u,s as d,t as f,x as p}from"./session-oeUAqAAD.js";import{n as ee,t as te}from"./store-C7Ddjf2e.js";import{T as ne,a as re,d as ie,f as ae,i as m,l as h,m as g,n as _,p as v,r as y,u as b,v as x,y as oe}from"./index-C1R20B-R.js";import{_ as S,a as se,d as C,g as ce,h as le,i as ue,l as w,n as de,r as fe,u as pe}from"./voice-J87icDCA.js";import{i as me}from"./services-BqLzjHyp.js";import{c as he,d as ge,m as _e}from"./board-parts-gXLe-c3_.js";import{d as ve}from"./published-log-CkoW2cGo.js";import{n as ye,ownStakes as T,t as be,takeSeat as xe}from"./seat-keeper-WykazO_Y.js";import{a as Se,i as Ce,n as we,r as E,s as D,t as O}from"./drawings-CQqfAow_.js";import{_ as Te,g as Ee,h as De,m as Oe,p as ke,v as Ae}from"./keys-list-BkNyPILC.js";import{a as je,c as Me,i as Ne,n as Pe,r as Fe}from"./bets-B9ZEMoOg.js";import{i as k,n as Ie,o as Le,s as Re,t as ze}from"./answers-IjdAbcf4.js";function Be(e,t){let n=e.phase===`betting`?t:null;return Array.from({length:e.seats_max},(t,r)=>{let i=e.own?.seat===r,a=e.seats.find(e=>e.seat===r),o=n?.results.find(e=>e.seat===r)??null;return a===void 0?{seat:r,mine:!1,turn:!1,taken:!1,amount:null,word:`free`,last:o}:{seat:r,mine:i,turn:Ve(e).includes(r),taken:!0,amount:M(e,r),word:He(e,r),last:null}})}function Ve(e){return e.phase===`playing`?e.pot_game===null?e.seats.filter(e=>e.decision===null).map(e=>e.seat):e.pot_game.turn===null?[]:[e.pot_game.turn.seat]:[]}function A(e){return(e.own?.legal_actions.length??0)>0}function j(e){return e.pot_game===null?e.hand?.seq??null:e.pot_game.turn?.seq??null}function M(e,t){let n=e.pot_game?.seats.find(e=>e.seat===t);if(n!==void 0)return n.stack.amount;let r=e.seats.find(e=>e.seat===t);return r===void 0?0:r.stake.amount+(r.side_bet?.amount??0)+(r.decision?.amount.amount??0)}function He(e,t){let n=e.seats.find(e=>e.seat===t);if(e.phase===`revealing`)return n?.revealed===!0?`value`:`value-missing`;if(e.phase!==`playing`)return`in`;let r=e.own?.seat===t;return e.pot_game===null?n?.decision===null?r?`you-decide`:`decides`:n?.decision===void 0?`in`:{action:n.decision.action,byClock:n.decision.actor===`timeout`}:Ue(e.pot_game,t,r)}function Ue(e,t,n){let r=e.seats.find(e=>e.seat===t);return r===void 0||r.stack.amount===0?e.turn?.seat===t?`decides`:`out`:r.away?`away`:e.turn?.seat===t?n?`you-decide`:`decides`:r.voted?`voted`:`waits`}function N(e){let t=e.pot_game?.turn??null;if(t!==null)return{for:A(e)?`own-decision`:`decision`,at:t.times_out_at,seconds:e.deciding_seconds,seat:t.seat};if(e.due_at===null)return null;let n={at:e.due_at,seat:null};return e.phase===`betting`?{...n,for:`betting`,seconds:e.betting_seconds}:e.phase===`revealing`?{...n,for:`values`,seconds:e.revealing_seconds}:e.phase===`playing`?{...n,for:A(e)?`own-decision`:`decisions`,seconds:e.deciding_seconds}:null}function P(e,t){return Math.max(0,Math.ceil((Date.parse(e)-t)/1e3))}var We=[20,10,5];function Ge(e,t){return e===null||t>=e?null:We.findLast(n=>t<=n&&e>n)??null}function Ke(e){return e.pot_game===null?e.seats.reduce((t,n)=>t+M(e,n.seat),0):e.pot_game.pot.amount}var F=5;function qe(e){let t=new Map;for(let[n,{seat:r}]of e.results.entries())t.set(r,e.cards.slice(F*n,F*(n+1)));let n=e.cards.slice(F*e.results.length);return{hands:t,dealer:n.slice(0,F),burnt:n[F]??null,hit:n[6]??null}}function I(e,t){let n=e.status===`open`&&e.available&&e.announcement!==null;return e.phase===`betting`&&e.own===null?n?`bet`:`watch`:e.own===null?`watch`:e.phase===`betting`?`seated`:A(e)&&j(e)!==t?`decide`:`playing`}function Je(e,t){let n=Array.from({length:e.seats_max},(e,t)=>t).filter(t=>!e.seats.some(e=>e.seat===t));return t!==null&&n.includes(t)?t:n[0]??null}function Ye(e){let t=e.own?.legal_actions.map(e=>e.action)??[];return[`stand`,`play`].find(e=>t.includes(e))??e.own?.default_action??null}function L(e,t){let n=e.own?.legal_actions.find(e=>e.action===t);if(n===void 0)return null;let[r,i]=[n.cost_min.amount,Math.max(1,n.cost_step.amount)],a=t===`raise`?e.own?.raise_room?.amount??2**53-1:2**53-1,o=Math.max(r,Math.min(n.cost_max.amount,a));return{least:r,most:r+Math.floor((o-r)/i)*i,step:i}}function R(e,t){let n=Math.round((t-e.least)/e.step);return Math.min(e.most,Math.max(e.least,e.least+n*e.step))}function Xe(n,r,i){let a={min:h(i.stakeMin),max:`${h(i.stakeMax)} ${i.currency}`},o={sideMin:h(i.sideMin),sideMax:`${h(i.sideMax)} ${i.currency}`},s=he(n,`stake`),c=i.sideMax>0?_(`stakes.side`,{...a,...o}):_(`stakes`,a);return e`<div class="head">
    <h1>${_(`table.title`,{game:ge(n),table:re(r.id)})}</h1>
    <p class="small quiet">
      ${r.family===`pot`?_(`buy-in`,a):c}
      ${_(`seats.count`,{seats:r.seats_max,seconds:r.deciding_seconds})}
      ${s===null||r.family===`pot`?t:v(`returns`,{percent:s})}
      <a href="#/rules/${r.game}">${_(`rules`)}</a>
    </p>
  </div>`}function Ze(t,n,r){let i=n===`lost`&&t.own!==null?`connection.lost.seat`:`connection.${n}`,a=h(Ke(t));return e`<div class="livebar">
    <span class="tag ${n===`live`?`ok`:`warn`}" role="status"
      ><span aria-hidden="true">${n===`live`?`●`:`◌`}</span> ${_(i)}</span
    >
    ${Qe(t,r)}
    <span class="small quiet"
      >${t.pot_game===null?_(`on-table`,{amount:a}):_(`pot`,{amount:a})}</span
    >
  </div>`}function Qe(n,r){let i=N(n);if(i===null)return e`<span class="clock">${n.phase===`betting`?_(`clock.betting.waits`):t}</span>`;let a=P(i.at,r);return e`<span class="clock"
    >${$e(i,a)}
    <progress
      max=${i.seconds}
      .value=${Math.min(a,i.seconds)}
      aria-label=${_(`clock.left`)}
    ></progress
  ></span>`}function $e(e,t){let n=e.seat===null?``:m(e.seat);return _(`clock.${e.for}`,{seconds:t,seat:n})}function et(n){if(n===null||n.fault===null)return t;let{fault:r}=n,i=r instanceof ye?r.deviation:r instanceof ve?`not-proved`:null;return i===null?e`<problem-box .error=${r}></problem-box>`:e`<div class="problem small" role="alert">
    <strong>${_(`fault.heading`)}</strong>
    <p>${_(`fault.${i}`)} ${n.kept.revealed?t:_(`fault.unsent`)} ${_(`fault.text`)}</p>
    <code>${i}</code>
  </div>`}function tt({table:t,own:n},r){let{currency:i}=t.stake_min,a=t.seats.find(e=>e.seat===t.own?.seat),o=(a?.stake.amount??0)+(a?.side_bet?.amount??0)+(a?.decision?.amount.amount??0),s=n?.ended??null,c=s===null?0:(s.returned?.amount??0)-s.staked.amount;return e`<section class="box" aria-labelledby="player-information">
    <h2 id="player-information">${_(`information`)}</h2>
    <dl class="pairs information">
      <dt>${_(`balance`)}</dt>
      <dd class="num">${h(r?.cash.amount??0)} ${r?.cash.currency??i}</dd>
      <dt>${_(`bet.now`)}</dt>
      <dd class="num">${h(o)} ${i}</dd>
      <dt>${_(`last-win`)}</dt>
      <dd class="num">${c>0?`${x(c)} ${i}`:_(`last-win.none`)}</dd>
    </dl>
  </section>`}function nt(e){return e.returned+(e.bonus?.returned??0)-e.staked}function rt(e){return e>0?`won`:e===0?`even`:`lost`}function z(e,t){return e?.results.find(e=>e.seat===t)??null}var it=5,at=6;function ot(e,t,n){let{terms:r}=e;return r.family===`red-dog`?st(e,r,n):r.family===`montana`?ct(e,n):dt(e,t,n)}function B({table:e,ended:t}){return e.phase===`betting`&&e.own===null?t:null}function st(t,n,r){let[i,a,o]=(t.table.hand?.cards??B(t)?.cards??[]).map(D);return e`
    <div class="cards" role="group" aria-label=${v(`cards`)}>
      ${H(i,v(`first`))} ${H(o,v(`third`))} ${H(a,v(`second`))}
    </div>
    ${Oe(n,i,a)} ${r} ${ke(i,a,o)}
  `}function ct(n,r){let i=B(n),a=i===null?null:qe(i),o=n.own?.kept.seat??null,s=a===null||o===null?void 0:a.hands.get(o),c=(n.table.own?.hand?.cards??s??[]).map(D),l=a===null||a.hit===null?void 0:D(a.hit),u=n.table.phase===`playing`,d=o!==null&&z(i,o)?.outcome===`win`,f=[...a?.hands??[]].filter(([e])=>e!==o||s===void 0);return e`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${v(`dealers-five`)}>
        ${Array.from({length:at},(e,t)=>lt(u,a,t))}
      </div>
      <div class="cards hit">
        ${u?e`<figure>
                ${O(g(`face-down`))}
                <figcaption>${v(`hit`)}</figcaption>
              </figure>`:H(l,v(`hit`))}
      </div>
    </div>
    <div class="cards five" role="group" aria-label=${_(`own-cards`)}>
      ${Array.from({length:it},(e,t)=>{let n=c[t];return H(n,null,d&&n!==void 0&&l!==void 0&&Ee([n],l))})}
    </div>
    ${r} ${f.length===0?t:ut(f)}
  `}function lt(t,n,r){let i=r===5?n?.burnt:n?.dealer[r];return i==null?t?e`<figure>${O(g(r===5?`burnt`:`dealers`))}</figure>`:e`<figure>${E()}</figure>`:H(D(i),null)}function ut(t){return e`<ul class="plain small others">
    ${t.map(([t,n])=>e`<li>${_(`seat-cards`,{seat:m(t)})} ${V(n)}</li>`)}
  </ul>`}function dt(n,r,i){let a=n.table.pot_game,o=a?.turn??null,[s,c]=(o?.cards??[]).map(D),l=n.table.own?.hand?.cards??[],u=l.length>0&&o?.seat!==n.table.own?.seat,d=o===null?v(`cards`):_(`turn-cards`,{seat:m(o.seat)});return e`
    <p class="pot">${_(`pot`,{amount:h(a?.pot.amount??0)})}</p>
    <div class="dealers">
      <div class="cards two" role="group" aria-label=${d}>
        ${H(s,v(`first`))} ${H(void 0,v(`third`))} ${H(c,v(`second`))}
      </div>
      ${u?e`<div class="cards mini held" role="group" aria-label=${_(`own-cards`)}>
              ${l.map(e=>H(D(e),null))}
              <span class="small quiet">${_(`own-cards`)}</span>
            </div>`:t}
    </div>
    ${i} ${r.length===0?t:ft(r)}
  `}function ft(t){return e`<section class="turns small" aria-label=${_(`turns`)}>
    <h2 class="small">${_(`turns`)}</h2>
    <ol class="plain">
      ${t.slice(-8).toReversed().map(t=>e`<li>
              <b>${_(`turn.seat`,{seat:m(t.seat)})}</b> ${V(t.cards)}
              <span class="quiet">${pt(t)}</span>
            </li>`)}
    </ol>
  </section>`}function pt(e){let t={staked:h(e.staked),returned:h(e.returned),won:h(e.returned-e.staked)},n=e.refill>0?` ${_(`turn.refill`,{amount:h(e.refill)})}`:``;return mt(e.result,t)+n}function mt(e,t){switch(e){case`consecutive-draw`:case`pair-take`:case`red-dog`:case`pair-miss`:case`down`:case`win`:case`lose`:return _(`turn.${e}`,t);default:return e}}function V(t){return e`<span class="c">${t.map(D).map(e=>Se(e,b(e)))}</span>`}function H(n,r,i=!1){let a=n===void 0?``:b(n);return oe(a,e`<figure class="${n===void 0?``:`new`}${i?` won`:``}">
      ${n===void 0?E():Ce(n,a)}${r===null?t:e`<figcaption>${r}</figcaption>`}
    </figure>`)}var U=[100,500,2500,1e4],ht=[500,2500,1e4];function W(e){return e.family===`pot`?ht:U}function gt(n,r){let{mode:i}=n;if(i===`bet`)return e`${_t(n,r)} ${vt(n,r)} ${yt(n,r)}`;if(i===`watch`)return t;let a=n.table.phase===`playing`?Ct(n.table,r,n.pending):t;return i===`decide`?e`${K(n)} ${St(n,r)} ${bt(n,r)} ${a}`:i===`seated`?e`${K(n)}
      <div class="acts">
        <button class="btn" type="button" ?disabled=${n.pending} @click=${r.withdraw}>
          ${_(`withdraw`)}
        </button>
      </div>`:e`${K(n)} ${a}`}function _t({table:t,room:n},r){let i=(e,t)=>{t.preventDefault(),r.chip(e,t)};return e`<div class="chips" role="group" aria-label=${v(`chips`)}>
    ${W(t).map(t=>{let r={amount:t/100,currency:n.currency};return e`<span>
        <button
          class="add"
          type="button"
          aria-label=${v(`chip.add`,r)}
          @click=${e=>i(t,e)}
          @contextmenu=${e=>i(-t,e)}
        >
          ${we(String(t/100),U.indexOf(t))}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${v(`chip.less`,r)}
          @click=${e=>i(-t,e)}
        >
          −
        </button>
      </span>`})}
  </div>`}function vt({bets:n,room:r},i){let a=(t,a)=>{let o=n[t],s=e`<b>${o===0?`·`:h(o)}</b><span>${a}</span>`;return r.sideMax===0?e`<div class="put">${s}</div>`:e`<button
      class="put"
      type="button"
      aria-pressed=${n.on===t}
      @click=${e=>i.box(t,e)}
    >
      ${s}
    </button>`};return e`<div class="puts" role="group" aria-label=${v(`bets`)}>
    ${a(`stake`,v(`bet`))} ${r.sideMax>0?a(`side`,v(`bonus`)):t}
  </div>`}function yt({seat:n,pending:r,resting:i,keys:a},o){let s=r?_(`taking-seat`):_(`take-seat`,{seat:n===null?``:m(n)});return e`<div class="acts">
    <span class="pair">
      <button class="btn side" type="button" @click=${o.remove}>
        ${v(`remove`)} <kbd>${S(a.remove)}</kbd>
      </button>
      <button class="btn side" type="button" @click=${o.repeat}>
        ${v(`repeat`)} <kbd>${S(a.repeat)}</kbd>
      </button>
    </span>
    <button
      class="btn main"
      type="button"
      ?disabled=${n===null}
      aria-disabled=${r||i?`true`:t}
      @click=${o.sit}
    >
      ${s} <kbd>${S(a.deal)}</kbd>
    </button>
  </div>`}var G=(t,n)=>e`<div class="put"><b>${t===0?`·`:h(t)}</b><span>${n}</span></div>`;function K({table:n}){let r=n.seats.find(e=>e.seat===n.own?.seat);if(r===void 0)return t;let i=n.pot_game?.seats.find(e=>e.seat===r.seat)?.stack.amount??null,a=r.decision?.amount.amount??0;return e`<div class="puts" role="group" aria-label=${v(`bets`)}>
    ${i===null?e`${G(r.stake.amount,v(`bet`))}
          ${n.family===`pot`?t:G(a,v(`raise`))}
          ${r.side_bet===null?t:G(r.side_bet.amount,v(`bonus`))}`:G(i,_(`chips`))}
  </div>`}function bt({table:n,raise:r,pending:i,keys:a},o){let s=Ye(n),c=n.own?.legal_actions??[],l=e=>e===s?2:e===`surrender`?0:1,u=c.toSorted((e,t)=>l(e.action)-l(t.action)),d=e=>e===s?a.deal:e===`raise`?a.raise:e===`surrender`?a.surrender:null;return e`<div class="acts">
    ${u.map(({action:n,cost_min:a})=>{let s=d(n),c=n===`raise`?r:a.amount;return e`<button
        class="btn"
        type="button"
        data-action=${n}
        aria-disabled=${i?`true`:t}
        @click=${e=>o.decide(n,e)}
      >
        ${xt(n,c)} ${s===null?t:e`<kbd>${S(s)}</kbd>`}
      </button>`})}
  </div>`}function xt(e,t){return e===`raise`||e===`down`?_(`action.${e}`,{amount:h(t)}):y(`action.${e}`,e)}function St({table:n,raise:r},i){let a=L(n,`raise`);if(a===null||a.least===a.most)return t;let o=t=>{let n=_(t>0?`raise.more`:`raise.less`,{amount:h(Math.abs(t))});return e`<button
      class="btn"
      type="button"
      aria-label=${n}
      @click=${e=>i.raise(r+t,e)}
    >
      ${t>0?`+`:`−`}${h(Math.abs(t))}
    </button>`};return e`<div class="raiser row" role="group" aria-label=${_(`raise.amount`)}>
    <button class="btn low" type="button" @click=${e=>i.raise(a.least,e)}>
      ${_(`raise.least`)}
    </button>
    ${o(-a.step)} <output>${h(r)}</output> ${o(a.step)}
    <button class="btn low" type="button" @click=${e=>i.raise(a.most,e)}>
      ${_(`raise.most`)}
    </button>
  </div>`}function Ct(n,r,i){let a=n.pot_game?.seats.find(e=>e.seat===n.own?.seat);if(a===void 0||a.stack.amount===0)return t;let o=n=>e`<button
      class="btn low"
      type="button"
      aria-disabled=${i?`true`:t}
      @click=${e=>r.mark(n,e)}
    >
      ${_(n)}
    </button>`;return e`<div class="marks row">
    ${a.voted?e`<span class="tag info">${_(`voted`)}</span>`:o(`vote`)}
    ${o(a.away?`back`:`away`)}
  </div>`}async function wt(e,t,n){let{currency:r}=e.stake_min,i={asked_seq:j(e),action:t,amount:{amount:n,currency:r}};await f.call({method:`POST`,path:`/tables/${e.id}/actions`,body:i,read:s,once:!0})}async function Tt(e){let t={epoch:e.epoch};await f.call({method:`POST`,path:`/tables/${e.id}/withdrawals`,body:t,read:Le,once:!0})}async function Et(e,t){let n={epoch:e.epoch,mark:t};await f.call({method:`POST`,path:`/tables/${e.id}/marks`,body:n,read:s})}async function Dt(e){let t={epoch:e.epoch},n={method:`POST`,path:`/tables/${e.id}/departures`,body:t,read:Ie,once:!0};return(await f.call(n)).departure}var Ot=1e3,kt={up:100,down:-100,up10:1e3,down10:-1e3},At=class{store=new te({bets:Pe,chosen:null,raise:null,pending:!1,error:null,note:``,live:``,answered:null,resting:!1});#e;#t;#n=null;#r=0;constructor(e,t){this.#e=e,this.#t=t}ask(){this.#r=Date.now()+350,this.store.set({raise:null})}rest(){this.store.set({resting:!0}),setTimeout(()=>this.store.set({resting:!1}),Ot)}say(e){this.store.set({live:e})}chip(e){let t=this.#e();if(t===null)return;let n=Math.min(...W(t)),r=Math.abs(e)<n?Math.sign(e)*n:e,i=Fe(this.store.state.bets,r,this.#t(t));ue();let a=v(i.on===`side`?`said.side`:`said.bet`,{amount:h(i[i.on])});this.store.set({bets:i,live:a})}turnTo(e){let t=this.#e();t!==null&&this.store.set({bets:Me(this.store.state.bets,e,this.#t(t))})}repeat(){let e=this.#e();if(e===null||this.#n===null)return;let t=je(this.store.state.bets,this.#n,this.#t(e));this.store.set({bets:t,live:v(`said.bet`,{amount:h(t.stake)})})}remove(){this.store.set({bets:Ne(this.store.state.bets),live:v(`said.removed`)})}choose(e){this.store.set({chosen:e})}raiseTo(e){this.store.set({raise:e})}sit(){let e=this.#e(),{bets:t,chosen:n,resting:r}=this.store.state,i=e===null?null:Je(e,n);if(!(e===null||i===null||r)){if(t.stake===0){let t=_(`no-bet`,{min:h(e.stake_min.amount)});this.store.set({note:t,live:t})}else this.#a(async()=>{await xe(e,{seat:i,stake:t.stake,sideBet:t.side}),this.#n=t,this.store.set({chosen:i}),await d()})}}decide(e){let t=this.#e(),{answered:n,raise:r}=this.store.state;if(t===null||Date.now()<this.#r)return;let i=L(t,e);if(I(t,n)!==`decide`||i===null)return;let a=e===`raise`?R(i,r??i.least):i.least;this.#a(async()=>{await wt(t,e,a),this.store.set({answered:j(t)}),t.family!==`pot`&&await d()})}withdraw(){this.#i(e=>Tt(e))}mark(e){this.#i(t=>Et(t,e))}leave(){this.#i(async e=>{let t=_(`leave.${await Dt(e)}`);this.store.set({note:t,live:t})})}command(e){let t=this.#e();if(t===null)return;let n=I(t,this.store.state.answered),r=kt[e];if(n===`bet`&&(r!==void 0&&this.chip(r),e===`repeat`&&this.repeat(),e===`remove`&&this.remove(),e===`deal`&&this.sit()),n!==`decide`)return;let i=L(t,`raise`);r!==void 0&&i!==null&&this.raiseTo(R(i,(this.store.state.raise??i.least)+Math.sign(r)*i.step)),e===`deal`&&this.decide(Ye(t)??``),(e===`raise`||e===`surrender`)&&this.decide(e)}#i(e){let t=this.#e();t!==null&&this.#a(()=>e(t))}#a(e){this.store.state.pending||(this.store.set({pending:!0,error:null,note:``}),e().catch(e=>this.store.set({error:e})).finally(()=>this.store.set({pending:!1})))}};function jt(t,n,r){let i=Be(t,n);return e`<ol class="plain seats of-${t.seats_max}" aria-label=${_(`seats`)}>
    ${i.map(e=>e.taken?Mt(e):Nt(e,r))}
  </ol>`}function Mt(t){let n=m(t.seat);return e`<li class="${t.mine?`me`:``} ${t.turn?`turn`:``}">
    <b>${t.mine?_(`you.seat`,{seat:n}):_(`seat`,{seat:n})}</b>
    ${h(t.amount??0)}
    <span class="quiet word">${Pt(t.word)}</span>
  </li>`}function Nt(n,r){let i=m(n.seat),a=n.last===null?null:nt(n.last),o=e`<b>${_(`seat`,{seat:i})}</b> <span class="quiet">${_(`free`)}</span> ${a===null?t:e`<span class="word">${x(a)}</span>`}`;return r===null?e`<li class="empty">${o}</li>`:e`<li class="empty choose">
    <button
      type="button"
      aria-pressed=${r.chosen===n.seat}
      @click=${e=>r.choose(n.seat,e)}
    >
      ${o}
    </button>
  </li>`}function Pt(e){if(typeof e==`string`)return _(e===`free`?`free`:`word.${e}`);let t=y(`word.${e.action}`,e.action);return e.byClock?_(`word.clock`,{word:t}):t}var Ft=u({family:a(`pot`),unit:p,take:p,down:p,pay:u({spread:i(p)})});function q(e){return o(e)&&e.family===`pot`?Ft(e,`sheet`):_e(e)}var J=e=>e===14?1:e;function It(e,t){let n=Math.abs(J(e.rank)-J(t.rank));return n===0?null:n-1}var Y=(e,t=``)=>({headline:e,text:t,worth:null});function X(e){let{table:t}=e;return t.phase===`revealing`?Ut(e):t.phase===`playing`?t.pot_game===null?Wt(e):qt(e):Lt(e)}function Lt(e){let{table:t}=e;if(t.own!==null){let e=t.seats.find(e=>e.seat===t.own?.seat),n=(e?.stake.amount??0)+(e?.side_bet?.amount??0),r=t.due_at===null?`open.alone.text`:`open.waits.text`;return Y(_(`open.waits`,{seat:m(t.own.seat),amount:h(n)}),_(r))}let n=Rt(e);if(n!==null)return n;if(t.phase===`unannounced`)return Y(_(`unannounced`),_(`unannounced.text`));if(t.status!==`open`||!t.available)return Y(_(`paused`),_(`paused.text`));let r=t.family===`pot`?`open.pot.text`:`open.first.text`;return Y(_(`open.first`),_(r,{seconds:t.betting_seconds,seats:t.seats_min}))}function Rt({ended:e,own:t,table:n}){let r=t?.ended??null;if(r!==null&&(e===null||r.epoch>=e.epoch))return zt(r,e);if(e===null||t!==null&&t.ended===null&&t.kept.epoch===e.epoch)return null;if(e.why===`no-reveal`||e.why===`not-covered`||e.why===`void`)return Z(e);let i=n.family===`pot`?y(`end.${e.why}`,``):``;return Y(_(`end.hand`),[i,_(`end.watched`)].filter(e=>e!==``).join(` `))}function Z(e){let t=e.missing.map(m).join(`, `),n=e.why;return Y(_(`end.${n}`),_(`end.${n}.text`,{seats:e.missing.length,list:t}))}function zt(e,t){if(e.outcome===`withdrawn`)return Y(_(`end.withdrawn`),_(`end.withdrawn.text`));let n=t?.epoch===e.epoch?t:null;if(e.status===`voided`)return n===null?Y(_(`end.withdrawn`)):Z(n);let[r,i]=[e.staked.amount,e.returned?.amount??0],a=i-r,o=z(n,e.seat),s={net:h(a),loss:h(-a),returned:h(i)},c=e.outcome??``,l=e.side_bet!==null&&a>=0?_(`end.net`,{net:x(a)}):a<0&&c!==`surrender`?_(`end.lose`,s):Bt(c,s),u=_(`end.money`,{staked:h(r),returned:h(i)}),d=n?.defaults.find(t=>t.seat===e.seat)?.action??null;return{headline:l,text:[u,Vt(o?.bonus??null),n===null?``:Ht(n),d===null?``:_(`end.default`,{word:y(`word.${d}`,d)})].filter(e=>e!==``).join(` `),worth:rt(a)}}function Bt(e,t){switch(e){case`win`:case`trips`:case`pair-push`:case`consecutive-push`:case`surrender`:case`won`:case`even`:return _(`end.${e}`,t);default:return _(`end.net`,t)}}function Vt(e){if(e===null)return``;let t=ae(e.category),n=e.returned>0?`end.bonus.returned`:`end.bonus.lost`;return _(n,{category:t,returned:h(e.returned)})}var Ht=e=>e.why===`decided`?``:y(`end.${e.why}`,``);function Ut({table:e,own:t}){if(e.stakes_covered!==!0)return Y(_(`values`),_(`values.uncovered`));let n=e.seats.find(t=>t.seat===e.own?.seat);if(n===void 0)return Y(_(`values`),_(`values.watch`));let r=n.revealed||t?.kept.revealed===!0;return Y(_(`values`),_(r?`values.told`:`values.own`))}function Wt(e){let{table:t,terms:n}=e;if(n.family===`montana`)return Kt(t,n);if(n.family!==`red-dog`)return Y(_(`wait.game`));let r=Gt(t,n);if(A(t))return r;let i=Q(t);return Y(i===null?_(`pair`):_(`spread`,{spread:i}),_(t.own===null?`wait.game`:`wait.others`))}function Gt(e,t){let n=Q(e)??0,{winning:r,left:i,percent:a}=Te(n,t.decks),o=t.pay.spread[n-1]??0;return Y(v(`raise-or-stand`,{spread:n}),v(`between.win`,{winning:r,left:i,percent:a,odds:o}))}function Q(e){let[t,n]=(e.hand?.cards??[]).map(D);return t===void 0||n===void 0?null:Ae(t,n)}function Kt(e,t){let n=e.own?.hand?.cards??[];if(n.length!==t.hand)return Y(_(`montana.watch`),_(`montana.watch.text`));if(!A(e))return Y(_(`wait.others`));let{winning:r,left:i,percent:a}=De(n.map(D));return Y(v(`play-or-not`),v(`beats.win`,{winning:r,left:i,percent:a}))}function qt({table:e,terms:t}){let n=e.pot_game?.turn??null,r=e.pot_game?.seats.find(t=>t.seat===e.own?.seat);if(r?.away===!0)return Y(_(`pot.away`),_(`pot.away.text`));if(n===null||t.family!==`pot`)return Y(_(`wait.game`));if(A(e))return Jt(n.cards,t);let i=r!==void 0&&r.stack.amount===0;return Y(_(`pot.turn`,{seat:m(n.seat)}),_(i?`pot.out`:`pot.turn.text`))}function Jt(e,t){let[n,r]=e.map(D),i=n===void 0||r===void 0?null:It(n,r);if(i===null)return Y(_(`pot.pair`),_(`pot.pair.text`,{take:h(t.take)}));let a={odds:t.pay.spread[i-1]??0,down:h(t.down)};return Y(_(`pot.spread`,{spread:i}),_(`pot.spread.text`,a))}function Yt(e){let{headline:t,text:n}=X(e),r=Xt(e);return[r.length===0?``:v(`said.cards`,{cards:ie(r.map(D))}),`${t}.`,n].filter(e=>e!==``).join(` `)}function Xt({table:e,ended:t}){return e.phase===`betting`&&e.own===null&&e.family===`red-dog`?t?.cards??[]:e.phase===`playing`?e.pot_game===null?e.own?.hand?.cards??e.hand?.cards??[]:e.pot_game.turn?.cards??[]:[]}var $=8,Zt=100,Qt=class extends r{static properties={table:{attribute:!1},epoch:{attribute:!1},items:{state:!0},next:{state:!0},own:{state:!0},burnt:{state:!0},error:{state:!0}};constructor(){super(),this.table=``,this.epoch=-1,this.items=null,this.next=null,this.own=new Map,this.burnt=null,this.error=null}willUpdate(e){(e.has(`epoch`)||e.has(`table`))&&this.epoch>=0&&this.#e()}async#e(){let e=`/tables/${this.table}`;try{let[t,n,r]=await Promise.all([f.call({path:`${e}/hands?limit=${$}`,read:k}),f.call({path:`/me/stakes?limit=${Zt}`,read:Re}),f.call({path:`${e}/burnt-hands?limit=${$}`,read:ze})]);this.items=t.items,this.next=t.next;let i=n.items.filter(e=>e.table_id===this.table&&e.outcome!==`withdrawn`);this.own=new Map(i.map(e=>[e.epoch,e])),this.burnt=r.items,this.error=null}catch(e){this.error=e}}#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=`/tables/${this.table}/hands?limit=${$}&cursor=${e}`,n=await f.call({path:t,read:k});this.items=[...this.items??[],...n.items],this.next=n.next}catch(e){this.error=e}};render(){return e`<section class="box hist" aria-labelledby="hands-heading">
        <h2 id="hands-heading">${_(`hands`)}</h2>
        <problem-box .error=${this.error}></problem-box>
        ${this.items===null?e`<span class="skel late"></span>`:this.#n(this.items)}
        ${this.next===null?t:e`<button class="btn bare low" type="button" @click=${this.#t}>${_(`hands.more`)}</button>`}
      </section>
      ${this.#i()}`}#n(t){return t.length===0?e`<p class="none quiet small">${_(`hands.none`)}</p>`:e`<div class="hands">${t.map(e=>this.#r(e))}</div>`}#r(r){let i=this.own.get(r.epoch),a=i?.returned??null,o=i===void 0||a===null?null:a.amount-i.staked.amount,s=r.results.length;return e`<details>
      <summary>
        ${$t(r)}
        <span class="num">
          ${o===null?s>0?_(`hands.seats`,{seats:s}):``:x(o)}
        </span>
      </summary>
      <p class="quiet small">
        ${_(`hands.epoch`,{epoch:r.epoch})}. ${_(`hands.ended`,{instant:n(r.ended_at)})}
      </p>
      ${s===0?t:en(r,i?.seat??null)}
    </details>`}#i(){let r=this.burnt??[];return e`<details class="box burnt">
      <summary>${_(`burnt`)}</summary>
      <p class="small quiet">${_(r.length===0?`burnt.none`:`burnt.text`)}</p>
      <ul class="plain small">
        ${r.map(r=>e`<li>
              <b>${_(`hands.epoch`,{epoch:r.epoch})}</b>, ${n(r.burnt_at)}.
              ${r.values.map(e=>_(`burnt.seat.${e.status}`,{seat:m(e.seat)})).join(`. `)}.
              ${r.house_would_have_won===null?t:_(`burnt.house`,{amount:h(r.house_would_have_won.amount)})}
            </li>`)}
      </ul>
    </details>`}};function $t(t){let n={"no-reveal":`burnt`,"not-covered":`burnt`,decided:``}[t.ended_by]??t.ended_by;return n===``?V(t.cards.length>3?t.cards.slice(-1):t.cards):e`<span>${y(`hands.${n}`,n)}</span>`}function en(t,n){return e`<table>
    <thead>
      <tr>
        <th scope="col">${_(`hands.seat`)}</th>
        <th scope="col">${_(`hands.outcome`)}</th>
        <th scope="col" class="num">${_(`hands.net`)}</th>
      </tr>
    </thead>
    <tbody>
      ${t.results.map(t=>e`<tr>
            <td>
              ${t.seat===n?_(`you.seat`,{seat:m(t.seat)}):_(`seat`,{seat:m(t.seat)})}
            </td>
            <td>${y(`outcome.${t.outcome}`,t.outcome)}</td>
            <td class="num">
              ${x(t.returned.amount+(t.side_bet?.returned.amount??0)-t.staked.amount)}
            </td>
          </tr>`)}
    </tbody>
  </table>`}customElements.define(`hands-list`,Qt);var tn=250,nn=(t,n)=>e`<button class="btn bare low" type="button" @click=${()=>ne(t)}>${n}</button>`,rn=class extends r{static properties={tableId:{attribute:`table`},game:{state:!0},fault:{state:!0}};#e=null;#t=null;#n;#r=null;#i=``;#a=null;#o=new At(()=>this.#c,e=>this.#u(e));#s=C.state.animation;constructor(){super(),this.tableId=``,this.game=null,this.fault=null,this.watch(l,C,w,T,this.#o.store)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#_),this.#e=be(this.tableId),this.#t=this.#e.follow(),this.addController(new ee(this,this.#e.store)),this.#n=setInterval(()=>this.#f(),tn)}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#_),this.#t?.(),clearInterval(this.#n)}get#c(){return this.#e?.store.state.table??null}#l(e,t){let n=T.state.byTable.get(this.tableId)??null;return{table:e,terms:t,ended:this.#e?.store.state.ended??null,own:n}}#u(e){let{amount:t,currency:n}=e.stake_min,r=this.game?.stakes.find(e=>e.stake_min.currency===n),[i,a]=[r?.side_bet_min?.amount??0,r?.side_bet_max?.amount??0];return{currency:n,stakeMin:t,stakeMax:e.stake_max.amount,sideMin:i,sideMax:a}}#d(e){let{bets:t,chosen:n,raise:r,pending:i,answered:a,resting:o}=this.#o.store.state,s=L(e,`raise`);return{table:e,mode:I(e,a),bets:t,room:this.#u(e),seat:Je(e,n),raise:s===null?0:R(s,r??s.least),pending:i,resting:o,keys:w.state.keys}}#f(){let e=this.#c,t=e===null?null:N(e);if(t===null){this.#a=null;return}let n=P(t.at,c()),r=t.for===`own-decision`,i=r?Ge(this.#a,n):null;i!==null&&this.#o.say(_(`said.seconds`,{seconds:i})),this.#a=r?n:null,this.requestUpdate()}willUpdate(){let e=this.#c;if(e===null)return;this.#r!==e.game&&this.#p(e.game);let t=this.game===null?null:q(this.game.sheet);t!==null&&this.#m(this.#l(e,t))}async#p(e){this.#r=e;try{this.game=await me(e)}catch(e){this.fault=e}}#m(e){let{table:t,own:n,ended:r}=e,i=A(t)?j(t):null,a=t.hand?.seq??t.pot_game?.turn?.seq??0,o=[t.phase,t.epoch,a,i,r?.epoch,n?.ended?.epoch,t.own?.seat].join(`/`);if(o===this.#i)return;let s=this.#i===``;if(this.#i.startsWith(`playing/`)&&t.phase===`betting`&&this.#o.rest(),this.#i=o,this.#o.say(Yt(e)),i!==null&&this.#o.ask(),s)return;let{headline:c,worth:l}=X(e);t.phase===`playing`&&fe(),l!==null&&se(l),(i!==null||l!==null)&&(de(c),this.updateComplete.then(()=>this.querySelector(`.say`)?.scrollIntoView({block:`nearest`})))}#h={chip:(e,t)=>this.#g(t,()=>this.#o.chip(e)),box:(e,t)=>this.#g(t,()=>this.#o.turnTo(e)),repeat:e=>this.#g(e,()=>this.#o.repeat()),remove:e=>this.#g(e,()=>this.#o.remove()),sit:e=>this.#g(e,()=>this.#o.sit()),withdraw:e=>this.#g(e,()=>this.#o.withdraw()),decide:(e,t)=>this.#g(t,()=>this.#o.decide(e)),raise:(e,t)=>this.#g(t,()=>this.#o.raiseTo(e)),mark:(e,t)=>this.#g(t,()=>this.#o.mark(e))};#g(e,t){t(),e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#_=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=le(e,w.state.keys);n!==null&&(e.preventDefault(),ce(n,e)||this.#o.command(n))};render(){let t=this.#e?.store.state.problem??null,n=this.#c,r=this.game===null?null:q(this.game.sheet);if(n===null||this.game===null||r===null)return e`<div class="stack">
        <problem-box .error=${t??this.fault}></problem-box>
        <p class="quiet late" role="status">${_(`loading`)}</p>
      </div>`;let i=this.#l(n,r),a=this.#d(n);return e`
      <div class="board" id="board" tabindex="-1">
        ${Xe(this.game,n,a.room)} ${this.#v(i,a)}
        <div class="console ${a.mode}">${this.#y(i,t)} ${gt(a,this.#h)}</div>
        ${this.#b(n)}
        <p class="vh" role="status" aria-live="polite">${this.#o.store.state.live}</p>
      </div>
      <aside>
        ${tt(i,l.state.wallet)}
        <hands-list .table=${n.id} .epoch=${n.epoch}></hands-list>
        <keys-list></keys-list>
        <receipts-box></receipts-box>
      </aside>
    `}#v(t,{table:n,mode:r,seat:i}){let a=this.#e?.store.state,o=this.#s&&C.state.animation&&!pe(),s={chosen:i,choose:(e,t)=>this.#g(t,()=>this.#o.choose(e))};return e`<div class="cloth is-live is-${n.family} ${o?`moving`:``}">
      ${Ze(n,a?.connection??`opening`,c())}
      ${jt(n,t.ended,r===`bet`?s:null)}
      ${ot(t,a?.turns??[],this.#x(t))}
    </div>`}#y(n,r){let{error:i,note:a}=this.#o.store.state,o=r??i;return e`<div class="said">
      ${et(n.own)} ${a===``?t:e`<p class="problem info small">${a}</p>`}
      ${o===null?t:e`<problem-box .error=${o}></problem-box>`}
    </div>`}#b(r){let i=r.own!==null&&r.phase!==`betting`,a=r.pot_game?.ends_at;return e`<div class="foot">
      ${nn(`options-window`,v(`options`))}
      ${nn(`bet-limit-window`,v(`bet-options`))}
      <a class="btn bare low" href="#/limits">${v(`limits`)}</a>
      <span class="on-phone"><a class="btn bare low" href="#/rules/${r.game}">${_(`rules`)}</a></span>
      ${i?e`<button class="btn bare low" type="button" @click=${()=>this.#o.leave()}>${_(`leave`)}</button>`:t}
      ${a===void 0?t:e`<span class="small quiet">${_(`clock.game`,{instant:n(a)})}</span>`}
    </div>`}#x(n){let{headline:r,text:i,worth:a}=X(n),o=n.table.phase===`betting`&&n.table.own===null&&(n.own?.ended??null)!==null?n.own?.held??null:null;return e`<div class="say ${a===`won`?`worth-won`:``}">
      <strong>${r}</strong>
      <span class="quiet">${i}</span>
      ${o===null?t:e`<span class="small held">${_(`held.${o}`)}</span>`}
    </div>`}};customElements.define(`live-board`,rn);export{rn as LiveBoard};