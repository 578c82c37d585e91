import{B as e,F as t,V as n,i as r,u as i,y as a}from"./index-Br6RixXs.js";import{l as o,o as s,s as c,v as l}from"./board-parts-qiyO67vr.js";import{a as u,o as d,r as f}from"./services-BfIeqXKN.js";var p=[`stake`,`total-staked`,`side-bet`],m=class extends t{static properties={error:{state:!0},open:{state:!0}};constructor(){super(),this.error=null,this.open=null,this.watch(f,a)}connectedCallback(){super.connectedCallback(),this.#e()}async#e(){try{let[e]=await Promise.all([d(),u()]);this.open=e?.game??null}catch(e){this.error=e}}render(){let{games:t}=f.state;return n`<div class="stack">
      <h1>${i(`games`)}</h1>
      <p class="quiet">${i(`games.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.open===null?e:s(this.open)} ${t===null?e:this.#t(t)}
    </div>`}#t(e){return e.length===0?n`<p class="box quiet">${i(`games.none`)}</p>`:n`<ul class="plain games">
      ${e.map(e=>this.#n(e))}
    </ul>`}#n(t){let s=a.state.wallet?.cash.currency??t.stakes[0]?.stake_min.currency??``,u=l(t.stakes,s),d=o(t),f=(e,t)=>`${i(`between`,{min:r(e),max:r(t)})} ${s}`,m=p.map(e=>({basis:e,percent:c(t,e)})).filter(e=>e.percent!==null);return n`<li class="box">
      <div class="row between">
        <h2>${d}</h2>
        ${t.available?e:n`<span class="tag warn">${i(`off`)}</span>`}
        ${u===null?n`<span class="tag warn">${i(`other-currency`,{currency:s})}</span>`:e}
      </div>
      <dl class="pairs small">
        ${u===null?e:n`<dt>${i(`stake`)}</dt>
                <dd>${f(u.stakeMin,u.stakeMax)}</dd>
                ${u.sideMax>0?n`<dt>${i(`side`)}</dt>
                        <dd>${f(u.sideMin,u.sideMax)}</dd>`:e}`}
        ${m.map(({basis:e,percent:t})=>n`<dt>${i(`return.${e}`)}</dt>
              <dd>${i(`percent`,{percent:t??``})}</dd>`)}
      </dl>
      <div class="row">
        <a class="btn main" href="#/play/${t.game}" aria-label=${i(`play.game`,{game:d})}
          >${i(`play`)}</a
        >
        <a class="btn bare" href="#/rules/${t.game}" aria-label=${i(`rules.game`,{game:d})}
          >${i(`rules`)}</a
        >
      </div>
    </li>`}};customElements.define(`games-view`,m);export{m as GamesView};