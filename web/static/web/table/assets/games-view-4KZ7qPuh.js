import{_ as e,g as t,t as n}from"./plain-element-CzNnNSV1.js";import{c as r}from"./session-oeUAqAAD.js";import{o as i}from"./bets-B9ZEMoOg.js";import{c as a,d as o,s}from"./board-parts-gXLe-c3_.js";import{a as c,o as l,r as u}from"./services-BqLzjHyp.js";import{h as d,l as f}from"./index-C1R20B-R.js";var p=[`stake`,`total-staked`,`side-bet`],m=class extends n{static properties={error:{state:!0},open:{state:!0}};constructor(){super(),this.error=null,this.open=null,this.watch(u,r)}connectedCallback(){super.connectedCallback(),this.#e()}async#e(){try{let[e]=await Promise.all([l(),c()]);this.open=e?.game??null}catch(e){this.error=e}}render(){let{games:n}=u.state;return e`<div class="stack">
      <h1>${d(`games`)}</h1>
      <p class="quiet">${d(`games.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.open===null?t:s(this.open)} ${n===null?t:this.#t(n)}
    </div>`}#t(t){return t.length===0?e`<p class="box quiet">${d(`games.none`)}</p>`:e`<ul class="plain games">
      ${t.map(e=>this.#n(e))}
    </ul>`}#n(n){let s=r.state.wallet?.cash.currency??n.stakes[0]?.stake_min.currency??``,c=i(n.stakes,s),l=o(n),u=(e,t)=>`${d(`between`,{min:f(e),max:f(t)})} ${s}`,m=p.map(e=>({basis:e,percent:a(n,e)})).filter(e=>e.percent!==null);return e`<li class="box">
      <div class="row between">
        <h2>${l}</h2>
        ${n.available?t:e`<span class="tag warn">${d(`off`)}</span>`}
        ${c===null?e`<span class="tag warn">${d(`other-currency`,{currency:s})}</span>`:t}
      </div>
      <dl class="pairs small">
        ${c===null?t:e`<dt>${d(`stake`)}</dt>
                <dd>${u(c.stakeMin,c.stakeMax)}</dd>
                ${c.sideMax>0?e`<dt>${d(`side`)}</dt>
                        <dd>${u(c.sideMin,c.sideMax)}</dd>`:t}`}
        ${m.map(({basis:t,percent:n})=>e`<dt>${d(`return.${t}`)}</dt>
              <dd>${d(`percent`,{percent:n??``})}</dd>`)}
      </dl>
      <div class="row">
        <a class="btn main" href="#/play/${n.game}" aria-label=${d(`play.game`,{game:l})}
          >${d(`play`)}</a
        >
        <a class="btn bare" href="#/rules/${n.game}" aria-label=${d(`rules.game`,{game:l})}
          >${d(`rules`)}</a
        >
      </div>
    </li>`}};customElements.define(`games-view`,m);export{m as GamesView};