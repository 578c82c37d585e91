import{_ as e,c as t,d as n,s as r,t as i,y as a}from"./plain-element-DXa2qk9R.js";import{H as o,I as s,L as c,U as l,V as u,W as d,z as f}from"./index-B3IHSfUj.js";import{c as p,s as m,t as h}from"./session-DBCJG_o8.js";import{n as g,r as _}from"./payments-atk7Tuoe.js";import{t as v}from"./listing-DpLbfPi_.js";var y=class extends i{static properties={direction:{},error:{state:!0},done:{state:!0}};#e=null;constructor(){super(),this.direction=`deposits`,this.error=null,this.done=``}connectedCallback(){super.connectedCallback(),this.#e??=new v(this,`/${this.direction}`,_)}async reload(){await this.#e?.begin()}render(){return a`<section class="box stack">
      <div class="row between">
        <h2>${s(this.direction)}</h2>
        <button
          class="btn low"
          type="button"
          aria-label="${s(`reload`)}: ${s(this.direction)}"
          @click=${this.#n}
        >
          ${s(`reload`)}
        </button>
      </div>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:a`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#e?.render(s(`${this.direction}.none`),e=>a`<ul class="plain payments">
            ${e.map(e=>this.#t(e))}
          </ul>`)}
    </section>`}#t(r){let i=n(r.amount);return a`<li class="limit">
      <div class="row between">
        <strong>${i}</strong>
        <span class=${b[r.status]}>${s(`status.${r.status}`)}</span>
      </div>
      <p class="small quiet">
        ${c(`method`,r.method)}.
        ${t(r.requested_at)}${r.reason===null?e:a`. <code>${r.reason}</code>`}
      </p>
      ${this.direction===`withdrawals`&&r.status===`pending`?a`<div>
              <button
                class="btn low"
                type="button"
                aria-label=${s(`cancel.label`,{amount:i})}
                @click=${()=>this.#r(r)}
              >
                ${s(`cancel`)}
              </button>
            </div>`:e}
    </li>`}#n=()=>d(this,async()=>{this.done=``,await Promise.all([this.reload(),m()])});#r(e){return d(this,async()=>{let t=await h.call({method:`PUT`,path:`/withdrawals/${e.id}/cancellation`,read:_});this.done=s(`cancel.done`,{amount:n(t.amount),status:s(`status.${t.status}`)}),await Promise.all([this.reload(),m()])})}},b={requested:`tag warn`,pending:`tag warn`,cancelling:`tag warn`,settled:`tag`,refused:`tag bad`,cancelled:`tag`};customElements.define(`payment-list`,y);var x=class extends i{#e=new l(this,()=>({path:`/payment-methods`,read:g}));constructor(){super(),this.watch(p)}render(){let{wallet:t}=p.state;return a`<div class="stack narrow">
      <h1>${s(`money`)}</h1>
      ${t===null?e:a`<dl class="box pairs">
              <dt>${s(`balance`)}</dt>
              <dd class="num"><strong>${n(t.cash)}</strong></dd>
              <dt>${s(`in-play`)}</dt>
              <dd class="num">${n(t.in_play)}</dd>
            </dl>`}
      <p><a href="#/statement">${s(`statement.see`)}</a></p>
      ${this.#e.render(e=>this.#t(e))}
      <payment-list direction="deposits"></payment-list>
      <payment-list direction="withdrawals"></payment-list>
    </div>`}#t(t){let n=S(t);return a`${t.items.some(e=>e.real_money)?e:a`<p class="problem info small">${s(`play-money`)}</p>`}
      <section class="box stack">
        <h2>${s(`deposit`)}</h2>
        <p>${s(`deposit.text`)}</p>
        <form-box
          name="deposit"
          .fields=${n}
          button=${s(`deposit`)}
          .send=${e=>this.#n(`deposits`,e)}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${s(`withdraw`)}</h2>
        <p>${s(`withdraw.text`)}</p>
        ${p.state.me?.has_pin===!1?a`<p class="problem info small">
                ${s(`pin.none`)} <a href="#/account/security">${s(`pin.set`)}</a>
              </p>`:e}
        <form-box
          name="withdrawal"
          .fields=${[...n,{name:`pin`,label:s(`pin`),kind:`pin`}]}
          button=${s(`withdraw`)}
          .send=${e=>this.#n(`withdrawals`,e)}
        ></form-box>
      </section>`}async#n(e,t){let n=`pin`in t?{pin:o(t,`pin`)}:{},r=await h.call({method:`POST`,path:`/${e}`,body:{amount:C(t),method:o(t,`method`),...n},read:_,once:!0}),i=[...this.querySelectorAll(`payment-list`)].filter(e=>e instanceof y);return await Promise.all([m(),...i.map(e=>e.reload())]),w(r)}};function S(e){let t=p.state.wallet?.cash.currency??``,n=e.items.map(({method:e})=>({value:e,label:c(`method`,e)})),i=e.items.find(e=>e.method===`card`)?.method??e.items[0]?.method??``;return[{name:`amount`,label:s(`amount`,{currency:t}),kind:`money`,hint:s(`amount.hint`,{example:r(t)})},{name:`method`,label:s(`method`),kind:`select`,value:i,options:n}]}function C(e){let t=p.state.wallet?.cash.currency??``,n=s(`not-an-amount`,{example:r(t)}),i=u(e,`amount`,t,n);if(i.amount===0)throw new f(`amount`,n);return i}function w(e){return s(`done.${e.status}`,{amount:n(e.amount),reason:e.reason??s(`by-operator`)})}customElements.define(`cashier-view`,x);