import{_ as e,t}from"./plain-element-CzNnNSV1.js";import{A as n,k as r,t as i}from"./session-oeUAqAAD.js";import{A as a,L as o,M as s}from"./index-C1R20B-R.js";import{t as c}from"./address-fields-CxB45h_k.js";var l=r({address:r({line:n,city:n,region:n,postal_code:n,country:n}),email:n,phone:n}),u=class extends t{render(){let t={name:`pin`,label:o(`pin`),kind:`pin`},n=[{name:`email`,label:o(`email`),kind:`email`,optional:!0},{name:`phone`,label:o(`phone`),kind:`tel`,hint:o(`phone.hint`),optional:!0}];return e`<div class="stack narrow">
      <h1>${o(`contact`)}</h1>
      <p>${o(`contact.text`)}</p>
      <section class="box stack">
        <h2>${o(`contact.reach`)}</h2>
        <form-box name="reach" .fields=${[...n,t]} button=${o(`change`)} .send=${d}></form-box>
      </section>
      <section class="box stack">
        <h2>${o(`contact.address`)}</h2>
        <form-box
          name="address"
          .fields=${[...c(),t]}
          button=${o(`change`)}
          .send=${f}
        ></form-box>
      </section>
    </div>`}};function d(e){return p({...a(e,`email`,`phone`),pin:s(e,`pin`)})}function f(e){return p({address:a(e,`line`,`city`,`region`,`postal_code`,`country`),pin:s(e,`pin`)})}async function p(e){return m(await i.call({method:`PUT`,path:`/me/profile`,body:e,read:l}))}function m(e){let{line:t,city:n,region:r,postal_code:i,country:a}=e.address,s=[t,n,r,i,a].filter(e=>e!==``).join(`, `);return o(`contact.done`,{email:e.email,phone:e.phone===``?o(`contact.no-phone`):e.phone,address:s})}customElements.define(`contact-view`,u);