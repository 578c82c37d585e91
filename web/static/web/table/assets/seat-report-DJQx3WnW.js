import{_ as e,d as t,r as n,y as r}from"./plain-element-DXa2qk9R.js";import{r as i}from"./account-currency-FY2ilYQc.js";import{A as a,j as o,x as s}from"./session-C_5GV08U.js";import{G as c,b as l,h as u,i as d,o as f,s as p,u as m}from"./index-De-aLKpK.js";import{o as h}from"./player-key-CiE4vGYp.js";import{c as g,d as _}from"./board-parts-DA9kK-pC.js";import{_ as v,b as y,p as b,r as x}from"./feed-DzOeNDic.js";function S(t,n,i){let a={min:m(i.stakeMin,i.currency),max:`${m(i.stakeMax,i.currency)} ${i.currency}`},o={sideMin:m(i.sideMin,i.currency),sideMax:`${m(i.sideMax,i.currency)} ${i.currency}`},s=g(t,`stake`),c=i.sideMax>0?d(`stakes.side`,{...a,...o}):d(`stakes`,a);return r`<div class="head">
    <h1>${d(`table.title`,{game:_(t),table:p(n.id)})}</h1>
    <p class="small quiet">
      ${n.family===`pot`?d(`buy-in`,a):c}
      ${d(`seats.count`,{seats:n.seats_max,seconds:n.deciding_seconds})}
      ${s===null||n.family===`pot`?e:u(`returns`,{percent:s})}
      <a href="#/rules/${n.game}">${d(`rules`)}</a>
    </p>
  </div>`}function C(e,t,n){let i=t===`lost`&&e.own!==null?`connection.lost.seat`:`connection.${t}`,a=m(v(e),e.stake_min.currency);return r`<div class="livebar">
    <span class="tag ${t===`live`?`ok`:`warn`}" role="status"
      ><span aria-hidden="true">${t===`live`?`●`:`◌`}</span> ${d(i)}</span
    >
    ${w(e,n)}
    <span class="small quiet"
      >${e.pot_game===null?d(`on-table`,{amount:a}):d(`pot`,{amount:a})}</span
    >
  </div>`}function w(t,n){let i=b(t);if(i===null)return r`<span class="clock">${t.phase===`betting`?d(`clock.betting.waits`):e}</span>`;let a=y(i.at,n);return r`<span class="clock"
    >${T(i,a)}
    <progress
      max=${i.seconds}
      .value=${Math.min(a,i.seconds)}
      aria-label=${d(`clock.left`)}
    ></progress
  ></span>`}function T(e,t){let n=e.seat===null?``:f(e.seat);return d(`clock.${e.for}`,{seconds:t,seat:n})}function E(t){if(t===null||t.fault===null)return e;let{fault:n}=t,i=n instanceof x?n.deviation:n instanceof h?`not-proved`:null;return i===null?r`<problem-box .error=${n}></problem-box>`:r`<div class="problem small" role="alert">
    <strong>${d(`fault.heading`)}</strong>
    <p>${d(`fault.${i}`)} ${t.kept.revealed?e:d(`fault.unsent`)} ${d(`fault.text`)}</p>
    <code>${i}</code>
  </div>`}function D({table:e,own:n},i){let{currency:a}=e.stake_min,o=e.seats.find(t=>t.seat===e.own?.seat),s=(o?.stake.amount??0)+(o?.side_bet?.amount??0)+(o?.decision?.amount.amount??0),c=n?.ended??null,u=c===null?0:(c.returned?.amount??0)-c.staked.amount;return r`<section class="box" aria-labelledby="player-information">
    <h2 id="player-information">${d(`information`)}</h2>
    <dl class="pairs information">
      <dt>${d(`balance`)}</dt>
      <dd class="num">${t(i?.cash??{amount:0,currency:a})}</dd>
      <dt>${d(`bet.now`)}</dt>
      <dd class="num">${m(s,a)} ${a}</dd>
      <dt>${d(`last-win`)}</dt>
      <dd class="num">${u>0?`${l(u,a)} ${a}`:d(`last-win.none`)}</dd>
    </dl>
  </section>`}var O=n({report:`Report a seat`,"report.label":`Report a seat of hand {epoch}`,"report.text":`Our staff looks at the hand, nobody at the table learns of your report, and you are not told what comes of it.`,"report.seat":`Which seat?`,"report.seat.option":`Seat {seat}`,"report.suspicion":`What do you suspect?`,"suspicion.chip-dumping":`It loses to another seat on purpose`,"suspicion.soft-play":`It spares another seat`,"suspicion.program":`A program plays there, not a person`,"suspicion.other":`Something else`,"report.send":`Send the report`,"report.done":`Seat {seat} of hand {epoch} is reported. Our staff looks at it.`,"report.turn":`It is your turn. Close this window to decide.`,"report.close":`Close`},{report:`席を通報する`,"report.label":`席を通報する（ハンド{epoch}）`,"report.text":`通報はスタッフが確認し、テーブルの誰にも知られず、結果はあなたにもお知らせしません。`,"report.seat":`どの席ですか`,"report.seat.option":`席{seat}`,"report.suspicion":`どのような疑いですか`,"suspicion.chip-dumping":`ほかの席にわざと負けている`,"suspicion.soft-play":`ほかの席に手加減している`,"suspicion.program":`人ではなくプログラムがプレイしている`,"suspicion.other":`その他`,"report.send":`通報を送る`,"report.done":`ハンド{epoch}の席{seat}を通報しました。スタッフが確認します。`,"report.turn":`あなたの番です。このウィンドウを閉じて選択してください。`,"report.close":`閉じる`}),k=new i({hand:null}),A=[`chip-dumping`,`soft-play`,`program`,`other`];function j(e,t,n){if(n===null)return null;let r=[...new Set([...t.results.map(e=>e.seat),...t.missing])].filter(e=>e!==n).toSorted((e,t)=>e-t);return r.length===0?null:{table:e,epoch:t.epoch,seats:r}}function M(e){let t=e.seats.map(e=>({value:String(e),label:O(`report.seat.option`,{seat:e+1})})),n=A.map(e=>({value:e,label:O(`suspicion.${e}`)}));return[{name:`seat`,label:O(`report.seat`),kind:`radio`,options:t},{name:`suspicion`,label:O(`report.suspicion`),kind:`radio`,options:n}]}var N=a({epoch:s,seat:s,suspicion:o});async function P(e,t,n){let r={epoch:t.epoch,seat:Number(c(n,`seat`)),suspicion:c(n,`suspicion`)},{epoch:i,seat:a}=await e.call({method:`POST`,path:`/tables/${t.table}/reports`,body:r,read:N});return O(`report.done`,{seat:a+1,epoch:i})}export{O as a,S as c,P as i,D as l,j as n,E as o,k as r,C as s,M as t,w as u};