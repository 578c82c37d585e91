import{_ as e,c as t,d as n,s as r,t as i,y as a}from"./plain-element-DXa2qk9R.js";import{B as o,G as s,H as c,I as l,L as u,U as d,W as f}from"./index-CQXGKG32.js";import{c as p,s as m,t as h}from"./session-CetcAK7c.js";import{n as g,r as _}from"./payments-Cer5vuyI.js";import{t as v}from"./listing-DVuj8Xiw.js";var y=class extends i{static properties={direction:{},error:{state:!0},done:{state:!0}};#e=null;constructor(){super(),this.direction=`deposits`,this.error=null,this.done=``}connectedCallback(){super.connectedCallback(),this.#e??=new v(this,`/${this.direction}`,_)}async reload(){await this.#e?.begin()}render(){return a`<section class="box stack">
      <div class="row between">
        <h2>${l(this.direction)}</h2>
        <button
          class="btn low"
          type="button"
          aria-label="${l(`reload`)}: ${l(this.direction)}"
          @click=${this.#n}
        >
          ${l(`reload`)}
        </button>
      </div>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:a`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e?.render(l(`${this.direction}.none`),e=>a`<ul class="plain payments">
            ${e.map(e=>this.#t(e))}
          </ul>`)}
    </section>`}#t(r){let i=n(r.amount);return a`<li class="limit">
      <div class="row between">
        <strong>${i}</strong>
        <span class=${b[r.status]}>${l(`status.${r.status}`)}</span>
      </div>
      <p class="small quiet">
        ${u(`method`,r.method)}.
        ${t(r.requested_at)}${r.reason===null?e:a`. <code>${r.reason}</code>`}
      </p>
      ${this.direction===`withdrawals`&&r.status===`pending`?a`<div>
              <button
                class="btn low"
                type="button"
                aria-label=${l(`cancel.label`,{amount:i})}
                @click=${()=>this.#r(r)}
              >
                ${l(`cancel`)}
              </button>
            </div>`:e}
    </li>`}#n=()=>s(this,async()=>{this.done=``,await Promise.all([this.reload(),m()])});#r(e){return s(this,async()=>{let t=await h.call({method:`PUT`,path:`/withdrawals/${e.id}/cancellation`,read:_});this.done=l(`cancel.done`,{amount:n(t.amount),status:l(`status.${t.status}`)}),await Promise.all([this.reload(),m()])})}},b={requested:`tag warn`,pending:`tag warn`,cancelling:`tag warn`,settled:`tag`,refused:`tag bad`,cancelled:`tag`};customElements.define(`payment-list`,y);var x=class extends i{#e=new f(this,()=>({path:`/payment-methods`,read:g}));constructor(){super(),this.watch(p)}render(){let{wallet:t}=p.state;return a`<div class="stack narrow">
      <h1>${l(`money`)}</h1>
      ${t===null?e:a`<dl class="box pairs">
              <dt>${l(`balance`)}</dt>
              <dd class="num"><strong>${n(t.cash)}</strong></dd>
              <dt>${l(`in-play`)}</dt>
              <dd class="num">${n(t.in_play)}</dd>
            </dl>`}
      <p><a href="#/statement">${l(`statement.see`)}</a></p>
      ${this.#e.render(e=>this.#t(e))}
      <payment-list direction="deposits"></payment-list>
      <payment-list direction="withdrawals"></payment-list>
    </div>`}#t(t){let n=S(t);return a`${t.items.some(e=>e.real_money)?e:a`<p class="problem info small">${l(`play-money`)}</p>`}
      <section class="box stack">
        <h2>${l(`deposit`)}</h2>
        <p>${l(`deposit.text`)}</p>
        <form-box
          name="deposit"
          .fields=${n}
          button=${l(`deposit`)}
          .send=${e=>this.#n(`deposits`,e)}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${l(`withdraw`)}</h2>
        <p>${l(`withdraw.text`)}</p>
        ${p.state.me?.has_pin===!1?a`<p class="problem info small">
                ${l(`pin.none`)} <a href="#/account/security">${l(`pin.set`)}</a>
              </p>`:e}
        <form-box
          name="withdrawal"
          .fields=${[...n,{name:`pin`,label:l(`pin`),kind:`pin`}]}
          button=${l(`withdraw`)}
          .send=${e=>this.#n(`withdrawals`,e)}
        ></form-box>
      </section>`}async#n(e,t){let n=`pin`in t?{pin:d(t,`pin`)}:{},r=await h.call({method:`POST`,path:`/${e}`,body:{amount:C(t),method:d(t,`method`),...n},read:_,once:!0}),i=[...this.querySelectorAll(`payment-list`)].filter(e=>e instanceof y);return await Promise.all([m(),...i.map(e=>e.reload())]),w(r)}};function S(e){let t=p.state.wallet?.cash.currency??``,n=e.items.map(({method:e})=>({value:e,label:u(`method`,e)})),i=e.items.find(e=>e.method===`card`)?.method??e.items[0]?.method??``;return[{name:`amount`,label:l(`amount`,{currency:t}),kind:`money`,hint:l(`amount.hint`,{example:r(t)})},{name:`method`,label:l(`method`),kind:`select`,value:i,options:n}]}function C(e){let t=p.state.wallet?.cash.currency??``,n=l(`not-an-amount`,{example:r(t)}),i=c(e,`amount`,t,n);if(i.amount===0)throw new o(`amount`,n);return i}function w(e){return l(`done.${e.status}`,{amount:n(e.amount),reason:e.reason??l(`by-operator`)})}customElements.define(`cashier-view`,x);