import{_ as e,c as t,f as n,t as r,v as i,y as a}from"./plain-element-DXa2qk9R.js";import{C as o,D as s,S as c,T as l,a as u,c as d,k as f,s as p,t as m,x as h}from"./session-CetcAK7c.js";import{i as ee,r as te}from"./account-currency-FY2ilYQc.js";import{C as g,D as ne,E as _,F as v,O as re,S as ie,T as y,a as b,b as x,d as ae,f as oe,g as se,h as S,i as C,k as ce,m as le,o as w,p as ue,u as T,w as de,x as fe}from"./index-BfQmS2Td.js";import{_ as E,a as pe,d as D,g as me,h as he,i as ge,l as O,n as _e,r as ve,u as ye}from"./voice-CdKBTg_m.js";import{i as be}from"./services-CusSsqrV.js";import{S as k,_ as A,a as j,b as xe,c as Se,d as M,f as N,g as Ce,h as P,l as we,m as Te,n as Ee,o as De,p as F,r as Oe,s as ke,v as I,x as Ae,y as je}from"./seat-report-C9zx4SkG.js";import{t as Me}from"./feed-egESB4Nm.js";import{a as Ne,i as Pe,n as Fe,r as L,s as R,t as Ie}from"./drawings-D5pd6-Vp.js";import{_ as Le,g as Re,h as ze,m as Be,p as Ve,v as He}from"./keys-list-CshI30bj.js";import{a as Ue,c as We,i as Ge,n as Ke,r as qe}from"./bets-B9ZEMoOg.js";import{l as Je}from"./statements-D8z690MC.js";import{i as Ye,n as Xe,o as Ze,s as Qe,t as $e}from"./answers-CPPzhZXo.js";import{ownStakes as z,takeSeat as et}from"./seat-keeper-i1G9kudK.js";import{m as tt}from"./board-parts-3QwIVtzE.js";function nt(e){return e.returned-e.staked}function rt(e){return e>0?`won`:e===0?`even`:`lost`}function B(e,t){return e?.results.find(e=>e.seat===t)??null}var it=5,at=6;function ot(e,t,n){let{terms:r}=e;return r.family===`red-dog`?st(e,r,n):r.family===`montana`?ct(e,n):dt(e,t,n)}function V({table:e,ended:t}){return e.phase===`betting`&&e.own===null?t:null}function st(e,t,n){let[r,i,o]=(e.table.hand?.cards??V(e)?.cards??[]).map(R);return a`
    <div class="cards" role="group" aria-label=${S(`cards`)}>
      ${U(r,S(`first`))} ${U(o,S(`third`))} ${U(i,S(`second`))}
    </div>
    ${Be(t,r,i)} ${n} ${Ve(r,i,o)}
  `}function ct(t,n){let r=V(t),i=r===null?null:Ce(r),o=t.own?.kept.seat??null,s=i===null||o===null?void 0:i.hands.get(o),c=(t.table.own?.hand?.cards??s??[]).map(R),l=i===null||i.hit===null?void 0:R(i.hit),u=t.table.phase===`playing`,d=o!==null&&B(r,o)?.outcome===`win`,f=[...i?.hands??[]].filter(([e])=>e!==o||s===void 0);return a`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${S(`dealers-five`)}>
        ${Array.from({length:at},(e,t)=>lt(u,i,t))}
      </div>
      <div class="cards hit">
        ${u?a`<figure>
                ${Ie(se(`face-down`))}
                <figcaption>${S(`hit`)}</figcaption>
              </figure>`:U(l,S(`hit`))}
      </div>
    </div>
    <div class="cards five" role="group" aria-label=${C(`own-cards`)}>
      ${Array.from({length:it},(e,t)=>{let n=c[t];return U(n,null,d&&n!==void 0&&l!==void 0&&Re([n],l))})}
    </div>
    ${n} ${f.length===0?e:ut(f)}
  `}function lt(e,t,n){let r=n===5?t?.burnt:t?.dealer[n];return r==null?e?a`<figure>${Ie(se(n===5?`burnt`:`dealers`))}</figure>`:a`<figure>${L()}</figure>`:U(R(r),null)}function ut(e){return a`<ul class="plain small others">
    ${e.map(([e,t])=>a`<li>${C(`seat-cards`,{seat:w(e)})} ${H(t)}</li>`)}
  </ul>`}function dt(t,n,r){let i=t.table.pot_game,o=i?.turn??null,[s,c]=(o?.cards??[]).map(R),l=t.table.own?.hand?.cards??[],u=l.length>0&&o?.seat!==t.table.own?.seat,d=o===null?S(`cards`):C(`turn-cards`,{seat:w(o.seat)});return a`
    <p class="pot">${C(`pot`,{amount:T(i?.pot.amount??0)})}</p>
    <div class="dealers">
      <div class="cards two" role="group" aria-label=${d}>
        ${U(s,S(`first`))} ${U(void 0,S(`third`))} ${U(c,S(`second`))}
      </div>
      ${u?a`<div class="cards mini held" role="group" aria-label=${C(`own-cards`)}>
              ${l.map(e=>U(R(e),null))}
              <span class="small quiet">${C(`own-cards`)}</span>
            </div>`:e}
    </div>
    ${r} ${n.length===0?e:ft(n)}
  `}function ft(e){return a`<section class="turns small" aria-label=${C(`turns`)}>
    <h2 class="small">${C(`turns`)}</h2>
    <ol class="plain">
      ${e.slice(-8).toReversed().map(e=>a`<li>
              <b>${C(`turn.seat`,{seat:w(e.seat)})}</b> ${H(e.cards)}
              <span class="quiet">${pt(e)}</span>
            </li>`)}
    </ol>
  </section>`}function pt(e){let t={staked:T(e.staked),returned:T(e.returned),won:T(e.returned-e.staked)},n=e.refill>0?` ${C(`turn.refill`,{amount:T(e.refill)})}`:``;return mt(e.result,t)+n}function mt(e,t){switch(e){case`consecutive-draw`:case`pair-take`:case`red-dog`:case`pair-miss`:case`down`:case`win`:case`lose`:return C(`turn.${e}`,t);default:return e}}function H(e){return a`<span class="c">${e.map(R).map(e=>Ne(e,ae(e)))}</span>`}function U(t,n,r=!1){let i=t===void 0?``:ae(t);return fe(i,a`<figure class="${t===void 0?``:`new`}${r?` won`:``}">
      ${t===void 0?L():Pe(t,i)}${n===null?e:a`<figcaption>${n}</figcaption>`}
    </figure>`)}var W=[100,500,2500,1e4],ht=[500,2500,1e4];function G(e){return e.family===`pot`?ht:W}function gt(t,n){let{mode:r}=t;if(r===`bet`)return a`${_t(t,n)} ${vt(t,n)} ${yt(t,n)}`;if(r===`watch`)return e;let i=t.table.phase===`playing`?Ct(t.table,n,t.pending):e;return r===`decide`?a`${q(t)} ${St(t,n)} ${bt(t,n)} ${i}`:r===`seated`?a`${q(t)}
      <div class="acts">
        <button class="btn" type="button" ?disabled=${t.pending} @click=${n.withdraw}>
          ${C(`withdraw`)}
        </button>
      </div>`:a`${q(t)} ${i}`}function _t({table:e,room:t},n){let r=(e,t)=>{t.preventDefault(),n.chip(e,t)};return a`<div class="chips" role="group" aria-label=${S(`chips`)}>
    ${G(e).map(e=>{let{said:n,figure:i}=le(e,t.currency),o={amount:n,currency:t.currency};return a`<span>
        <button
          class="add"
          type="button"
          aria-label=${S(`chip.add`,o)}
          @click=${t=>r(e,t)}
          @contextmenu=${t=>r(-e,t)}
        >
          ${Fe(i,W.indexOf(e))}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${S(`chip.less`,o)}
          @click=${t=>r(-e,t)}
        >
          −
        </button>
      </span>`})}
  </div>`}function vt({bets:t,room:n},r){let i=(e,i)=>{let o=t[e],s=a`<b>${o===0?`·`:T(o,n.currency)}</b><span>${i}</span>`;return n.sideMax===0?a`<div class="put">${s}</div>`:a`<button
      class="put"
      type="button"
      aria-pressed=${t.on===e}
      @click=${t=>r.box(e,t)}
    >
      ${s}
    </button>`};return a`<div class="puts" role="group" aria-label=${S(`bets`)}>
    ${i(`stake`,S(`bet`))} ${n.sideMax>0?i(`side`,S(`bonus`)):e}
  </div>`}function yt({seat:t,pending:n,resting:r,keys:i},o){let s=n?C(`taking-seat`):C(`take-seat`,{seat:t===null?``:w(t)});return a`<div class="acts">
    <span class="pair">
      <button class="btn side" type="button" @click=${o.remove}>
        ${S(`remove`)} <kbd>${E(i.remove)}</kbd>
      </button>
      <button class="btn side" type="button" @click=${o.repeat}>
        ${S(`repeat`)} <kbd>${E(i.repeat)}</kbd>
      </button>
    </span>
    <button
      class="btn main"
      type="button"
      ?disabled=${t===null}
      aria-disabled=${n||r?`true`:e}
      @click=${o.sit}
    >
      ${s} <kbd>${E(i.deal)}</kbd>
    </button>
  </div>`}var K=({amount:e,currency:t},n)=>a`<div class="put"><b>${e===0?`·`:T(e,t)}</b><span>${n}</span></div>`;function q({table:t}){let n=t.seats.find(e=>e.seat===t.own?.seat);if(n===void 0)return e;let r=t.pot_game?.seats.find(e=>e.seat===n.seat)?.stack??null,i=n.decision?.amount??{amount:0,currency:n.stake.currency};return a`<div class="puts" role="group" aria-label=${S(`bets`)}>
    ${r===null?a`${K(n.stake,S(`bet`))} ${t.family===`pot`?e:K(i,S(`raise`))}
          ${n.side_bet===null?e:K(n.side_bet,S(`bonus`))}`:K(r,C(`chips`))}
  </div>`}function bt({table:t,raise:n,pending:r,keys:i},o){let s=I(t),c=t.own?.legal_actions??[],l=e=>e===s?2:e===`surrender`?0:1,u=c.toSorted((e,t)=>l(e.action)-l(t.action)),d=e=>e===s?i.deal:e===`raise`?i.raise:e===`surrender`?i.surrender:null;return a`<div class="acts">
    ${u.map(({action:i,cost_min:s})=>{let c=d(i),l=i===`raise`?n:s.amount;return a`<button
        class="btn"
        type="button"
        data-action=${i}
        aria-disabled=${r?`true`:e}
        @click=${e=>o.decide(i,e)}
      >
        ${xt(i,l,t.stake_min.currency)}
        ${c===null?e:a`<kbd>${E(c)}</kbd>`}
      </button>`})}
  </div>`}function xt(e,t,n){return e===`raise`||e===`down`?C(`action.${e}`,{amount:T(t,n)}):b(`action.${e}`,e)}function St({table:t,raise:n},r){let i=F(t,`raise`);if(i===null||i.least===i.most)return e;let{currency:o}=t.stake_min,s=e=>{let t=T(Math.abs(e),o),i=C(e>0?`raise.more`:`raise.less`,{amount:t});return a`<button
      class="btn"
      type="button"
      aria-label=${i}
      @click=${t=>r.raise(n+e,t)}
    >
      ${e>0?`+`:`−`}${t}
    </button>`};return a`<div class="raiser row" role="group" aria-label=${C(`raise.amount`)}>
    <button class="btn low" type="button" @click=${e=>r.raise(i.least,e)}>
      ${C(`raise.least`)}
    </button>
    ${s(-i.step)} <output>${T(n,o)}</output> ${s(i.step)}
    <button class="btn low" type="button" @click=${e=>r.raise(i.most,e)}>
      ${C(`raise.most`)}
    </button>
  </div>`}function Ct(t,n,r){let i=t.pot_game?.seats.find(e=>e.seat===t.own?.seat);if(i===void 0||i.stack.amount===0)return e;let o=t=>a`<button
      class="btn low"
      type="button"
      aria-disabled=${r?`true`:e}
      @click=${e=>n.mark(t,e)}
    >
      ${C(t)}
    </button>`;return a`<div class="marks row">
    ${i.voted?a`<span class="tag info">${C(`voted`)}</span>`:o(`vote`)}
    ${o(i.away?`back`:`away`)}
  </div>`}async function wt(e,t,n){let{currency:r}=e.stake_min,i={asked_seq:N(e),action:t,amount:{amount:n,currency:r}};await m.call({method:`POST`,path:`/tables/${e.id}/actions`,body:i,read:l,once:!0})}async function Tt(e){let t={epoch:e.epoch};await m.call({method:`POST`,path:`/tables/${e.id}/withdrawals`,body:t,read:Ze,once:!0})}async function Et(e,t){let n={epoch:e.epoch,mark:t};await m.call({method:`POST`,path:`/tables/${e.id}/marks`,body:n,read:l,once:!0})}async function Dt(e){let t={epoch:e.epoch},n={method:`POST`,path:`/tables/${e.id}/departures`,body:t,read:Xe,once:!0};return(await m.call(n)).departure}var Ot=1e3,kt={up:100,down:-100,up10:1e3,down10:-1e3},At=class{store=new te({bets:Ke,chosen:null,raise:null,pending:!1,error:null,note:``,live:``,answered:null,resting:!1});#e;#t;#n=null;#r=0;constructor(e,t){this.#e=e,this.#t=t}ask(){this.#r=Date.now()+350,this.store.set({raise:null})}rest(){this.store.set({resting:!0}),setTimeout(()=>this.store.set({resting:!1}),Ot)}say(e){this.store.set({live:e})}chip(e){let t=this.#e();if(t===null)return;let n=Math.min(...G(t)),r=Math.abs(e)<n?Math.sign(e)*n:e,i=qe(this.store.state.bets,r,this.#t(t));ge();let a=S(i.on===`side`?`said.side`:`said.bet`,{amount:T(i[i.on])});this.store.set({bets:i,live:a})}turnTo(e){let t=this.#e();t!==null&&this.store.set({bets:We(this.store.state.bets,e,this.#t(t))})}repeat(){let e=this.#e();if(e===null||this.#n===null)return;let t=Ue(this.store.state.bets,this.#n,this.#t(e));this.store.set({bets:t,live:S(`said.bet`,{amount:T(t.stake)})})}remove(){this.store.set({bets:Ge(this.store.state.bets),live:S(`said.removed`)})}choose(e){this.store.set({chosen:e})}raiseTo(e){this.store.set({raise:e})}sit(){let e=this.#e(),{bets:t,chosen:n,resting:r}=this.store.state,i=e===null?null:A(e,n);if(!(e===null||i===null||r)){if(t.stake===0){let t=C(`no-bet`,{min:T(e.stake_min.amount)});this.store.set({note:t,live:t})}else if(Je(d.state.me?.id??``)?.known===!0){let e=C(`no-signature`);this.store.set({note:e,live:e})}else this.#a(async()=>{await et(e,{seat:i,stake:t.stake,sideBet:t.side}),this.#n=t,this.store.set({chosen:i}),await p()})}}decide(e){let t=this.#e(),{answered:n,raise:r}=this.store.state;if(t===null||Date.now()<this.#r)return;let i=F(t,e);if(P(t,n)!==`decide`||i===null)return;let a=e===`raise`?k(i,r??i.least):i.least;this.#a(async()=>{await wt(t,e,a),this.store.set({answered:N(t)}),t.family!==`pot`&&await p()})}withdraw(){this.#i(e=>Tt(e))}mark(e){this.#i(t=>Et(t,e))}leave(){this.#i(async e=>{let t=C(`leave.${await Dt(e)}`);this.store.set({note:t,live:t})})}command(e){let t=this.#e();if(t===null)return;let n=P(t,this.store.state.answered),r=kt[e];if(n===`bet`&&(r!==void 0&&this.chip(r),e===`repeat`&&this.repeat(),e===`remove`&&this.remove(),e===`deal`&&this.sit()),n!==`decide`)return;let i=F(t,`raise`);r!==void 0&&i!==null&&this.raiseTo(k(i,(this.store.state.raise??i.least)+Math.sign(r)*i.step)),e===`deal`&&this.decide(I(t)??``),(e===`raise`||e===`surrender`)&&this.decide(e)}#i(e){let t=this.#e();t!==null&&this.#a(()=>e(t))}#a(e){this.store.state.pending||(this.store.set({pending:!0,error:null,note:``}),e().catch(e=>this.store.set({error:e})).finally(()=>this.store.set({pending:!1})))}};function jt(e,t,n){let r=je(e,t),{currency:i}=e.stake_min;return a`<ol class="plain seats of-${e.seats_max}" aria-label=${C(`seats`)}>
    ${r.map(e=>e.taken?Mt(e,i):Nt(e,n,i))}
  </ol>`}function Mt(e,t){let n=w(e.seat);return a`<li class="${e.mine?`me`:``} ${e.turn?`turn`:``}">
    <b>${e.mine?C(`you.seat`,{seat:n}):C(`seat`,{seat:n})}</b>
    ${T(e.amount??0,t)}
    <span class="quiet word">${Pt(e.word)}</span>
  </li>`}function Nt(t,n,r){let i=w(t.seat),o=t.last===null?null:nt(t.last),s=a`<b>${C(`seat`,{seat:i})}</b> <span class="quiet">${C(`free`)}</span> ${o===null?e:a`<span class="word">${x(o,r)}</span>`}`;return n===null?a`<li class="empty">${s}</li>`:a`<li class="empty choose">
    <button
      type="button"
      aria-pressed=${n.chosen===t.seat}
      @click=${e=>n.choose(t.seat,e)}
    >
      ${s}
    </button>
  </li>`}function Pt(e){if(typeof e==`string`)return C(e===`free`?`free`:`word.${e}`);let t=b(`word.${e.action}`,e.action);return e.byClock?C(`word.clock`,{word:t}):t}var Ft=f({family:s(`pot`),unit:h,take:h,down:h,pay:f({spread:o(h)})});function J(e){return c(e)&&e.family===`pot`?Ft(e,`sheet`):tt(e)}var Y=e=>e===14?1:e;function It(e,t){let n=Math.abs(Y(e.rank)-Y(t.rank));return n===0?null:n-1}var X=(e,t=``)=>({headline:e,text:t,worth:null});function Z(e){let{table:t}=e;return t.phase===`revealing`?Ut(e):t.phase===`playing`?t.pot_game===null?Wt(e):Jt(e):Lt(e)}function Lt(e){let{table:t}=e;if(t.own!==null){let e=t.seats.find(e=>e.seat===t.own?.seat),n=(e?.stake.amount??0)+(e?.side_bet?.amount??0),r=t.due_at===null?`open.alone.text`:`open.waits.text`;return X(C(`open.waits`,{seat:w(t.own.seat),amount:T(n,t.stake_min.currency)}),C(r))}let n=Rt(e);if(n!==null)return n;if(t.phase===`unannounced`)return X(C(`unannounced`),C(`unannounced.text`));if(t.status!==`open`||!t.available)return X(C(`paused`),C(`paused.text`));let r=t.family===`pot`?`open.pot.text`:`open.first.text`;return X(C(`open.first`),C(r,{seconds:t.betting_seconds,seats:t.seats_min}))}function Rt({ended:e,own:t,table:r}){let i=t?.ended??null;if(i!==null&&(e===null||i.epoch>=e.epoch))return zt(i,e);if(e===null||t!==null&&t.ended===null&&t.kept.epoch===e.epoch)return null;if(e.why===`no-reveal`||e.why===`not-covered`||e.why===`void`)return Q(e);let a=r.family===`pot`?b(`end.${e.why}`,``):``;return X(C(`end.hand`),n([a,C(`end.watched`)]))}function Q(e){let t=e.missing.map(w).join(`, `),n=e.why;return X(C(`end.${n}`),C(`end.${n}.text`,{seats:e.missing.length,list:t}))}function zt(e,t){if(e.outcome===`withdrawn`)return X(C(`end.withdrawn`),C(`end.withdrawn.text`));let r=t?.epoch===e.epoch?t:null;if(e.status===`voided`)return r===null?X(C(`end.withdrawn`)):Q(r);let[i,a]=[e.staked.amount,e.returned?.amount??0],o=a-i,s=B(r,e.seat),{currency:c}=e.staked,l={net:T(o,c),loss:T(-o,c),returned:T(a,c)},u=e.outcome??``,d=e.side_bet!==null&&o>=0?C(`end.net`,{net:x(o,c)}):o<0&&u!==`surrender`?C(`end.lose`,l):Bt(u,l),f=C(`end.money`,{staked:T(i,c),returned:T(a,c)}),p=r?.defaults.find(t=>t.seat===e.seat)?.action??null,m=[f,Vt(s?.bonus??null,c),r===null?``:Ht(r),p===null?``:C(`end.default`,{word:b(`word.${p}`,p)})];return{headline:d,text:n(m),worth:rt(o)}}function Bt(e,t){switch(e){case`win`:case`trips`:case`pair-push`:case`consecutive-push`:case`surrender`:case`won`:case`even`:return C(`end.${e}`,t);default:return C(`end.net`,t)}}function Vt(e,t){if(e===null)return``;let n=ue(e.category),r=e.returned>0?`end.bonus.returned`:`end.bonus.lost`;return C(r,{category:n,returned:T(e.returned,t)})}var Ht=e=>e.why===`decided`?``:b(`end.${e.why}`,``);function Ut({table:e,own:t}){if(e.stakes_covered!==!0)return X(C(`values`),C(`values.uncovered`));let n=e.seats.find(t=>t.seat===e.own?.seat);if(n===void 0)return X(C(`values`),C(`values.watch`));let r=n.revealed||t?.kept.revealed===!0;return X(C(`values`),C(r?`values.told`:`values.own`))}function Wt(e){let{table:t,terms:n}=e;if(n.family===`montana`)return qt(t,n);if(n.family!==`red-dog`)return X(C(`wait.game`));let r=Gt(t,n);if(M(t))return r;let i=Kt(t);return X(i===null?C(`pair`):C(`spread`,{spread:i}),C(t.own===null?`wait.game`:`wait.others`))}function Gt(e,t){let n=Kt(e)??0,{winning:r,left:i,percent:a}=Le(n,t.decks),o=t.pay.spread[n-1]??0;return X(S(`raise-or-stand`,{spread:n}),S(`between.win`,{winning:r,left:i,percent:a,odds:o}))}function Kt(e){let[t,n]=(e.hand?.cards??[]).map(R);return t===void 0||n===void 0?null:He(t,n)}function qt(e,t){let n=e.own?.hand?.cards??[];if(n.length!==t.hand)return X(C(`montana.watch`),C(`montana.watch.text`));if(!M(e))return X(C(`wait.others`));let{winning:r,left:i,percent:a}=ze(n.map(R));return X(S(`play-or-not`),S(`beats.win`,{winning:r,left:i,percent:a}))}function Jt({table:e,terms:t}){let n=e.pot_game?.turn??null,r=e.pot_game?.seats.find(t=>t.seat===e.own?.seat);if(r?.away===!0)return X(C(`pot.away`),C(`pot.away.text`));if(n===null||t.family!==`pot`)return X(C(`wait.game`));if(M(e))return Yt(n.cards,t,e.stake_min.currency);let i=r!==void 0&&r.stack.amount===0;return X(C(`pot.turn`,{seat:w(n.seat)}),C(i?`pot.out`:`pot.turn.text`))}function Yt(e,t,n){let[r,i]=e.map(R),a=r===void 0||i===void 0?null:It(r,i);if(a===null)return X(C(`pot.pair`),C(`pot.pair.text`,{take:T(t.take,n)}));let o={odds:t.pay.spread[a-1]??0,down:T(t.down,n)};return X(C(`pot.spread`,{spread:a}),C(`pot.spread.text`,o))}function Xt(e){let{headline:t,text:r}=Z(e),i=Zt(e),a=i.length===0?``:S(`said.cards`,{cards:oe(i.map(R))});return n([a,`${t}.`,r])}function Zt({table:e,ended:t}){return e.phase===`betting`&&e.own===null&&e.family===`red-dog`?t?.cards??[]:e.phase===`playing`?e.pot_game===null?e.own?.hand?.cards??e.hand?.cards??[]:e.pot_game.turn?.cards??[]:[]}var Qt=(e,t,n)=>{let r=new Map;for(let i=t;i<=n;i++)r.set(e[i],i);return r},$t=ne(class extends re{constructor(e){if(super(e),e.type!==ce.CHILD)throw Error(`repeat() can only be used in text expressions`)}dt(e,t,n){let r;n===void 0?n=t:t!==void 0&&(r=t);let i=[],a=[],o=0;for(let t of e)i[o]=r?r(t,o):o,a[o]=n(t,o),o++;return{values:a,keys:i}}render(e,t,n){return this.dt(e,t,n).values}update(e,[t,n,r]){let a=ie(e),{values:o,keys:s}=this.dt(t,n,r);if(!Array.isArray(a))return this.ut=s,o;let c=this.ut??=[],l=[],u,d,f=0,p=a.length-1,m=0,h=o.length-1;for(;f<=p&&m<=h;)if(a[f]===null)f++;else if(a[p]===null)p--;else if(c[f]===s[m])l[m]=y(a[f],o[m]),f++,m++;else if(c[p]===s[h])l[h]=y(a[p],o[h]),p--,h--;else if(c[f]===s[h])l[h]=y(a[f],o[h]),_(e,l[h+1],a[f]),f++,h--;else if(c[p]===s[m])l[m]=y(a[p],o[m]),_(e,a[f],a[p]),p--,m++;else if(u===void 0&&(u=Qt(s,m,h),d=Qt(c,f,p)),u.has(c[f])){if(u.has(c[p])){let t=d.get(s[m]),n=t===void 0?null:a[t];if(n===null){let t=_(e,a[f]);y(t,o[m]),l[m]=t}else l[m]=y(n,o[m]),_(e,a[f],n),a[t]=null;m++}else g(a[p]),p--}else g(a[f]),f++;for(;m<=h;){let t=_(e,l[h+1]);y(t,o[m]),l[m++]=t}for(;f<=p;){let e=a[f++];e!==null&&g(e)}return this.ut=s,de(e,l),i}}),$=8,en=100,tn=class extends r{static properties={table:{attribute:!1},epoch:{attribute:!1},items:{state:!0},next:{state:!0},own:{state:!0},burnt:{state:!0},error:{state:!0}};constructor(){super(),this.table=``,this.epoch=-1,this.items=null,this.next=null,this.own=new Map,this.burnt=null,this.error=null}willUpdate(e){(e.has(`epoch`)||e.has(`table`))&&this.epoch>=0&&this.#e()}async#e(){let e=`/tables/${this.table}`;try{let[t,n,r]=await Promise.all([m.call({path:`${e}/hands?limit=${$}`,read:Ye}),m.call({path:`/me/stakes?limit=${en}`,read:Qe}),m.call({path:`${e}/burnt-hands?limit=${$}`,read:$e})]);this.items=t.items,this.next=t.next;let i=n.items.filter(e=>e.table_id===this.table&&e.outcome!==`withdrawn`);this.own=new Map(i.map(e=>[e.epoch,e])),this.burnt=r.items,this.error=null}catch(e){this.error=e}}#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=`/tables/${this.table}/hands?limit=${$}&cursor=${e}`,n=await m.call({path:t,read:Ye});this.items=[...this.items??[],...n.items],this.next=n.next}catch(e){this.error=e}};render(){return a`<section class="box hist" aria-labelledby="hands-heading">
        <h2 id="hands-heading">${C(`hands`)}</h2>
        <problem-box .error=${this.error}></problem-box>
        ${this.items===null?a`<span class="skel late"></span>`:this.#n(this.items)}
        ${this.next===null?e:a`<button class="btn bare low" type="button" @click=${this.#t}>${C(`hands.more`)}</button>`}
      </section>
      ${this.#i()}`}#n(e){return e.length===0?a`<p class="none quiet small">${C(`hands.none`)}</p>`:a`<div class="hands">
      ${$t(e,e=>e.epoch,e=>this.#r(e))}
    </div>`}#r(n){let r=this.own.get(n.epoch),i=r?.returned??null,o=r===void 0||i===null?null:i.amount-r.staked.amount,s=n.results.length,c=Ee(this.table,n,r?.seat??null);return a`<details>
      <summary>
        ${nn(n)}
        <span class="num">
          ${o===null?s>0?C(`hands.seats`,{seats:s}):``:x(o,i?.currency)}
        </span>
      </summary>
      <p class="quiet small">
        ${C(`hands.epoch`,{epoch:n.epoch})}. ${C(`hands.ended`,{instant:t(n.ended_at)})}
      </p>
      ${s===0?e:an(n,r?.seat??null)}
      <a class="small" href="#/verify-hand/${this.table}/${n.epoch}">${C(`verify.one`,{epoch:n.epoch})}</a>
      ${c===null?e:rn(c)}
    </details>`}#i(){let n=this.burnt??[];return a`<details class="box burnt">
      <summary>${C(`burnt`)}</summary>
      <p class="small quiet">${C(n.length===0?`burnt.none`:`burnt.text`)}</p>
      <ul class="plain small">
        ${n.map(n=>a`<li>
              <b>${C(`hands.epoch`,{epoch:n.epoch})}</b>, ${t(n.burnt_at)}.
              ${n.values.map(e=>C(`burnt.seat.${e.status}`,{seat:w(e.seat)})).join(`. `)}.
              ${n.house_would_have_won===null?e:C(`burnt.house`,{amount:T(n.house_would_have_won.amount,n.house_would_have_won.currency)})}
            </li>`)}
      </ul>
    </details>`}};function nn(e){let t={"no-reveal":`burnt`,"not-covered":`burnt`,decided:``}[e.ended_by]??e.ended_by;return t===``?H(e.cards.length>3?e.cards.slice(-1):e.cards):a`<span>${b(`hands.${t}`,t)}</span>`}function rn(e){return a`<button
    class="btn bare small"
    type="button"
    aria-label=${j(`report.label`,{epoch:e.epoch})}
    @click=${()=>{Oe.set({hand:e}),v(`report-window`)}}
  >
    ${j(`report`)}
  </button>`}function an(e,t){return a`<table>
    <thead>
      <tr>
        <th scope="col">${C(`hands.seat`)}</th>
        <th scope="col">${C(`hands.outcome`)}</th>
        <th scope="col" class="num">${C(`hands.net`)}</th>
      </tr>
    </thead>
    <tbody>
      ${e.results.map(e=>a`<tr>
            <td>
              ${e.seat===t?C(`you.seat`,{seat:w(e.seat)}):C(`seat`,{seat:w(e.seat)})}
            </td>
            <td>${b(`outcome.${e.outcome}`,e.outcome)}</td>
            <td class="num">${x(e.returned.amount-e.staked.amount,e.staked.currency)}</td>
          </tr>`)}
    </tbody>
  </table>`}customElements.define(`hands-list`,tn);var on=250,sn=(e,t)=>a`<button class="btn bare low" type="button" @click=${()=>v(e)}>${t}</button>`,cn=class extends r{static properties={tableId:{attribute:`table`},game:{state:!0},fault:{state:!0}};#e=null;#t=null;#n;#r=null;#i=``;#a=null;#o=new At(()=>this.#c,e=>this.#u(e));#s=D.state.animation;constructor(){super(),this.tableId=``,this.game=null,this.fault=null,this.watch(d,D,O,z,this.#o.store)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#_),this.#e=Me(this.tableId),this.#t=this.#e.follow(),this.addController(new ee(this,this.#e.store)),this.#n=setInterval(()=>this.#f(),on)}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#_),this.#t?.(),clearInterval(this.#n)}get#c(){return this.#e?.store.state.table??null}#l(e,t){let n=z.state.byTable.get(this.tableId)??null;return{table:e,terms:t,ended:this.#e?.store.state.ended??null,own:n}}#u(e){let{amount:t,currency:n}=e.stake_min,r=this.game?.stakes.find(e=>e.stake_min.currency===n),[i,a]=[r?.side_bet_min?.amount??0,r?.side_bet_max?.amount??0];return{currency:n,stakeMin:t,stakeMax:e.stake_max.amount,sideMin:i,sideMax:a}}#d(e){let{bets:t,chosen:n,raise:r,pending:i,answered:a,resting:o}=this.#o.store.state,s=F(e,`raise`);return{table:e,mode:P(e,a),bets:t,room:this.#u(e),seat:A(e,n),raise:s===null?0:k(s,r??s.least),pending:i,resting:o,keys:O.state.keys}}#f(){let e=this.#c,t=e===null?null:Te(e);if(t===null){this.#a=null;return}let n=xe(t.at,u()),r=t.for===`own-decision`,i=r?Ae(this.#a,n):null;i!==null&&this.#o.say(C(`said.seconds`,{seconds:i})),this.#a=r?n:null,this.requestUpdate()}willUpdate(){let e=this.#c;if(e===null)return;this.#r!==e.game&&this.#p(e.game);let t=this.game===null?null:J(this.game.sheet);t!==null&&this.#m(this.#l(e,t))}async#p(e){this.#r=e;try{this.game=await be(e)}catch(e){this.fault=e}}#m(e){let{table:t,own:n,ended:r}=e,i=M(t)?N(t):null,a=t.hand?.seq??t.pot_game?.turn?.seq??0,o=[t.phase,t.epoch,a,i,r?.epoch,n?.ended?.epoch,t.own?.seat].join(`/`);if(o===this.#i)return;let s=this.#i===``;if(this.#i.startsWith(`playing/`)&&t.phase===`betting`&&this.#o.rest(),this.#i=o,this.#o.say(Xt(e)),i!==null&&this.#o.ask(),s)return;let{headline:c,worth:l}=Z(e);t.phase===`playing`&&ve(),l!==null&&pe(l),(i!==null||l!==null)&&(_e(c),this.updateComplete.then(()=>this.querySelector(`.say`)?.scrollIntoView({block:`nearest`})))}#h={chip:(e,t)=>this.#g(t,()=>this.#o.chip(e)),box:(e,t)=>this.#g(t,()=>this.#o.turnTo(e)),repeat:e=>this.#g(e,()=>this.#o.repeat()),remove:e=>this.#g(e,()=>this.#o.remove()),sit:e=>this.#g(e,()=>this.#o.sit()),withdraw:e=>this.#g(e,()=>this.#o.withdraw()),decide:(e,t)=>this.#g(t,()=>this.#o.decide(e)),raise:(e,t)=>this.#g(t,()=>this.#o.raiseTo(e)),mark:(e,t)=>this.#g(t,()=>this.#o.mark(e))};#g(e,t){t(),e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#_=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=he(e,O.state.keys);n!==null&&(e.preventDefault(),me(n,e)||this.#o.command(n))};render(){let e=this.#e?.store.state.problem??null,t=this.#c,n=this.game===null?null:J(this.game.sheet);if(t===null||this.game===null||n===null)return a`<div class="stack">
        <problem-box .error=${e??this.fault}></problem-box>
        <p class="quiet late" role="status">${C(`loading`)}</p>
      </div>`;let r=this.#l(t,n),i=this.#d(t);return a`
      <div class="board" id="board" tabindex="-1">
        ${Se(this.game,t,i.room)} ${this.#v(r,i)}
        <div class="console ${i.mode}">${this.#y(r,e)} ${gt(i,this.#h)}</div>
        ${this.#b(t)}
        <p class="vh" role="status" aria-live="polite">${this.#o.store.state.live}</p>
      </div>
      <aside>
        ${we(r,d.state.wallet)}
        <hands-list .table=${t.id} .epoch=${t.epoch}></hands-list>
        <keys-list></keys-list>
        <receipts-box></receipts-box>
      </aside>
    `}#v(e,{table:t,mode:n,seat:r}){let i=this.#e?.store.state,o=this.#s&&D.state.animation&&!ye(),s={chosen:r,choose:(e,t)=>this.#g(t,()=>this.#o.choose(e))};return a`<div class="cloth is-live is-${t.family} ${o?`moving`:``}">
      ${ke(t,i?.connection??`opening`,u())}
      ${jt(t,e.ended,n===`bet`?s:null)}
      ${ot(e,i?.turns??[],this.#x(e))}
    </div>`}#y(t,n){let{error:r,note:i}=this.#o.store.state,o=n??r;return a`<div class="said">
      ${De(t.own)} ${i===``?e:a`<p class="problem info small">${i}</p>`}
      ${o===null?e:a`<problem-box .error=${o}></problem-box>`}
    </div>`}#b(n){let r=n.own!==null&&n.phase!==`betting`,i=n.pot_game?.ends_at;return a`<div class="foot">
      ${sn(`options-window`,S(`options`))}
      ${sn(`bet-limit-window`,S(`bet-options`))}
      <a class="btn bare low" href="#/limits">${S(`limits`)}</a>
      <span class="on-phone"><a class="btn bare low" href="#/rules/${n.game}">${C(`rules`)}</a></span>
      ${r?a`<button class="btn bare low" type="button" @click=${()=>this.#o.leave()}>${C(`leave`)}</button>`:e}
      ${i===void 0?e:a`<span class="small quiet">${C(`clock.game`,{instant:t(i)})}</span>`}
    </div>`}#x(t){let{headline:n,text:r,worth:i}=Z(t),o=t.table.phase===`betting`&&t.table.own===null&&(t.own?.ended??null)!==null,s=o?t.own?.held??null:null,c=o&&(t.own?.ended?.end_leaf??null)!==null;return a`<div class="say ${i===`won`?`worth-won`:``}">
      <strong>${n}</strong>
      <span class="quiet">${r}</span>
      ${s===null?e:a`<span class="small held">${C(`held.${s}`)}</span>`}
      ${c?a`<a class="small" href="#/verify-hand/${t.table.id}/${t.own?.kept.epoch}">${C(`verify`)}</a>`:e}
    </div>`}};customElements.define(`live-board`,cn);export{cn as LiveBoard};