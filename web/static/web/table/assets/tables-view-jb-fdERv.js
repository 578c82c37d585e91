import{_ as e,g as t,t as n}from"./plain-element-DIlNZIg7.js";import{c as r,t as i}from"./session-DciDuRH3.js";import{d as a}from"./board-parts-Q7Yw2kWr.js";import{r as o}from"./answers-CsuV2H52.js";import{a as s,g as c,l,n as u}from"./index-BKaFe8uI.js";import{d}from"./answers-C5N0alOm.js";var f=50,p=class extends n{static properties={items:{state:!0},next:{state:!0},games:{state:!0},error:{state:!0}};constructor(){super(),this.items=null,this.next=null,this.games=[],this.error=null,this.watch(r)}connectedCallback(){super.connectedCallback(),this.#e()}#e=async()=>{try{let[e,t]=await Promise.all([i.call({path:`/games`,read:o}),i.call({path:`/tables?limit=${f}`,read:d})]);this.games=e.items,this.items=t.items,this.next=t.next,this.error=null}catch(e){this.error=e}};#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=await i.call({path:`/tables?limit=${f}&cursor=${e}`,read:d});this.items=[...this.items??[],...t.items],this.next=t.next}catch(e){this.error=e}};render(){return e`<div class="stack">
      <div class="row between">
        <h1>${u(`tables`)}</h1>
        <button class="btn low" type="button" @click=${this.#e}>${u(`tables.refresh`)}</button>
      </div>
      <p class="quiet">${u(`tables.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.items===null?t:this.#n(this.items)}
      ${this.next===null?t:e`<button class="btn" type="button" @click=${this.#t}>${u(`hands.more`)}</button>`}
    </div>`}#n(t){return t.length===0?e`<p class="box quiet">${u(`tables.none`)}</p>`:e`<ul class="plain tables">
      ${t.map(e=>this.#r(e))}
    </ul>`}#r(n){let i=this.games.find(e=>e.game===n.game),o=i===void 0?n.game:a(i),{currency:d}=r.state.wallet?.cash??n.stake_max,f=`${l(n.stake_max.amount,n.stake_max.currency)} ${n.stake_max.currency}`;return e`<li class="box stack1">
      <div class="row between">
        <h2>${u(`table.title`,{game:o,table:s(n.id)})}</h2>
        <a class="btn" href="#/table/${n.id}">${u(`tables.go`,{table:s(n.id)})}</a>
      </div>
      <p class="row small">
        ${m(n)} ${n.test?e`<span class="tag">${u(`tables.test`)}</span>`:t}
        ${n.stake_max.currency===d?t:e`<span class="tag warn">${c(`other-currency`,{currency:d})}</span>`}
        ${n.admission===`invited`?e`<span class="tag">${u(`tables.invited`)}</span>`:t}
      </p>
      <dl class="pairs small">
        <dt>${u(`tables.stakes`)}</dt>
        <dd>${u(`tables.between`,{min:l(n.stake_min.amount,n.stake_min.currency),max:f})}</dd>
        <dt>${u(`tables.seats`)}</dt>
        <dd>${u(`tables.of`,{taken:n.seats_taken,seats:n.seats_max})}</dd>
      </dl>
    </li>`}};function m(t){return t.status===`open`?t.available?e`<span class="tag info">${u(`phase.${t.phase}`)}</span>`:e`<span class="tag warn">${u(`phase.off`)}</span>`:e`<span class="tag warn">${u(`phase.${t.status}`)}</span>`}customElements.define(`tables-view`,p);export{p as TablesView};