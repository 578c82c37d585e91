import{_ as e,t,y as n}from"./plain-element-DXa2qk9R.js";import{c as r,t as i}from"./session-C_5GV08U.js";import{d as a}from"./board-parts-DA9kK-pC.js";import{r as o}from"./answers-C_FEV3yY.js";import{_ as s,i as c,s as l,u}from"./index-De-aLKpK.js";import{d}from"./answers-Cjd6Tppe.js";var f=50,p=class extends t{static properties={items:{state:!0},next:{state:!0},games:{state:!0},error:{state:!0}};constructor(){super(),this.items=null,this.next=null,this.games=[],this.error=null,this.watch(r)}connectedCallback(){super.connectedCallback(),this.#e()}#e=async()=>{try{let[e,t]=await Promise.all([i.call({path:`/games`,read:o}),i.call({path:`/tables?limit=${f}`,read:d})]);this.games=e.items,this.items=t.items,this.next=t.next,this.error=null}catch(e){this.error=e}};#t=async()=>{try{let e=encodeURIComponent(this.next??``),t=await i.call({path:`/tables?limit=${f}&cursor=${e}`,read:d});this.items=[...this.items??[],...t.items],this.next=t.next}catch(e){this.error=e}};render(){return n`<div class="stack">
      <div class="row between">
        <h1>${c(`tables`)}</h1>
        <button class="btn low" type="button" @click=${this.#e}>${c(`tables.refresh`)}</button>
      </div>
      <p class="quiet">${c(`tables.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.items===null?e:this.#n(this.items)}
      ${this.next===null?e:n`<button class="btn" type="button" @click=${this.#t}>${c(`hands.more`)}</button>`}
    </div>`}#n(e){return e.length===0?n`<p class="box quiet">${c(`tables.none`)}</p>`:n`<ul class="plain tables">
      ${e.map(e=>this.#r(e))}
    </ul>`}#r(t){let i=this.games.find(e=>e.game===t.game),o=i===void 0?t.game:a(i),{currency:d}=r.state.wallet?.cash??t.stake_max,f=`${u(t.stake_max.amount,t.stake_max.currency)} ${t.stake_max.currency}`;return n`<li class="box stack1">
      <div class="row between">
        <h2>${c(`table.title`,{game:o,table:l(t.id)})}</h2>
        <a class="btn" href="#/table/${t.id}">${c(`tables.go`,{table:l(t.id)})}</a>
      </div>
      <p class="row small">
        ${m(t)} ${t.test?n`<span class="tag">${c(`tables.test`)}</span>`:e}
        ${t.stake_max.currency===d?e:n`<span class="tag warn">${s(`other-currency`,{currency:d})}</span>`}
        ${t.admission===`invited`?n`<span class="tag">${c(`tables.invited`)}</span>`:e}
      </p>
      <dl class="pairs small">
        <dt>${c(`tables.stakes`)}</dt>
        <dd>${c(`tables.between`,{min:u(t.stake_min.amount,t.stake_min.currency),max:f})}</dd>
        <dt>${c(`tables.seats`)}</dt>
        <dd>${c(`tables.of`,{taken:t.seats_taken,seats:t.seats_max})}</dd>
      </dl>
    </li>`}};function m(e){return e.status===`open`?e.available?n`<span class="tag info">${c(`phase.${e.phase}`)}</span>`:n`<span class="tag warn">${c(`phase.off`)}</span>`:n`<span class="tag warn">${c(`phase.${e.status}`)}</span>`}customElements.define(`tables-view`,p);export{p as TablesView};