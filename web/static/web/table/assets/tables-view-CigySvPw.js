import{_ as e,g as t,t as n}from"./plain-element-CzNnNSV1.js";import{c as r,t as i}from"./session-oeUAqAAD.js";import{d as a}from"./board-parts-gXLe-c3_.js";import{r as o}from"./answers-B2FSYQBq.js";import{a as s,l as c,n as l}from"./index-C1R20B-R.js";import{d as u}from"./answers-IjdAbcf4.js";var d=50,f=class extends n{static properties={items:{state:!0},next:{state:!0},games:{state:!0},error:{state:!0}};constructor(){super(),this.items=null,this.next=null,this.games=[],this.error=null,this.watch(r)}connectedCallback(){super.connectedCallback(),this.#e()}#e=async()=>{try{let[e,t]=await Promise.all([i.call({path:`/games`,read:o}),i.call({path:`/tables?limit=${d}`,read:u})]);this.games=e.items,this.items=t.items,this.next=t.next,this.error=null}catch(e){this.error=e}};#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=await i.call({path:`/tables?limit=${d}&cursor=${e}`,read:u});this.items=[...this.items??[],...t.items],this.next=t.next}catch(e){this.error=e}};render(){return e`<div class="stack">
      <div class="row between">
        <h1>${l(`tables`)}</h1>
        <button class="btn low" type="button" @click=${this.#e}>${l(`tables.refresh`)}</button>
      </div>
      <p class="quiet">${l(`tables.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.items===null?t:this.#n(this.items)}
      ${this.next===null?t:e`<button class="btn" type="button" @click=${this.#t}>${l(`hands.more`)}</button>`}
    </div>`}#n(t){return t.length===0?e`<p class="box quiet">${l(`tables.none`)}</p>`:e`<ul class="plain tables">
      ${t.map(e=>this.#r(e))}
    </ul>`}#r(n){let r=this.games.find(e=>e.game===n.game),i=r===void 0?n.game:a(r),o=`${c(n.stake_max.amount)} ${n.stake_max.currency}`;return e`<li class="box stack1">
      <div class="row between">
        <h2>${l(`table.title`,{game:i,table:s(n.id)})}</h2>
        <a class="btn" href="#/table/${n.id}">${l(`tables.go`,{table:s(n.id)})}</a>
      </div>
      <p class="row small">
        ${p(n)} ${n.test?e`<span class="tag">${l(`tables.test`)}</span>`:t}
        ${n.admission===`invited`?e`<span class="tag">${l(`tables.invited`)}</span>`:t}
      </p>
      <dl class="pairs small">
        <dt>${l(`tables.stakes`)}</dt>
        <dd>${l(`tables.between`,{min:c(n.stake_min.amount),max:o})}</dd>
        <dt>${l(`tables.seats`)}</dt>
        <dd>${l(`tables.of`,{taken:n.seats_taken,seats:n.seats_max})}</dd>
      </dl>
    </li>`}};function p(t){return t.status===`open`?t.available?e`<span class="tag info">${l(`phase.${t.phase}`)}</span>`:e`<span class="tag warn">${l(`phase.off`)}</span>`:e`<span class="tag warn">${l(`phase.${t.status}`)}</span>`}customElements.define(`tables-view`,f);export{f as TablesView};