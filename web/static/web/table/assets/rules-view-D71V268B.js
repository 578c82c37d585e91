import{l as e,t,y as n}from"./plain-element-DXa2qk9R.js";import{t as r}from"./session-C_5GV08U.js";import{l as i}from"./answers-C_FEV3yY.js";import{_ as a}from"./index-De-aLKpK.js";var o=class extends t{static properties={gameId:{attribute:`game`},page:{state:!0},error:{state:!0}};#e=``;constructor(){super(),this.gameId=``,this.page=null,this.error=null}willUpdate(t){let n=`/games/${encodeURIComponent(this.gameId)}/rules?lang=${e.state.current}`;n!==this.#e&&(this.#e=n,this.#t(n))}async#t(e){try{let t=await r.call({path:e,read:i});e===this.#e&&(this.page=t)}catch(e){this.error=e}}render(){let{page:e}=this;return e===null?n`<problem-box .error=${this.error}></problem-box>`:n`<article class="stack rules">
      <h1>${e.title}</h1>
      <p class="row">
        <a class="btn" href="#/play/${e.game}">${a(`back-to-game`)}</a>
        <a class="btn bare" href="/api/v1/games/${e.game}/par-sheet" target="_blank">${a(`par-sheet`)}</a>
        <span class="quiet small">${a(`version`,{version:e.version})}</span>
      </p>
      ${e.sections.map(e=>n`<section class="stack1" aria-labelledby="rules-${e.id}">
            <h2 id="rules-${e.id}">${e.heading}</h2>
            ${e.paragraphs.map(e=>n`<p>${e}</p>`)}
            ${e.tables.map(t=>this.#n(t,e.heading))}
          </section>`)}
    </article>`}#n(e,t){return n`<div class="scroll" tabindex="0" role="region" aria-label="${t}: ${e.columns[0]??``}">
      <table>
        <thead>
          <tr>
            ${e.columns.map(e=>n`<th scope="col">${e}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${e.rows.map(e=>n`<tr>
                ${e.map(e=>n`<td>${e}</td>`)}
              </tr>`)}
        </tbody>
      </table>
    </div>`}};customElements.define(`rules-view`,o);export{o as RulesView};