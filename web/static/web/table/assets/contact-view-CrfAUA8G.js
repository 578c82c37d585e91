import{t as e,y as t}from"./plain-element-DXa2qk9R.js";import{A as n,j as r,t as i}from"./session-C_5GV08U.js";import{G as a,U as o,X as s}from"./index-De-aLKpK.js";import{t as c}from"./address-fields-CvrnDL5t.js";var l=n({address:n({line:r,city:r,region:r,postal_code:r,country:r}),email:r,phone:r}),u=class extends e{render(){let e={name:`pin`,label:s(`pin`),kind:`pin`},n=[{name:`email`,label:s(`email`),kind:`email`,optional:!0},{name:`phone`,label:s(`phone`),kind:`tel`,hint:s(`phone.hint`),optional:!0}];return t`<div class="stack narrow">
      <h1>${s(`contact`)}</h1>
      <p>${s(`contact.text`)}</p>
      <section class="box stack">
        <h2>${s(`contact.reach`)}</h2>
        <form-box name="reach" .fields=${[...n,e]} button=${s(`change`)} .send=${d}></form-box>
      </section>
      <section class="box stack">
        <h2>${s(`contact.address`)}</h2>
        <form-box
          name="address"
          .fields=${[...c(),e]}
          button=${s(`change`)}
          .send=${f}
        ></form-box>
      </section>
    </div>`}};function d(e){return p({...o(e,`email`,`phone`),pin:a(e,`pin`)})}function f(e){return p({address:o(e,`line`,`city`,`region`,`postal_code`,`country`),pin:a(e,`pin`)})}async function p(e){return m(await i.call({method:`PUT`,path:`/me/profile`,body:e,read:l}))}function m(e){let{line:t,city:n,region:r,postal_code:i,country:a}=e.address,o=[t,n,r,i,a].filter(e=>e!==``).join(`, `);return s(`contact.done`,{email:e.email,phone:e.phone===``?s(`contact.no-phone`):e.phone,address:o})}customElements.define(`contact-view`,u);