import{t as e,v as t}from"./plain-element-ux9t2jM3.js";import{A as n,k as r,r as i,t as a}from"./session-DHDc5PWH.js";import{A as o,I as s,M as c,R as l}from"./index-B4NBmOPv.js";import{t as u}from"./address-fields--Ss29gGW.js";import{r as d}from"./documents-Dxyd0JHo.js";var f=r({id:n,username:n}),p=class extends e{static properties={documents:{state:!0},error:{state:!0}};constructor(){super(),this.documents=null,this.error=null}connectedCallback(){super.connectedCallback(),this.#e()}async#e(){try{this.documents=await d()}catch(e){this.error=e}}render(){return t`<div class="stack narrow">
      <h1>${s(`register`)}</h1>
      <p>${s(`register.text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div class="box">
        <form-box
          name="register"
          .fields=${[...m(),...this.#t()]}
          button=${s(`register`)}
          .send=${e=>this.#n(e)}
        ></form-box>
      </div>
      <p><a href="#/log-in">${s(`back`)}</a></p>
    </div>`}#t(){return(this.documents??[]).map(e=>({name:`agree-${e.kind}`,kind:`tick`,optional:!e.mandatory,label:s(`agree`,{document:s(e.kind),version:e.version}),hint:t`<a href="#/documents/${e.kind}" target="_blank">${s(`read`)}</a>`}))}async#n(e){let t=(this.documents??[]).filter(t=>e[`agree-${t.kind}`]===`on`),n=c(e,`username`),r=c(e,`password`);await a.call({method:`POST`,path:`/players`,body:{username:n,password:r,...o(e,`given_name`,`family_name`,`birth_date`,`email`,`phone`),address:o(e,`line`,`city`,`region`,`postal_code`,`country`),consents:Object.fromEntries(t.map(e=>[e.kind,e.version]))},read:f}),await i({username:n,password:r}),l(`cashier`)}};function m(){return[{name:`username`,label:s(`user-name`),hint:s(`user-name.hint`),autocomplete:`username`},{name:`password`,label:s(`password`),kind:`new-password`,hint:s(`password.hint`)},{name:`given_name`,label:s(`given-name`),autocomplete:`given-name`},{name:`family_name`,label:s(`family-name`),autocomplete:`family-name`},{name:`birth_date`,label:s(`birth-date`),kind:`date`,autocomplete:`bday`},...u(),{name:`email`,label:s(`email`),kind:`email`},{name:`phone`,label:s(`phone`),kind:`tel`,hint:s(`phone.hint`),optional:!0}]}customElements.define(`register-view`,p);