import{_ as e,c as t,f as n,t as r,v as i,y as a}from"./plain-element-DXa2qk9R.js";import{A as o,C as s,D as c,S as l,a as u,c as d,j as f,s as p,t as m,x as h}from"./session-C_5GV08U.js";import{i as ee,r as te}from"./account-currency-FY2ilYQc.js";import{C as g,D as ne,E as _,F as v,O as re,S as ie,T as y,a as b,b as x,d as S,f as ae,g as C,h as w,i as T,k as oe,m as se,o as E,p as ce,u as D,w as le,x as ue}from"./index-De-aLKpK.js";import{m as de,n as fe}from"./board-parts-DA9kK-pC.js";import{_ as O,a as pe,d as k,g as me,h as he,i as ge,l as A,n as _e,r as ve,u as ye}from"./voice-CdKBTg_m.js";import{i as be,n as xe}from"./services-CeDtpm1A.js";import{S as j,b as Se,d as M,f as N,g as Ce,h as we,m as P,p as Te,t as Ee,u as F,v as I,x as De,y as Oe}from"./feed-DzOeNDic.js";import{a as L,c as ke,l as Ae,n as je,o as Me,r as Ne,s as Pe}from"./seat-report-DJQx3WnW.js";import{a as Fe,i as Ie,n as Le,r as R,s as z,t as Re}from"./drawings-D5pd6-Vp.js";import{_ as ze,g as Be,h as Ve,m as He,p as Ue,v as We}from"./keys-list-1ov2Y0U0.js";import{a as Ge,c as Ke,i as qe,n as Je,r as Ye}from"./bets-B9ZEMoOg.js";import{o as Xe}from"./player-key-CiE4vGYp.js";import{i as Ze,n as Qe,o as $e,s as et,t as tt}from"./answers-Cjd6Tppe.js";import{n as nt,ownStakeAt as rt,ownStakes as B,t as it,takeSeat as at}from"./seat-keeper-ClA2uo1Q.js";function ot(e){return e.returned-e.staked}function st(e){return e>0?`won`:e===0?`even`:`lost`}function V(e,t){return e?.results.find(e=>e.seat===t)??null}var ct=5,lt=6;function ut(e,t,n){let{terms:r}=e;return r.family===`red-dog`?dt(e,r,n):r.family===`montana`?ft(e,n):ht(e,t,n)}function H({table:e,ended:t}){return e.phase===`betting`&&e.own===null?t:null}function dt(e,t,n){let[r,i,o]=(e.table.hand?.cards??H(e)?.cards??[]).map(z);return a`
    <div class="cards" role="group" aria-label=${w(`cards`)}>
      ${W(r,w(`first`))} ${W(o,w(`third`))} ${W(i,w(`second`))}
    </div>
    ${He(t,r,i)} ${n} ${Ue(r,i,o)}
  `}function ft(t,n){let r=H(t),i=r===null?null:we(r),o=t.own?.kept.seat??null,s=i===null||o===null?void 0:i.hands.get(o),c=(t.table.own?.hand?.cards??s??[]).map(z),l=i===null||i.hit===null?void 0:z(i.hit),u=t.table.phase===`playing`,d=o!==null&&V(r,o)?.outcome===`win`,f=[...i?.hands??[]].filter(([e])=>e!==o||s===void 0);return a`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${w(`dealers-five`)}>
        ${Array.from({length:lt},(e,t)=>pt(u,i,t))}
      </div>
      <div class="cards hit">
        ${u?a`<figure>
                ${Re(C(`face-down`))}
                <figcaption>${w(`hit`)}</figcaption>
              </figure>`:W(l,w(`hit`))}
      </div>
    </div>
    <div class="cards five" role="group" aria-label=${T(`own-cards`)}>
      ${Array.from({length:ct},(e,t)=>{let n=c[t];return W(n,null,d&&n!==void 0&&l!==void 0&&Be([n],l))})}
    </div>
    ${n} ${f.length===0?e:mt(f)}
  `}function pt(e,t,n){let r=n===5?t?.burnt:t?.dealer[n];return r==null?e?a`<figure>${Re(C(n===5?`burnt`:`dealers`))}</figure>`:a`<figure>${R()}</figure>`:W(z(r),null)}function mt(e){return a`<ul class="plain small others">
    ${e.map(([e,t])=>a`<li>${T(`seat-cards`,{seat:E(e)})} ${U(t)}</li>`)}
  </ul>`}function ht(t,n,r){let i=t.table.pot_game,o=i?.turn??null,[s,c]=(o?.cards??[]).map(z),l=t.table.own?.hand?.cards??[],u=l.length>0&&o?.seat!==t.table.own?.seat,d=o===null?w(`cards`):T(`turn-cards`,{seat:E(o.seat)});return a`
    <p class="pot">${T(`pot`,{amount:D(i?.pot.amount??0)})}</p>
    <div class="dealers">
      <div class="cards two" role="group" aria-label=${d}>
        ${W(s,w(`first`))} ${W(void 0,w(`third`))} ${W(c,w(`second`))}
      </div>
      ${u?a`<div class="cards mini held" role="group" aria-label=${T(`own-cards`)}>
              ${l.map(e=>W(z(e),null))}
              <span class="small quiet">${T(`own-cards`)}</span>
            </div>`:e}
    </div>
    ${r} ${n.length===0?e:gt(n)}
  `}function gt(e){return a`<section class="turns small" aria-label=${T(`turns`)}>
    <h2 class="small">${T(`turns`)}</h2>
    <ol class="plain">
      ${e.slice(-8).toReversed().map(e=>a`<li>
              <b>${T(`turn.seat`,{seat:E(e.seat)})}</b> ${U(e.cards)}
              <span class="quiet">${_t(e)}</span>
            </li>`)}
    </ol>
  </section>`}function _t(e){let t={staked:D(e.staked),returned:D(e.returned),won:D(e.returned-e.staked)},n=e.refill>0?` ${T(`turn.refill`,{amount:D(e.refill)})}`:``;return vt(e.result,t)+n}function vt(e,t){switch(e){case`consecutive-draw`:case`pair-take`:case`red-dog`:case`pair-miss`:case`down`:case`win`:case`lose`:return T(`turn.${e}`,t);default:return e}}function U(e){return a`<span class="c">${e.map(z).map(e=>Fe(e,S(e)))}</span>`}function W(t,n,r=!1){let i=t===void 0?``:S(t);return ue(i,a`<figure class="${t===void 0?``:`new`}${r?` won`:``}">
      ${t===void 0?R():Ie(t,i)}${n===null?e:a`<figcaption>${n}</figcaption>`}
    </figure>`)}var G=[100,500,2500,1e4],yt=[500,2500,1e4];function K(e){return e.family===`pot`?yt:G}function bt(t,n){let{mode:r}=t;if(r===`bet`)return a`${xt(t,n)} ${St(t,n)} ${Ct(t,n)}`;if(r===`watch`)return e;let i=t.table.phase===`playing`?Dt(t.table,n,t.pending):e;return r===`decide`?a`${J(t)} ${Et(t,n)} ${wt(t,n)} ${i}`:r===`seated`?a`${J(t)}
      <div class="acts">
        <button class="btn" type="button" ?disabled=${t.pending} @click=${n.withdraw}>
          ${T(`withdraw`)}
        </button>
      </div>`:a`${J(t)} ${i}`}function xt({table:e,room:t},n){let r=(e,t)=>{t.preventDefault(),n.chip(e,t)};return a`<div class="chips" role="group" aria-label=${w(`chips`)}>
    ${K(e).map(e=>{let{said:n,figure:i}=se(e,t.currency),o={amount:n,currency:t.currency};return a`<span>
        <button
          class="add"
          type="button"
          aria-label=${w(`chip.add`,o)}
          @click=${t=>r(e,t)}
          @contextmenu=${t=>r(-e,t)}
        >
          ${Le(i,G.indexOf(e))}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${w(`chip.less`,o)}
          @click=${t=>r(-e,t)}
        >
          −
        </button>
      </span>`})}
  </div>`}function St({bets:t,room:n},r){let i=(e,i)=>{let o=t[e],s=a`<b>${o===0?`·`:D(o,n.currency)}</b><span>${i}</span>`;return n.sideMax===0?a`<div class="put">${s}</div>`:a`<button
      class="put"
      type="button"
      aria-pressed=${t.on===e}
      @click=${t=>r.box(e,t)}
    >
      ${s}
    </button>`};return a`<div class="puts" role="group" aria-label=${w(`bets`)}>
    ${i(`stake`,w(`bet`))} ${n.sideMax>0?i(`side`,w(`bonus`)):e}
  </div>`}function Ct({seat:t,pending:n,resting:r,keys:i},o){let s=n?T(`taking-seat`):T(`take-seat`,{seat:t===null?``:E(t)});return a`<div class="acts">
    <span class="pair">
      <button class="btn side" type="button" @click=${o.remove}>
        ${w(`remove`)} <kbd>${O(i.remove)}</kbd>
      </button>
      <button class="btn side" type="button" @click=${o.repeat}>
        ${w(`repeat`)} <kbd>${O(i.repeat)}</kbd>
      </button>
    </span>
    <button
      class="btn main"
      type="button"
      ?disabled=${t===null}
      aria-disabled=${n||r?`true`:e}
      @click=${o.sit}
    >
      ${s} <kbd>${O(i.deal)}</kbd>
    </button>
  </div>`}var q=({amount:e,currency:t},n)=>a`<div class="put"><b>${e===0?`·`:D(e,t)}</b><span>${n}</span></div>`;function J({table:t}){let n=t.seats.find(e=>e.seat===t.own?.seat);if(n===void 0)return e;let r=t.pot_game?.seats.find(e=>e.seat===n.seat)?.stack??null,i=n.decision?.amount??{amount:0,currency:n.stake.currency};return a`<div class="puts" role="group" aria-label=${w(`bets`)}>
    ${r===null?a`${q(n.stake,w(`bet`))} ${t.family===`pot`?e:q(i,w(`raise`))}
          ${n.side_bet===null?e:q(n.side_bet,w(`bonus`))}`:q(r,T(`chips`))}
  </div>`}function wt({table:t,raise:n,pending:r,keys:i},o){let s=I(t),c=t.own?.legal_actions??[],l=e=>e===s?2:e===`surrender`?0:1,u=c.toSorted((e,t)=>l(e.action)-l(t.action)),d=e=>e===s?i.deal:e===`raise`?i.raise:e===`surrender`?i.surrender:null;return a`<div class="acts">
    ${u.map(({action:i,cost_min:s})=>{let c=d(i),l=i===`raise`?n:s.amount;return a`<button
        class="btn"
        type="button"
        data-action=${i}
        aria-disabled=${r?`true`:e}
        @click=${e=>o.decide(i,e)}
      >
        ${Tt(i,l,t.stake_min.currency)}
        ${c===null?e:a`<kbd>${O(c)}</kbd>`}
      </button>`})}
  </div>`}function Tt(e,t,n){return e===`raise`||e===`down`?T(`action.${e}`,{amount:D(t,n)}):b(`action.${e}`,e)}function Et({table:t,raise:n},r){let i=N(t,`raise`);if(i===null||i.least===i.most)return e;let{currency:o}=t.stake_min,s=e=>{let t=D(Math.abs(e),o),i=T(e>0?`raise.more`:`raise.less`,{amount:t});return a`<button
      class="btn"
      type="button"
      aria-label=${i}
      @click=${t=>r.raise(n+e,t)}
    >
      ${e>0?`+`:`−`}${t}
    </button>`};return a`<div class="raiser row" role="group" aria-label=${T(`raise.amount`)}>
    <button class="btn low" type="button" @click=${e=>r.raise(i.least,e)}>
      ${T(`raise.least`)}
    </button>
    ${s(-i.step)} <output>${D(n,o)}</output> ${s(i.step)}
    <button class="btn low" type="button" @click=${e=>r.raise(i.most,e)}>
      ${T(`raise.most`)}
    </button>
  </div>`}function Dt(t,n,r){let i=t.pot_game?.seats.find(e=>e.seat===t.own?.seat);if(i===void 0||i.stack.amount===0)return e;let o=t=>a`<button
      class="btn low"
      type="button"
      aria-disabled=${r?`true`:e}
      @click=${e=>n.mark(t,e)}
    >
      ${T(t)}
    </button>`;return a`<div class="marks row">
    ${i.voted?a`<span class="tag info">${T(`voted`)}</span>`:o(`vote`)}
    ${o(i.away?`back`:`away`)}
  </div>`}var Y=o({receipt:o({seq:h,leaf:f,note:f})});async function Ot(e,t,n,r){let{currency:i}=e.stake_min,a=await it(e,t,n,r),o={asked_seq:M(e),action:n,amount:{amount:r,currency:i}},s={method:`POST`,path:`/tables/${e.id}/actions`,read:Y,once:!0},{receipt:c}=await m.call({...s,body:o,sign:a?.sign});await a?.accept([c])}async function kt(e){let t={epoch:e.epoch};await m.call({method:`POST`,path:`/tables/${e.id}/withdrawals`,body:t,read:$e,once:!0})}async function At(e,t,n){let r={epoch:e.epoch,mark:n},i=nt(e,t,n),a={method:`POST`,path:`/tables/${e.id}/marks`,read:Y,once:!0},{receipt:o}=await m.call({...a,body:r,sign:i?.sign});await i?.accept([o])}async function jt(e){let t={epoch:e.epoch},n={method:`POST`,path:`/tables/${e.id}/departures`,body:t,read:Qe,once:!0};return(await m.call(n)).departure}var Mt=1e3,Nt={up:100,down:-100,up10:1e3,down10:-1e3},Pt=class{store=new te({bets:Je,chosen:null,raise:null,pending:!1,error:null,fault:null,note:``,live:``,answered:null,resting:!1});#e;#t;#n;#r=null;#i=0;constructor(e,t,n){this.#e=e,this.#t=t,this.#n=n}ask(){this.#i=Date.now()+350,this.store.set({raise:null})}rest(){this.store.set({resting:!0}),setTimeout(()=>this.store.set({resting:!1}),Mt)}say(e){this.store.set({live:e})}chip(e){let t=this.#e();if(t===null)return;let n=Math.min(...K(t)),r=Math.abs(e)<n?Math.sign(e)*n:e,i=Ye(this.store.state.bets,r,this.#t(t));ge();let a=w(i.on===`side`?`said.side`:`said.bet`,{amount:D(i[i.on])});this.store.set({bets:i,live:a})}turnTo(e){let t=this.#e();t!==null&&this.store.set({bets:Ke(this.store.state.bets,e,this.#t(t))})}repeat(){let e=this.#e();if(e===null||this.#r===null)return;let t=Ge(this.store.state.bets,this.#r,this.#t(e));this.store.set({bets:t,live:w(`said.bet`,{amount:D(t.stake)})})}remove(){this.store.set({bets:qe(this.store.state.bets),live:w(`said.removed`)})}choose(e){this.store.set({chosen:e})}raiseTo(e){this.store.set({raise:e})}sit(){let e=this.#e(),{bets:t,chosen:n,resting:r}=this.store.state,i=e===null?null:Ce(e,n);if(e===null||i===null||r)return;if(t.stake===0){let t=T(`no-bet`,{min:D(e.stake_min.amount)});this.store.set({note:t,live:t});return}let a=this.#n();a!==null&&this.#o(async()=>{await at(e,{seat:i,stake:t.stake,sideBet:t.side,rules:a}),this.#r=t,this.store.set({chosen:i}),await p()})}decide(e){let t=this.#e(),{answered:n,raise:r}=this.store.state;if(t===null||Date.now()<this.#i)return;let i=N(t,e);if(P(t,n)!==`decide`||i===null)return;let a=e===`raise`?j(i,r??i.least):i.least;this.#o(async()=>{await Ot(t,rt(t.id),e,a),this.store.set({answered:M(t)}),t.family!==`pot`&&await p()})}withdraw(){this.#a(e=>kt(e))}mark(e){this.#a(t=>At(t,rt(t.id),e))}leave(){this.#a(async e=>{let t=T(`leave.${await jt(e)}`);this.store.set({note:t,live:t})})}command(e){let t=this.#e();if(t===null)return;let n=P(t,this.store.state.answered),r=Nt[e];if(n===`bet`&&(r!==void 0&&this.chip(r),e===`repeat`&&this.repeat(),e===`remove`&&this.remove(),e===`deal`&&this.sit()),n!==`decide`)return;let i=N(t,`raise`);r!==void 0&&i!==null&&this.raiseTo(j(i,(this.store.state.raise??i.least)+Math.sign(r)*i.step)),e===`deal`&&this.decide(I(t)??``),(e===`raise`||e===`surrender`)&&this.decide(e)}#a(e){let t=this.#e();t!==null&&this.#o(()=>e(t))}#o(e){if(this.store.state.pending)return;let t=this.#s?.fault??null;this.store.set({fault:t,error:null,note:``}),t===null&&(this.store.set({pending:!0}),e().catch(e=>{let t=e instanceof Xe;this.store.set(t?{fault:this.#s?.fault??null}:{error:e})}).finally(()=>this.store.set({pending:!1})))}goOn(){this.#s?.goOn(),this.store.set({fault:null})}get#s(){let{me:e}=d.state;return e===null?null:xe(e.id)}};function Ft(e,t,n){let r=Oe(e,t),{currency:i}=e.stake_min;return a`<ol class="plain seats of-${e.seats_max}" aria-label=${T(`seats`)}>
    ${r.map(e=>e.taken?It(e,i):Lt(e,n,i))}
  </ol>`}function It(e,t){let n=E(e.seat);return a`<li class="${e.mine?`me`:``} ${e.turn?`turn`:``}">
    <b>${e.mine?T(`you.seat`,{seat:n}):T(`seat`,{seat:n})}</b>
    ${D(e.amount??0,t)}
    <span class="quiet word">${Rt(e.word)}</span>
  </li>`}function Lt(t,n,r){let i=E(t.seat),o=t.last===null?null:ot(t.last),s=a`<b>${T(`seat`,{seat:i})}</b> <span class="quiet">${T(`free`)}</span> ${o===null?e:a`<span class="word">${x(o,r)}</span>`}`;return n===null?a`<li class="empty">${s}</li>`:a`<li class="empty choose">
    <button
      type="button"
      aria-pressed=${n.chosen===t.seat}
      @click=${e=>n.choose(t.seat,e)}
    >
      ${s}
    </button>
  </li>`}function Rt(e){if(typeof e==`string`)return T(e===`free`?`free`:`word.${e}`);let t=b(`word.${e.action}`,e.action);return e.byClock?T(`word.clock`,{word:t}):t}var zt=o({family:c(`pot`),unit:h,take:h,down:h,pay:o({spread:s(h)})});function X(e){return l(e)&&e.family===`pot`?zt(e,`sheet`):de(e)}var Bt=e=>e===14?1:e;function Vt(e,t){let n=Math.abs(Bt(e.rank)-Bt(t.rank));return n===0?null:n-1}var Z=(e,t=``)=>({headline:e,text:t,worth:null});function Q(e){let{table:t}=e;return t.phase===`revealing`?Yt(e):t.phase===`playing`?t.pot_game===null?Xt(e):en(e):Ht(e)}function Ht(e){let{table:t}=e;if(t.own!==null){let e=t.seats.find(e=>e.seat===t.own?.seat),n=(e?.stake.amount??0)+(e?.side_bet?.amount??0),r=t.due_at===null?`open.alone.text`:`open.waits.text`;return Z(T(`open.waits`,{seat:E(t.own.seat),amount:D(n,t.stake_min.currency)}),T(r))}let n=Ut(e);if(n!==null)return n;if(t.phase===`unannounced`)return Z(T(`unannounced`),T(`unannounced.text`));if(t.status!==`open`||!t.available)return Z(T(`paused`),T(`paused.text`));let r=t.family===`pot`?`open.pot.text`:`open.first.text`;return Z(T(`open.first`),T(r,{seconds:t.betting_seconds,seats:t.seats_min}))}function Ut({ended:e,own:t,table:r}){let i=t?.ended??null;if(i!==null&&(e===null||i.epoch>=e.epoch))return Gt(i,e);if(e===null||t!==null&&t.ended===null&&t.kept.epoch===e.epoch)return null;if(e.why===`no-reveal`||e.why===`not-covered`||e.why===`void`)return Wt(e);let a=r.family===`pot`?b(`end.${e.why}`,``):``;return Z(T(`end.hand`),n([a,T(`end.watched`)]))}function Wt(e){let t=e.missing.map(E).join(`, `),n=e.why;return Z(T(`end.${n}`),T(`end.${n}.text`,{seats:e.missing.length,list:t}))}function Gt(e,t){if(e.outcome===`withdrawn`)return Z(T(`end.withdrawn`),T(`end.withdrawn.text`));let r=t?.epoch===e.epoch?t:null;if(e.status===`voided`)return r===null?Z(T(`end.withdrawn`)):Wt(r);let[i,a]=[e.staked.amount,e.returned?.amount??0],o=a-i,s=V(r,e.seat),{currency:c}=e.staked,l={net:D(o,c),loss:D(-o,c),returned:D(a,c)},u=e.outcome??``,d=e.side_bet!==null&&o>=0?T(`end.net`,{net:x(o,c)}):o<0&&u!==`surrender`?T(`end.lose`,l):Kt(u,l),f=T(`end.money`,{staked:D(i,c),returned:D(a,c)}),p=r?.defaults.find(t=>t.seat===e.seat)?.action??null,m=[f,qt(s?.bonus??null,c),r===null?``:Jt(r),p===null?``:T(`end.default`,{word:b(`word.${p}`,p)})];return{headline:d,text:n(m),worth:st(o)}}function Kt(e,t){switch(e){case`win`:case`trips`:case`pair-push`:case`consecutive-push`:case`surrender`:case`won`:case`even`:return T(`end.${e}`,t);default:return T(`end.net`,t)}}function qt(e,t){if(e===null)return``;let n=ce(e.category),r=e.returned>0?`end.bonus.returned`:`end.bonus.lost`;return T(r,{category:n,returned:D(e.returned,t)})}var Jt=e=>e.why===`decided`?``:b(`end.${e.why}`,``);function Yt({table:e,own:t}){if(e.stakes_covered!==!0)return Z(T(`values`),T(`values.uncovered`));let n=e.seats.find(t=>t.seat===e.own?.seat);if(n===void 0)return Z(T(`values`),T(`values.watch`));let r=n.revealed||t?.kept.revealed===!0;return Z(T(`values`),T(r?`values.told`:`values.own`))}function Xt(e){let{table:t,terms:n}=e;if(n.family===`montana`)return $t(t,n);if(n.family!==`red-dog`)return Z(T(`wait.game`));let r=Zt(t,n);if(F(t))return r;let i=Qt(t);return Z(i===null?T(`pair`):T(`spread`,{spread:i}),T(t.own===null?`wait.game`:`wait.others`))}function Zt(e,t){let n=Qt(e)??0,{winning:r,left:i,percent:a}=ze(n,t.decks),o=t.pay.spread[n-1]??0;return Z(w(`raise-or-stand`,{spread:n}),w(`between.win`,{winning:r,left:i,percent:a,odds:o}))}function Qt(e){let[t,n]=(e.hand?.cards??[]).map(z);return t===void 0||n===void 0?null:We(t,n)}function $t(e,t){let n=e.own?.hand?.cards??[];if(n.length!==t.hand)return Z(T(`montana.watch`),T(`montana.watch.text`));if(!F(e))return Z(T(`wait.others`));let{winning:r,left:i,percent:a}=Ve(n.map(z));return Z(w(`play-or-not`),w(`beats.win`,{winning:r,left:i,percent:a}))}function en({table:e,terms:t}){let n=e.pot_game?.turn??null,r=e.pot_game?.seats.find(t=>t.seat===e.own?.seat);if(r?.away===!0)return Z(T(`pot.away`),T(`pot.away.text`));if(n===null||t.family!==`pot`)return Z(T(`wait.game`));if(F(e))return tn(n.cards,t,e.stake_min.currency);let i=r!==void 0&&r.stack.amount===0;return Z(T(`pot.turn`,{seat:E(n.seat)}),T(i?`pot.out`:`pot.turn.text`))}function tn(e,t,n){let[r,i]=e.map(z),a=r===void 0||i===void 0?null:Vt(r,i);if(a===null)return Z(T(`pot.pair`),T(`pot.pair.text`,{take:D(t.take,n)}));let o={odds:t.pay.spread[a-1]??0,down:D(t.down,n)};return Z(T(`pot.spread`,{spread:a}),T(`pot.spread.text`,o))}function nn(e){let{headline:t,text:r}=Q(e),i=rn(e),a=i.length===0?``:w(`said.cards`,{cards:ae(i.map(z))});return n([a,`${t}.`,r])}function rn({table:e,ended:t}){return e.phase===`betting`&&e.own===null&&e.family===`red-dog`?t?.cards??[]:e.phase===`playing`?e.pot_game===null?e.own?.hand?.cards??e.hand?.cards??[]:e.pot_game.turn?.cards??[]:[]}var an=(e,t,n)=>{let r=new Map;for(let i=t;i<=n;i++)r.set(e[i],i);return r},on=ne(class extends re{constructor(e){if(super(e),e.type!==oe.CHILD)throw Error(`repeat() can only be used in text expressions`)}dt(e,t,n){let r;n===void 0?n=t:t!==void 0&&(r=t);let i=[],a=[],o=0;for(let t of e)i[o]=r?r(t,o):o,a[o]=n(t,o),o++;return{values:a,keys:i}}render(e,t,n){return this.dt(e,t,n).values}update(e,[t,n,r]){let a=ie(e),{values:o,keys:s}=this.dt(t,n,r);if(!Array.isArray(a))return this.ut=s,o;let c=this.ut??=[],l=[],u,d,f=0,p=a.length-1,m=0,h=o.length-1;for(;f<=p&&m<=h;)if(a[f]===null)f++;else if(a[p]===null)p--;else if(c[f]===s[m])l[m]=y(a[f],o[m]),f++,m++;else if(c[p]===s[h])l[h]=y(a[p],o[h]),p--,h--;else if(c[f]===s[h])l[h]=y(a[f],o[h]),_(e,l[h+1],a[f]),f++,h--;else if(c[p]===s[m])l[m]=y(a[p],o[m]),_(e,a[f],a[p]),p--,m++;else if(u===void 0&&(u=an(s,m,h),d=an(c,f,p)),u.has(c[f])){if(u.has(c[p])){let t=d.get(s[m]),n=t===void 0?null:a[t];if(n===null){let t=_(e,a[f]);y(t,o[m]),l[m]=t}else l[m]=y(n,o[m]),_(e,a[f],n),a[t]=null;m++}else g(a[p]),p--}else g(a[f]),f++;for(;m<=h;){let t=_(e,l[h+1]);y(t,o[m]),l[m++]=t}for(;f<=p;){let e=a[f++];e!==null&&g(e)}return this.ut=s,le(e,l),i}}),$=8,sn=100,cn=class extends r{static properties={table:{attribute:!1},epoch:{attribute:!1},items:{state:!0},next:{state:!0},own:{state:!0},burnt:{state:!0},error:{state:!0}};constructor(){super(),this.table=``,this.epoch=-1,this.items=null,this.next=null,this.own=new Map,this.burnt=null,this.error=null}willUpdate(e){(e.has(`epoch`)||e.has(`table`))&&this.epoch>=0&&this.#e()}async#e(){let e=`/tables/${this.table}`;try{let[t,n,r]=await Promise.all([m.call({path:`${e}/hands?limit=${$}`,read:Ze}),m.call({path:`/me/stakes?limit=${sn}`,read:et}),m.call({path:`${e}/burnt-hands?limit=${$}`,read:tt})]);this.items=t.items,this.next=t.next;let i=n.items.filter(e=>e.table_id===this.table&&e.outcome!==`withdrawn`);this.own=new Map(i.map(e=>[e.epoch,e])),this.burnt=r.items,this.error=null}catch(e){this.error=e}}#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=`/tables/${this.table}/hands?limit=${$}&cursor=${e}`,n=await m.call({path:t,read:Ze});this.items=[...this.items??[],...n.items],this.next=n.next}catch(e){this.error=e}};render(){return a`<section class="box hist" aria-labelledby="hands-heading">
        <h2 id="hands-heading">${T(`hands`)}</h2>
        <problem-box .error=${this.error}></problem-box>
        ${this.items===null?a`<span class="skel late"></span>`:this.#n(this.items)}
        ${this.next===null?e:a`<button class="btn bare low" type="button" @click=${this.#t}>${T(`hands.more`)}</button>`}
      </section>
      ${this.#i()}`}#n(e){return e.length===0?a`<p class="none quiet small">${T(`hands.none`)}</p>`:a`<div class="hands">
      ${on(e,e=>e.epoch,e=>this.#r(e))}
    </div>`}#r(n){let r=this.own.get(n.epoch),i=r?.returned??null,o=r===void 0||i===null?null:i.amount-r.staked.amount,s=n.results.length,c=je(this.table,n,r?.seat??null);return a`<details>
      <summary>
        ${ln(n)}
        <span class="num">
          ${o===null?s>0?T(`hands.seats`,{seats:s}):``:x(o,i?.currency)}
        </span>
      </summary>
      <p class="quiet small">
        ${T(`hands.epoch`,{epoch:n.epoch})}. ${T(`hands.ended`,{instant:t(n.ended_at)})}
      </p>
      ${s===0?e:dn(n,r?.seat??null)}
      <a class="small" href="#/verify-hand/${this.table}/${n.epoch}">${T(`verify.one`,{epoch:n.epoch})}</a>
      ${c===null?e:un(c)}
    </details>`}#i(){let n=this.burnt??[];return a`<details class="box burnt">
      <summary>${T(`burnt`)}</summary>
      <p class="small quiet">${T(n.length===0?`burnt.none`:`burnt.text`)}</p>
      <ul class="plain small">
        ${n.map(n=>a`<li>
              <b>${T(`hands.epoch`,{epoch:n.epoch})}</b>, ${t(n.burnt_at)}.
              ${n.values.map(e=>T(`burnt.seat.${e.status}`,{seat:E(e.seat)})).join(`. `)}.
              ${n.house_would_have_won===null?e:T(`burnt.house`,{amount:D(n.house_would_have_won.amount,n.house_would_have_won.currency)})}
            </li>`)}
      </ul>
    </details>`}};function ln(e){let t={"no-reveal":`burnt`,"not-covered":`burnt`,decided:``}[e.ended_by]??e.ended_by;return t===``?U(e.cards.length>3?e.cards.slice(-1):e.cards):a`<span>${b(`hands.${t}`,t)}</span>`}function un(e){return a`<button
    class="btn bare small"
    type="button"
    aria-label=${L(`report.label`,{epoch:e.epoch})}
    @click=${()=>{Ne.set({hand:e}),v(`report-window`)}}
  >
    ${L(`report`)}
  </button>`}function dn(e,t){return a`<table>
    <thead>
      <tr>
        <th scope="col">${T(`hands.seat`)}</th>
        <th scope="col">${T(`hands.outcome`)}</th>
        <th scope="col" class="num">${T(`hands.net`)}</th>
      </tr>
    </thead>
    <tbody>
      ${e.results.map(e=>a`<tr>
            <td>
              ${e.seat===t?T(`you.seat`,{seat:E(e.seat)}):T(`seat`,{seat:E(e.seat)})}
            </td>
            <td>${b(`outcome.${e.outcome}`,e.outcome)}</td>
            <td class="num">${x(e.returned.amount-e.staked.amount,e.staked.currency)}</td>
          </tr>`)}
    </tbody>
  </table>`}customElements.define(`hands-list`,cn);var fn=250,pn=(e,t)=>a`<button class="btn bare low" type="button" @click=${()=>v(e)}>${t}</button>`,mn=class extends r{static properties={tableId:{attribute:`table`},game:{state:!0},fault:{state:!0}};#e=null;#t=null;#n;#r=null;#i=``;#a=null;#o=new Pt(()=>this.#c,e=>this.#u(e),()=>this.game?.rules??null);#s=k.state.animation;constructor(){super(),this.tableId=``,this.game=null,this.fault=null,this.watch(d,k,A,B,this.#o.store)}connectedCallback(){super.connectedCallback(),document.addEventListener(`keydown`,this.#_),this.#e=Ee(this.tableId),this.#t=this.#e.follow(),this.addController(new ee(this,this.#e.store)),this.#n=setInterval(()=>this.#f(),fn)}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener(`keydown`,this.#_),this.#t?.(),clearInterval(this.#n)}get#c(){return this.#e?.store.state.table??null}#l(e,t){let n=B.state.byTable.get(this.tableId)??null;return{table:e,terms:t,ended:this.#e?.store.state.ended??null,own:n}}#u(e){let{amount:t,currency:n}=e.stake_min,r=this.game?.stakes.find(e=>e.stake_min.currency===n),[i,a]=[r?.side_bet_min?.amount??0,r?.side_bet_max?.amount??0];return{currency:n,stakeMin:t,stakeMax:e.stake_max.amount,sideMin:i,sideMax:a}}#d(e){let{bets:t,chosen:n,raise:r,pending:i,answered:a,resting:o}=this.#o.store.state,s=N(e,`raise`);return{table:e,mode:P(e,a),bets:t,room:this.#u(e),seat:Ce(e,n),raise:s===null?0:j(s,r??s.least),pending:i,resting:o,keys:A.state.keys}}#f(){let e=this.#c,t=e===null?null:Te(e);if(t===null){this.#a=null;return}let n=Se(t.at,u()),r=t.for===`own-decision`,i=r?De(this.#a,n):null;i!==null&&this.#o.say(T(`said.seconds`,{seconds:i})),this.#a=r?n:null,this.requestUpdate()}willUpdate(){let e=this.#c;if(e===null)return;this.#r!==e.game&&this.#p(e.game);let t=this.game===null?null:X(this.game.sheet);t!==null&&this.#m(this.#l(e,t))}async#p(e){this.#r=e;try{this.game=await be(e)}catch(e){this.fault=e}}#m(e){let{table:t,own:n,ended:r}=e,i=F(t)?M(t):null,a=t.hand?.seq??t.pot_game?.turn?.seq??0,o=[t.phase,t.epoch,a,i,r?.epoch,n?.ended?.epoch,t.own?.seat].join(`/`);if(o===this.#i)return;let s=this.#i===``;if(this.#i.startsWith(`playing/`)&&t.phase===`betting`&&this.#o.rest(),this.#i=o,this.#o.say(nn(e)),i!==null&&this.#o.ask(),s)return;let{headline:c,worth:l}=Q(e);t.phase===`playing`&&ve(),l!==null&&pe(l),(i!==null||l!==null)&&(_e(c),this.updateComplete.then(()=>this.querySelector(`.say`)?.scrollIntoView({block:`nearest`})))}#h={chip:(e,t)=>this.#g(t,()=>this.#o.chip(e)),box:(e,t)=>this.#g(t,()=>this.#o.turnTo(e)),repeat:e=>this.#g(e,()=>this.#o.repeat()),remove:e=>this.#g(e,()=>this.#o.remove()),sit:e=>this.#g(e,()=>this.#o.sit()),withdraw:e=>this.#g(e,()=>this.#o.withdraw()),decide:(e,t)=>this.#g(t,()=>this.#o.decide(e)),raise:(e,t)=>this.#g(t,()=>this.#o.raiseTo(e)),mark:(e,t)=>this.#g(t,()=>this.#o.mark(e))};#g(e,t){t(),e instanceof MouseEvent&&(e.detail>0||e.type===`contextmenu`)&&this.querySelector(`#board`)?.focus({preventScroll:!0})}#_=e=>{let{target:t}=e;if(e.defaultPrevented||!(t instanceof Element)||document.querySelector(`dialog[open]`)!==null||t.closest(`input, select, textarea, [contenteditable]`)!==null||(e.key===`Enter`||e.key===` `)&&t.closest(`button, a, summary`)!==null)return;let n=he(e,A.state.keys);n!==null&&(e.preventDefault(),me(n,e)||this.#o.command(n))};render(){let e=this.#e?.store.state.problem??null,t=this.#c,n=this.game===null?null:X(this.game.sheet);if(t===null||this.game===null||n===null)return a`<div class="stack">
        <problem-box .error=${e??this.fault}></problem-box>
        <p class="quiet late" role="status">${T(`loading`)}</p>
      </div>`;let r=this.#l(t,n),i=this.#d(t);return a`
      <div class="board" id="board" tabindex="-1">
        ${ke(this.game,t,i.room)} ${this.#v(r,i)}
        <div class="console ${i.mode}">${this.#y(r,e)} ${bt(i,this.#h)}</div>
        ${this.#b(t)}
        <p class="vh" role="status" aria-live="polite">${this.#o.store.state.live}</p>
      </div>
      <aside>
        ${Ae(r,d.state.wallet)}
        <hands-list .table=${t.id} .epoch=${t.epoch}></hands-list>
        <keys-list></keys-list>
        <receipts-box></receipts-box>
      </aside>
    `}#v(e,{table:t,mode:n,seat:r}){let i=this.#e?.store.state,o=this.#s&&k.state.animation&&!ye(),s={chosen:r,choose:(e,t)=>this.#g(t,()=>this.#o.choose(e))};return a`<div class="cloth is-live is-${t.family} ${o?`moving`:``}">
      ${Pe(t,i?.connection??`opening`,u())}
      ${Ft(t,e.ended,n===`bet`?s:null)}
      ${ut(e,i?.turns??[],this.#x(e))}
    </div>`}#y(t,n){let{error:r,fault:i,note:o}=this.#o.store.state,s=n??r;return a`<div class="said">
      ${i===null?e:fe(i,this.#o)} ${Me(t.own)}
      ${o===``?e:a`<p class="problem info small">${o}</p>`}
      ${s===null?e:a`<problem-box .error=${s}></problem-box>`}
    </div>`}#b(n){let r=n.own!==null&&n.phase!==`betting`,i=n.pot_game?.ends_at;return a`<div class="foot">
      ${pn(`options-window`,w(`options`))}
      ${pn(`bet-limit-window`,w(`bet-options`))}
      <a class="btn bare low" href="#/limits">${w(`limits`)}</a>
      <span class="on-phone"><a class="btn bare low" href="#/rules/${n.game}">${T(`rules`)}</a></span>
      ${r?a`<button class="btn bare low" type="button" @click=${()=>this.#o.leave()}>${T(`leave`)}</button>`:e}
      ${i===void 0?e:a`<span class="small quiet">${T(`clock.game`,{instant:t(i)})}</span>`}
    </div>`}#x(t){let{headline:n,text:r,worth:i}=Q(t),o=t.table.phase===`betting`&&t.table.own===null&&(t.own?.ended??null)!==null,s=o?t.own?.held??null:null,c=o&&(t.own?.ended?.end_leaf??null)!==null;return a`<div class="say ${i===`won`?`worth-won`:``}">
      <strong>${n}</strong>
      <span class="quiet">${r}</span>
      ${s===null?e:a`<span class="small held">${T(`held.${s}`)}</span>`}
      ${c?a`<a class="small" href="#/verify-hand/${t.table.id}/${t.own?.kept.epoch}">${T(`verify`)}</a>`:e}
    </div>`}};customElements.define(`live-board`,mn);export{mn as LiveBoard};