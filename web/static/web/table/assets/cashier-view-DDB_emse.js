import{_ as e,c as t,d as n,s as r,t as i,y as a}from"./plain-element-DXa2qk9R.js";import{G as o,H as s,I as c,K as l,L as u,W as d,q as f}from"./index-De-aLKpK.js";import{c as p,s as m,t as h}from"./session-C_5GV08U.js";import{n as g,r as _}from"./payments-DjcG6NLv.js";import{t as v}from"./listing-CmxTkZVB.js";var y=class extends i{static properties={direction:{},error:{state:!0},done:{state:!0}};#e=null;constructor(){super(),this.direction=`deposits`,this.error=null,this.done=``}connectedCallback(){super.connectedCallback(),this.#e??=new v(this,`/${this.direction}`,_)}async reload(){await this.#e?.begin()}render(){return a`<section class="box stack">
      <div class="row between">
        <h2>${c(this.direction)}</h2>
        <button
          class="btn low"
          type="button"
          aria-label="${c(`reload`)}: ${c(this.direction)}"
          @click=${this.#n}
        >
          ${c(`reload`)}
        </button>
      </div>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:a`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e?.render(c(`${this.direction}.none`),e=>a`<ul class="plain payments">
            ${e.map(e=>this.#t(e))}
          </ul>`)}
    </section>`}#t(r){let i=n(r.amount);return a`<li class="limit">
      <div class="row between">
        <strong>${i}</strong>
        <span class=${b[r.status]}>${c(`status.${r.status}`)}</span>
      </div>
      <p class="small quiet">
        ${u(`method`,r.method)}.
        ${t(r.requested_at)}${r.reason===null?e:a`. <code>${r.reason}</code>`}
      </p>
      ${this.direction===`withdrawals`&&r.status===`pending`?a`<div>
              <button
                class="btn low"
                type="button"
                aria-label=${c(`cancel.label`,{amount:i})}
                @click=${()=>this.#r(r)}
              >
                ${c(`cancel`)}
              </button>
            </div>`:e}
    </li>`}#n=()=>f(this,async()=>{this.done=``,await Promise.all([this.reload(),m()])});#r(e){return f(this,async()=>{let t=await h.call({method:`PUT`,path:`/withdrawals/${e.id}/cancellation`,read:_});this.done=c(`cancel.done`,{amount:n(t.amount),status:c(`status.${t.status}`)}),await Promise.all([this.reload(),m()])})}},b={requested:`tag warn`,pending:`tag warn`,cancelling:`tag warn`,settled:`tag`,refused:`tag bad`,cancelled:`tag`};customElements.define(`payment-list`,y);var x=class extends i{#e=new l(this,()=>({path:`/payment-methods`,read:g}));constructor(){super(),this.watch(p)}render(){let{wallet:t}=p.state;return a`<div class="stack narrow">
      <h1>${c(`money`)}</h1>
      ${t===null?e:a`<dl class="box pairs">
              <dt>${c(`balance`)}</dt>
              <dd class="num"><strong>${n(t.cash)}</strong></dd>
              <dt>${c(`in-play`)}</dt>
              <dd class="num">${n(t.in_play)}</dd>
            </dl>`}
      <p><a href="#/statement">${c(`statement.see`)}</a></p>
      ${this.#e.render(e=>this.#t(e))}
      <payment-list direction="deposits"></payment-list>
      <payment-list direction="withdrawals"></payment-list>
    </div>`}#t(t){let n=S(t);return a`${t.items.some(e=>e.real_money)?e:a`<p class="problem info small">${c(`play-money`)}</p>`}
      <section class="box stack">
        <h2>${c(`deposit`)}</h2>
        <p>${c(`deposit.text`)}</p>
        <form-box
          name="deposit"
          .fields=${n}
          button=${c(`deposit`)}
          .send=${e=>this.#n(`deposits`,e)}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${c(`withdraw`)}</h2>
        <p>${c(`withdraw.text`)}</p>
        ${p.state.me?.has_pin===!1?a`<p class="problem info small">
                ${c(`pin.none`)} <a href="#/account/security">${c(`pin.set`)}</a>
              </p>`:e}
        <form-box
          name="withdrawal"
          .fields=${[...n,{name:`pin`,label:c(`pin`),kind:`pin`}]}
          button=${c(`withdraw`)}
          .send=${e=>this.#n(`withdrawals`,e)}
        ></form-box>
      </section>`}async#n(e,t){let n=`pin`in t?{pin:o(t,`pin`)}:{},r=await h.call({method:`POST`,path:`/${e}`,body:{amount:C(t),method:o(t,`method`),...n},read:_,once:!0}),i=[...this.querySelectorAll(`payment-list`)].filter(e=>e instanceof y);return await Promise.all([m(),...i.map(e=>e.reload())]),w(r)}};function S(e){let t=p.state.wallet?.cash.currency??``,n=e.items.map(({method:e})=>({value:e,label:u(`method`,e)})),i=e.items.find(e=>e.method===`card`)?.method??e.items[0]?.method??``;return[{name:`amount`,label:c(`amount`,{currency:t}),kind:`money`,hint:c(`amount.hint`,{example:r(t)})},{name:`method`,label:c(`method`),kind:`select`,value:i,options:n}]}function C(e){let t=p.state.wallet?.cash.currency??``,n=c(`not-an-amount`,{example:r(t)}),i=d(e,`amount`,t,n);if(i.amount===0)throw new s(`amount`,n);return i}function w(e){return c(`done.${e.status}`,{amount:n(e.amount),reason:e.reason??c(`by-operator`)})}customElements.define(`cashier-view`,x);