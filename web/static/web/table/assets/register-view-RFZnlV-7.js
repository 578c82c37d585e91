import{_ as e,t}from"./plain-element-CzNnNSV1.js";import{A as n,k as r,r as i,t as a}from"./session-oeUAqAAD.js";import{A as o,I as s,M as c,R as l}from"./index-C1R20B-R.js";import{t as u}from"./address-fields-CxB45h_k.js";import{r as d}from"./documents-D0Dvb2rZ.js";var f=r({id:n,username:n}),p=class extends t{static properties={documents:{state:!0},error:{state:!0}};constructor(){super(),this.documents=null,this.error=null}connectedCallback(){super.connectedCallback(),this.#e()}async#e(){try{this.documents=await d()}catch(e){this.error=e}}render(){return e`<div class="stack narrow">
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
    </div>`}#t(){return(this.documents??[]).map(t=>({name:`agree-${t.kind}`,kind:`tick`,optional:!t.mandatory,label:s(`agree`,{document:s(t.kind),version:t.version}),hint:e`<a href="#/documents/${t.kind}" target="_blank">${s(`read`)}</a>`}))}async#n(e){let t=(this.documents??[]).filter(t=>e[`agree-${t.kind}`]===`on`),n=c(e,`username`),r=c(e,`password`);await a.call({method:`POST`,path:`/players`,body:{username:n,password:r,...o(e,`given_name`,`family_name`,`birth_date`,`email`,`phone`),address:o(e,`line`,`city`,`region`,`postal_code`,`country`),consents:Object.fromEntries(t.map(e=>[e.kind,e.version]))},read:f}),await i({username:n,password:r}),l(`cashier`)}};function m(){return[{name:`username`,label:s(`user-name`),hint:s(`user-name.hint`),autocomplete:`username`},{name:`password`,label:s(`password`),kind:`new-password`,hint:s(`password.hint`)},{name:`given_name`,label:s(`given-name`),autocomplete:`given-name`},{name:`family_name`,label:s(`family-name`),autocomplete:`family-name`},{name:`birth_date`,label:s(`birth-date`),kind:`date`,autocomplete:`bday`},...u(),{name:`email`,label:s(`email`),kind:`email`},{name:`phone`,label:s(`phone`),kind:`tel`,hint:s(`phone.hint`),optional:!0}]}customElements.define(`register-view`,p);