import{_ as e,g as t,s as n,t as r,u as i}from"./plain-element-CzNnNSV1.js";import{D as a,E as o,M as s,N as c,P as l,j as u,k as d}from"./index-C1R20B-R.js";import{c as f,s as p,t as m}from"./session-oeUAqAAD.js";import{n as h,r as g}from"./payments-B-8hc2b-.js";import{t as _}from"./listing-QBc7vehL.js";var v=class extends r{static properties={direction:{},error:{state:!0},done:{state:!0}};#e=null;constructor(){super(),this.direction=`deposits`,this.error=null,this.done=``}connectedCallback(){super.connectedCallback(),this.#e??=new _(this,`/${this.direction}`,g)}async reload(){await this.#e?.begin()}render(){return e`<section class="box stack">
      <div class="row between">
        <h2>${o(this.direction)}</h2>
        <button
          class="btn low"
          type="button"
          aria-label="${o(`reload`)}: ${o(this.direction)}"
          @click=${this.#n}
        >
          ${o(`reload`)}
        </button>
      </div>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?t:e`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e?.render(o(`${this.direction}.none`),t=>e`<ul class="plain payments">
            ${t.map(e=>this.#t(e))}
          </ul>`)}
    </section>`}#t(r){let s=i(r.amount);return e`<li class="limit">
      <div class="row between">
        <strong>${s}</strong>
        <span class=${y[r.status]}>${o(`status.${r.status}`)}</span>
      </div>
      <p class="small quiet">
        ${a(`method`,r.method)}.
        ${n(r.requested_at)}${r.reason===null?t:e`. <code>${r.reason}</code>`}
      </p>
      ${this.direction===`withdrawals`&&r.status===`pending`?e`<div>
              <button
                class="btn low"
                type="button"
                aria-label=${o(`cancel.label`,{amount:s})}
                @click=${()=>this.#r(r)}
              >
                ${o(`cancel`)}
              </button>
            </div>`:t}
    </li>`}#n=()=>l(this,async()=>{this.done=``,await Promise.all([this.reload(),p()])});#r(e){return l(this,async()=>{let t=await m.call({method:`PUT`,path:`/withdrawals/${e.id}/cancellation`,read:g});this.done=o(`cancel.done`,{amount:i(t.amount),status:o(`status.${t.status}`)}),await Promise.all([this.reload(),p()])})}},y={requested:`tag warn`,pending:`tag warn`,cancelling:`tag warn`,settled:`tag`,refused:`tag bad`,cancelled:`tag`};customElements.define(`payment-list`,v);var b=class extends r{#e=new c(this,()=>({path:`/payment-methods`,read:h}));constructor(){super(),this.watch(f)}render(){let{wallet:n}=f.state;return e`<div class="stack narrow">
      <h1>${o(`money`)}</h1>
      ${n===null?t:e`<dl class="box pairs">
              <dt>${o(`balance`)}</dt>
              <dd class="num"><strong>${i(n.cash)}</strong></dd>
              <dt>${o(`in-play`)}</dt>
              <dd class="num">${i(n.in_play)}</dd>
            </dl>`}
      <p><a href="#/statement">${o(`statement.see`)}</a></p>
      ${this.#e.render(e=>this.#t(e))}
      <payment-list direction="deposits"></payment-list>
      <payment-list direction="withdrawals"></payment-list>
    </div>`}#t(n){let r=x(n);return e`${n.items.some(e=>e.real_money)?t:e`<p class="problem info small">${o(`play-money`)}</p>`}
      <section class="box stack">
        <h2>${o(`deposit`)}</h2>
        <p>${o(`deposit.text`)}</p>
        <form-box
          name="deposit"
          .fields=${r}
          button=${o(`deposit`)}
          .send=${e=>this.#n(`deposits`,e)}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${o(`withdraw`)}</h2>
        <p>${o(`withdraw.text`)}</p>
        ${f.state.me?.has_pin===!1?e`<p class="problem info small">
                ${o(`pin.none`)} <a href="#/account/security">${o(`pin.set`)}</a>
              </p>`:t}
        <form-box
          name="withdrawal"
          .fields=${[...r,{name:`pin`,label:o(`pin`),kind:`pin`}]}
          button=${o(`withdraw`)}
          .send=${e=>this.#n(`withdrawals`,e)}
        ></form-box>
      </section>`}async#n(e,t){let n=`pin`in t?{pin:s(t,`pin`)}:{},r=await m.call({method:`POST`,path:`/${e}`,body:{amount:S(t),method:s(t,`method`),...n},read:g,once:!0}),i=[...this.querySelectorAll(`payment-list`)].filter(e=>e instanceof v);return await Promise.all([p(),...i.map(e=>e.reload())]),C(r)}};function x(e){let t=f.state.wallet?.cash.currency??``,n=e.items.map(({method:e})=>({value:e,label:a(`method`,e)})),r=e.items.find(e=>e.method===`card`)?.method??e.items[0]?.method??``;return[{name:`amount`,label:o(`amount`,{currency:t}),kind:`money`,hint:o(`amount.hint`)},{name:`method`,label:o(`method`),kind:`select`,value:r,options:n}]}function S(e){let t=u(e,`amount`,f.state.wallet?.cash.currency??``,o(`not-an-amount`));if(t.amount===0)throw new d(`amount`,o(`not-an-amount`));return t}function C(e){return o(`done.${e.status}`,{amount:i(e.amount),reason:e.reason??o(`by-operator`)})}customElements.define(`cashier-view`,b);