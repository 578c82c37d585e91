import{t as e,y as t}from"./plain-element-DXa2qk9R.js";import{A as n,k as r,t as i}from"./session-CetcAK7c.js";import{J as a,U as o,V as s}from"./index-CQXGKG32.js";import{t as c}from"./address-fields-DyVLXf-F.js";var l=r({address:r({line:n,city:n,region:n,postal_code:n,country:n}),email:n,phone:n}),u=class extends e{render(){let e={name:`pin`,label:a(`pin`),kind:`pin`},n=[{name:`email`,label:a(`email`),kind:`email`,optional:!0},{name:`phone`,label:a(`phone`),kind:`tel`,hint:a(`phone.hint`),optional:!0}];return t`<div class="stack narrow">
      <h1>${a(`contact`)}</h1>
      <p>${a(`contact.text`)}</p>
      <section class="box stack">
        <h2>${a(`contact.reach`)}</h2>
        <form-box name="reach" .fields=${[...n,e]} button=${a(`change`)} .send=${d}></form-box>
      </section>
      <section class="box stack">
        <h2>${a(`contact.address`)}</h2>
        <form-box
          name="address"
          .fields=${[...c(),e]}
          button=${a(`change`)}
          .send=${f}
        ></form-box>
      </section>
    </div>`}};function d(e){return p({...s(e,`email`,`phone`),pin:o(e,`pin`)})}function f(e){return p({address:s(e,`line`,`city`,`region`,`postal_code`,`country`),pin:o(e,`pin`)})}async function p(e){return m(await i.call({method:`PUT`,path:`/me/profile`,body:e,read:l}))}function m(e){let{line:t,city:n,region:r,postal_code:i,country:o}=e.address,s=[t,n,r,i,o].filter(e=>e!==``).join(`, `);return a(`contact.done`,{email:e.email,phone:e.phone===``?a(`contact.no-phone`):e.phone,address:s})}customElements.define(`contact-view`,u);