import{_ as e,t,y as n}from"./plain-element-DXa2qk9R.js";import{c as r}from"./session-C_5GV08U.js";import{o as i}from"./bets-B9ZEMoOg.js";import{c as a,d as o,s}from"./board-parts-DA9kK-pC.js";import{a as c,o as l,r as u}from"./services-CeDtpm1A.js";import{_ as d,u as f}from"./index-De-aLKpK.js";var p=[`stake`,`total-staked`,`side-bet`],m=class extends t{static properties={error:{state:!0},open:{state:!0}};constructor(){super(),this.error=null,this.open=null,this.watch(u,r)}connectedCallback(){super.connectedCallback(),this.#e()}async#e(){try{let[e]=await Promise.all([l(),c()]);this.open=e?.game??null}catch(e){this.error=e}}render(){let{games:t}=u.state;return n`<div class="stack">
      <h1>${d(`games`)}</h1>
      <p class="quiet">${d(`games.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.open===null?e:s(this.open)} ${t===null?e:this.#t(t)}
    </div>`}#t(e){return e.length===0?n`<p class="box quiet">${d(`games.none`)}</p>`:n`<ul class="plain games">
      ${e.map(e=>this.#n(e))}
    </ul>`}#n(t){let s=r.state.wallet?.cash.currency??t.stakes[0]?.stake_min.currency??``,c=i(t.stakes,s),l=o(t),u=(e,t)=>`${d(`between`,{min:f(e,s),max:f(t,s)})} ${s}`,m=p.map(e=>({basis:e,percent:a(t,e)})).filter(e=>e.percent!==null);return n`<li class="box">
      <div class="row between">
        <h2>${l}</h2>
        ${t.available?e:n`<span class="tag warn">${d(`off`)}</span>`}
        ${c===null?n`<span class="tag warn">${d(`other-currency`,{currency:s})}</span>`:e}
      </div>
      <dl class="pairs small">
        ${c===null?e:n`<dt>${d(`stake`)}</dt>
                <dd>${u(c.stakeMin,c.stakeMax)}</dd>
                ${c.sideMax>0?n`<dt>${d(`side`)}</dt>
                        <dd>${u(c.sideMin,c.sideMax)}</dd>`:e}`}
        ${m.map(({basis:e,percent:t})=>n`<dt>${d(`return.${e}`)}</dt>
              <dd>${d(`percent`,{percent:t??``})}</dd>`)}
      </dl>
      <div class="row">
        <a class="btn main" href="#/play/${t.game}" aria-label=${d(`play.game`,{game:l})}
          >${d(`play`)}</a
        >
        <a class="btn bare" href="#/rules/${t.game}" aria-label=${d(`rules.game`,{game:l})}
          >${d(`rules`)}</a
        >
      </div>
    </li>`}};customElements.define(`games-view`,m);export{m as GamesView};