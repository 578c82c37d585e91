import{_ as e,c as t,t as n}from"./plain-element-CzNnNSV1.js";import{t as r}from"./session-oeUAqAAD.js";import{l as i}from"./answers-B2FSYQBq.js";import{h as a}from"./index-C1R20B-R.js";var o=class extends n{static properties={gameId:{attribute:`game`},page:{state:!0},error:{state:!0}};#e=``;constructor(){super(),this.gameId=``,this.page=null,this.error=null}willUpdate(e){let n=`/games/${encodeURIComponent(this.gameId)}/rules?lang=${t.state.current}`;n!==this.#e&&(this.#e=n,this.#t(n))}async#t(e){try{let t=await r.call({path:e,read:i});e===this.#e&&(this.page=t)}catch(e){this.error=e}}render(){let{page:t}=this;return t===null?e`<problem-box .error=${this.error}></problem-box>`:e`<article class="stack rules">
      <h1>${t.title}</h1>
      <p class="row">
        <a class="btn" href="#/play/${t.game}">${a(`back-to-game`)}</a>
        <a class="btn bare" href="/api/v1/games/${t.game}/par-sheet" target="_blank">${a(`par-sheet`)}</a>
        <span class="quiet small">${a(`version`,{version:t.version})}</span>
      </p>
      ${t.sections.map(t=>e`<section class="stack1" aria-labelledby="rules-${t.id}">
            <h2 id="rules-${t.id}">${t.heading}</h2>
            ${t.paragraphs.map(t=>e`<p>${t}</p>`)}
            ${t.tables.map(e=>this.#n(e,t.heading))}
          </section>`)}
    </article>`}#n(t,n){return e`<div class="scroll" tabindex="0" role="region" aria-label="${n}: ${t.columns[0]??``}">
      <table>
        <thead>
          <tr>
            ${t.columns.map(t=>e`<th scope="col">${t}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${t.rows.map(t=>e`<tr>
                ${t.map(t=>e`<td>${t}</td>`)}
              </tr>`)}
        </tbody>
      </table>
    </div>`}};customElements.define(`rules-view`,o);export{o as RulesView};