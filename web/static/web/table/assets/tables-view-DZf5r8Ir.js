import{_ as e,t,y as n}from"./plain-element-DXa2qk9R.js";import{c as r,t as i}from"./session-DBCJG_o8.js";import{d as a}from"./board-parts-prsc7jz9.js";import{r as o}from"./answers-BEjreYHr.js";import{_ as s,o as c,r as l,u}from"./index-B3IHSfUj.js";import{d}from"./answers-DKade1MQ.js";var f=50,p=class extends t{static properties={items:{state:!0},next:{state:!0},games:{state:!0},error:{state:!0}};constructor(){super(),this.items=null,this.next=null,this.games=[],this.error=null,this.watch(r)}connectedCallback(){super.connectedCallback(),this.#e()}#e=async()=>{try{let[e,t]=await Promise.all([i.call({path:`/games`,read:o}),i.call({path:`/tables?limit=${f}`,read:d})]);this.games=e.items,this.items=t.items,this.next=t.next,this.error=null}catch(e){this.error=e}};#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=await i.call({path:`/tables?limit=${f}&cursor=${e}`,read:d});this.items=[...this.items??[],...t.items],this.next=t.next}catch(e){this.error=e}};render(){return n`<div class="stack">
      <div class="row between">
        <h1>${l(`tables`)}</h1>
        <button class="btn low" type="button" @click=${this.#e}>${l(`tables.refresh`)}</button>
      </div>
      <p class="quiet">${l(`tables.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.items===null?e:this.#n(this.items)}
      ${this.next===null?e:n`<button class="btn" type="button" @click=${this.#t}>${l(`hands.more`)}</button>`}
    </div>`}#n(e){return e.length===0?n`<p class="box quiet">${l(`tables.none`)}</p>`:n`<ul class="plain tables">
      ${e.map(e=>this.#r(e))}
    </ul>`}#r(t){let i=this.games.find(e=>e.game===t.game),o=i===void 0?t.game:a(i),{currency:d}=r.state.wallet?.cash??t.stake_max,f=`${u(t.stake_max.amount,t.stake_max.currency)} ${t.stake_max.currency}`;return n`<li class="box stack1">
      <div class="row between">
        <h2>${l(`table.title`,{game:o,table:c(t.id)})}</h2>
        <a class="btn" href="#/table/${t.id}">${l(`tables.go`,{table:c(t.id)})}</a>
      </div>
      <p class="row small">
        ${m(t)} ${t.test?n`<span class="tag">${l(`tables.test`)}</span>`:e}
        ${t.stake_max.currency===d?e:n`<span class="tag warn">${s(`other-currency`,{currency:d})}</span>`}
        ${t.admission===`invited`?n`<span class="tag">${l(`tables.invited`)}</span>`:e}
      </p>
      <dl class="pairs small">
        <dt>${l(`tables.stakes`)}</dt>
        <dd>${l(`tables.between`,{min:u(t.stake_min.amount,t.stake_min.currency),max:f})}</dd>
        <dt>${l(`tables.seats`)}</dt>
        <dd>${l(`tables.of`,{taken:t.seats_taken,seats:t.seats_max})}</dd>
      </dl>
    </li>`}};function m(e){return e.status===`open`?e.available?n`<span class="tag info">${l(`phase.${e.phase}`)}</span>`:n`<span class="tag warn">${l(`phase.off`)}</span>`:n`<span class="tag warn">${l(`phase.${e.status}`)}</span>`}customElements.define(`tables-view`,p);export{p as TablesView};