import{_ as e,c as t,r as n,t as r,y as i}from"./plain-element-DXa2qk9R.js";import{A as a,C as o,D as s,E as c,T as l,b as u,c as d,d as f,j as p,o as ee,t as m,x as h,y as te}from"./session-C_5GV08U.js";import{B as g,G as _,H as v,K as y,U as b,X as x,z as S}from"./index-De-aLKpK.js";import{n as C}from"./services-CeDtpm1A.js";import{a as w,i as T,n as E,r as ne,t as re}from"./device-keys-CNvXJgdH.js";import{_ as ie,l as ae}from"./player-key-CiE4vGYp.js";import{c as oe,f as D,p as O,s as se}from"./statements-Czm5VA4k.js";import{n as k,r as A,t as j}from"./signing-CAC-JWTU.js";var M=n({heading:`Signing key`,text:`With a key in this browser each bet and each decision of yours carries a signature that only this browser makes. Nobody else can play in your name so that it holds, not even the house: whoever checks the public log finds what lacks your signature.`,rounds:`This page signs your bets and decisions, alone and at tables with other players, and what loosens your limits.`,"for-good":`This is for good: once the account has a key, nothing is bet without a signature, here or on another device.`,loss:`The key stays in this browser and cannot be copied. If you clear the browser’s data or lose the device, it is gone, and the recovery code makes a new one. If both are lost, you cannot bet until two of our staff let in another key, and that key waits for days, so that you could refuse it. Your money is never at stake: deposits and withdrawals need no key, nor do exclusions and tighter limits.`,unable:`This browser cannot make such keys, or this address is not secure. A newer browser can, by https.`,"no-pin":`The first key needs your PIN. Set one above.`,code:`Recovery code`,"code.text":`Write it down now and keep it apart from this device. It is shown this once, and whoever has it can let in keys.`,written:`I have written the recovery code down.`,pin:`PIN`,begin:`Make a key`,enrol:`Let the key in`,enrolled:`Done. From now on this browser signs your bets and decisions.`,"add-code":`Make a recovery code`,"code-added":`The recovery code is in force.`,"no-code":`No recovery code is in force. Without one the loss of this browser means waiting.`,here:`this browser`,"none-here":`The account has a key, and this browser has none that is in force. Nothing can be bet here.`,recover:`Let in a key of this browser`,"recover.text":`The recovery code lets a new key of this browser in. All other keys that play end.`,recovered:`Done. This browser signs from now on, and the other keys have ended.`,"wrong-code":`This is no recovery code of a key that is in force.`,list:`Keys of the account`,play:`signs bets`,recovery:`recovery code`,live:`in force`,waiting:`waits until {when}`,ended:`ended {when}`,added:`Let in {when}`,"by-operators":`by our staff, without a signature of yours`,end:`End it`,"end.label":`End it: the key {kid}`,"end.text":`For good. It signs nothing any more.`,"end.own":`It is the key of this browser: you cannot bet here any more, until the recovery code lets in a new one.`,why:`Why`,lost:`It is lost`,stolen:`Somebody else has it, or let it in`,closed:`It is not needed any more`,"ended.done":`The key has ended.`},{heading:`署名の鍵`,text:`このブラウザーに鍵を作ると、賭けと選択のすべてに、このブラウザーだけが作れる署名が付きます。ほかの誰も、カジノも、有効な形でお客様になりすましてプレイすることはできません。署名のないものは、公開ログを調べる人に見つかります。`,rounds:`このページは、お一人で遊ぶゲームでも、ほかのプレイヤーとのテーブルでも、賭けと選択に署名します。限度額などを緩める操作にも署名します。`,"for-good":`元には戻せません。鍵を追加したアカウントでは、この端末でもほかの端末でも、署名なしに賭けることはできません。`,loss:`鍵はこのブラウザーの中にあり、写せません。ブラウザーのデータを消したり端末をなくしたりすると鍵は失われ、復旧コードで新しい鍵を作ります。両方を失うと、スタッフ二名が別の鍵を追加するまで賭けられません。その鍵はお客様が拒めるよう、数日待機します。お金は失われません。入金、出金、プレイの休止、限度額などの引き締めに鍵は要りません。`,unable:`このブラウザーではこの鍵を作れないか、接続が安全ではありません。新しいブラウザーとhttpsでお試しください。`,"no-pin":`最初の鍵にはPINが必要です。上で設定してください。`,code:`復旧コード`,"code.text":`今すぐ書き留め、この端末とは別の場所に保管してください。表示は一度だけです。このコードを持つ人は鍵を追加できます。`,written:`復旧コードを書き留めました。`,pin:`PIN`,begin:`鍵を作る`,enrol:`鍵を追加する`,enrolled:`完了しました。これからは、このブラウザーが賭けと選択に署名します。`,"add-code":`復旧コードを作る`,"code-added":`復旧コードが有効になりました。`,"no-code":`有効な復旧コードがありません。ないままこのブラウザーを失うと、待つことになります。`,here:`このブラウザー`,"none-here":`アカウントには鍵がありますが、このブラウザーに有効な鍵はありません。ここでは賭けられません。`,recover:`このブラウザーの鍵を追加する`,"recover.text":`復旧コードで、このブラウザーの新しい鍵を追加します。賭けに使うほかの鍵はすべて終了します。`,recovered:`完了しました。これからはこのブラウザーが署名します。ほかの鍵は終了しました。`,"wrong-code":`有効な復旧コードではありません。`,list:`アカウントの鍵`,play:`賭けの署名用`,recovery:`復旧コード`,live:`有効`,waiting:`{when}まで待機`,ended:`{when}に終了`,added:`{when}に追加`,"by-operators":`スタッフによる追加（お客様の署名なし）`,end:`終了させる`,"end.label":`終了させる：鍵{kid}`,"end.text":`元には戻せません。この鍵は今後署名できません。`,"end.own":`このブラウザーの鍵です。復旧コードで新しい鍵を追加するまで、ここでは賭けられなくなります。`,why:`理由`,lost:`失いました`,stolen:`他人が持っているか、他人が追加しました`,closed:`もう使いません`,"ended.done":`鍵は終了しました。`});function N(e,t){return i`<h3>${x(`factor.codes`)}</h3>
    <p>${x(`factor.codes.text`)}</p>
    <ol class="prose mono">
      ${e.map(e=>i`<li>${e}</li>`)}
    </ol>
    <button class="btn main" type="button" @click=${t}>${x(`factor.kept`)}</button>`}var P=a({id:p,name:p,created_at:p,last_used_at:c(p)}),F=a({items:o(P)}),I=a({publicKey:te}),L=a({recovery_codes:o(p)}),R=class extends r{static properties={codes:{state:!0},removed:{state:!0}};#e=new y(this,()=>({path:`/me/passkeys`,read:F}));constructor(){super(),this.codes=[],this.removed=!1}render(){return this.codes.length>0?N(this.codes,()=>this.codes=[]):i`<p>${x(`passkey.text`)}</p>
      <div role="status">
        ${this.removed?i`<p class="problem ok small">${x(`passkey.removed`)}</p>`:e}
      </div>
      ${this.#e.render(({items:e})=>e.length===0?i`<p class="quiet">${x(`passkey.none`)}</p>`:i`<ul class="plain stack1">
              ${e.map(e=>this.#t(e))}
            </ul>`)}
      <h3>${x(`passkey.another`)}</h3>
      <form-box
        name="passkey"
        .fields=${[{name:`name`,label:x(`passkey.name`)},...z()]}
        button=${x(`passkey.add`)}
        .send=${e=>this.#n(e)}
      ></form-box>`}#t(e){let n=e.last_used_at;return i`<li class="stack1">
      <strong>${e.name}</strong>
      <span class="quiet small">
        ${x(`passkey.added`,{when:t(e.created_at)})}
        ${n===null?x(`passkey.unused`):x(`passkey.used`,{when:t(n)})}
      </span>
      <details>
        <summary>${x(`passkey.remove.label`,{name:e.name})}</summary>
        <form-box
          name="passkey-${e.id}"
          .fields=${z()}
          button=${x(`passkey.remove`)}
          plain
          .send=${t=>this.#r(e,t)}
        ></form-box>
      </details>
    </li>`}async#n(e){this.removed=!1;let t={password:_(e,`password`),...b(e,`code`)},n=await S({method:`POST`,path:`/me/passkey-offers`,body:t,read:I}),r=await g(n.publicKey),i={name:_(e,`name`).trim(),credential:r};return this.codes=(await m.call({method:`POST`,path:`/me/passkeys`,body:i,read:L})).recovery_codes,await this.#i(),x(`passkey.done`)}async#r(e,t){this.removed=!1;let n={password:_(t,`password`),...b(t,`code`)};await S({method:`POST`,path:`/me/passkeys/${e.id}/removal`,body:n,read:l}),this.removed=!0,await this.#i()}async#i(){await this.#e.read(),this.dispatchEvent(new CustomEvent(`passkeys-changed`))}};function z(){return[{name:`password`,label:x(`password`),kind:`password`},{name:`code`,label:x(`code.if`),kind:`code`,hint:x(`code.hint.or-passkey`),optional:!0}]}customElements.define(`passkey-list`,R);var B=a({enrolled:u,codes_locked:u,recovery_codes_left:h}),V=a({secret:p,otpauth_uri:p}),H=a({recovery_codes:o(p)}),U=class extends r{static properties={offer:{state:!0},codes:{state:!0}};#e=new y(this,()=>({path:`/me/second-factor`,read:B}));constructor(){super(),this.offer=null,this.codes=null}render(){return this.codes!==null&&this.codes.length>0?N(this.codes,()=>this.codes=null):this.#e.render(e=>e.enrolled?this.#t(e):this.#n(e))}async reread(){await this.#e.read()}#t(t){return i`<p>${x(`factor.has`,{count:t.recovery_codes_left})}</p>
      ${t.codes_locked?i`<p class="problem warn small">${x(`factor.locked`)}</p>`:e}
      <form-box
        name="factor-removal"
        .fields=${[{name:`password`,label:x(`password`),kind:`password`},{name:`code`,label:x(`code`),kind:`code`,hint:x(`code.hint.or-passkey`),optional:!0}]}
        button=${x(`factor.remove`)}
        plain
        .send=${e=>this.#a(e)}
      ></form-box>`}#n(t){if(this.offer===null){let n=t.recovery_codes_left;return i`<p>${x(`factor.none`)} ${n>0?x(`factor.left`,{count:n}):e}</p>
        ${t.codes_locked?i`<p class="problem warn small">${x(`factor.locked`)}</p>`:e}
        <form-box
          name="factor"
          .fields=${[{name:`password`,label:x(`password`),kind:`password`},...n>0?[{name:`code`,label:x(`code`),kind:`code`,hint:x(`code.hint.or-passkey`),optional:!0}]:[]]}
          button=${x(`factor.begin`)}
          .send=${e=>this.#r(e)}
        ></form-box>`}let n=this.offer.secret.replaceAll(/(.{4})(?=.)/g,`$1 `);return i`<p>${x(`factor.secret.text`)}</p>
      <dl class="pairs">
        <dt>${x(`factor.secret`)}</dt>
        <dd class="mono" id="factor-secret">${n}</dd>
      </dl>
      <p><a href=${this.offer.otpauth_uri}>${x(`factor.open`)}</a></p>
      <form-box
        name="factor-confirmation"
        .fields=${[{name:`code`,label:x(`factor.first`),kind:`code`,hint:x(`factor.first.hint`)}]}
        button=${x(`factor.confirm`)}
        .send=${e=>this.#i(e)}
      ></form-box>`}async#r(e){let t={password:_(e,`password`),...`code`in e?b(e,`code`):{}};this.offer=await S({method:`POST`,path:`/me/second-factor`,body:t,read:V})}async#i(e){let t=b(e,`code`);this.codes=(await m.call({method:`POST`,path:`/me/second-factor/confirmation`,body:t,read:H})).recovery_codes,this.offer=null,await this.#e.read()}async#a(e){let t={password:_(e,`password`),...b(e,`code`)};return await S({method:`POST`,path:`/me/second-factor/removal`,body:t,read:l}),await this.#e.read(),x(`factor.removed`)}};customElements.define(`second-factor`,U);var W=`ABCDEFGHIJKLMNOPQRSTUVWXYZ234567`,G=16,K=ie(`RDF2/recovery\0`);function ce(){return q(crypto.getRandomValues(new Uint8Array(G)))}function q(e){return([...e].map(e=>e.toString(2).padStart(8,`0`)).join(``).match(/.{1,5}/g)??[]).map(e=>W[Number.parseInt(e.padEnd(5,`0`),2)]).join(``)}async function J(e){let t=e.normalize(`NFKC`).replaceAll(/[\s-]/g,``).toUpperCase(),n=[...t].map(e=>W.indexOf(e).toString(2).padStart(5,`0`)).join(``),r=Uint8Array.from({length:G},(e,t)=>Number.parseInt(n.slice(8*t,8*t+8),2));return q(r)===t?w(ae(K,r)):null}var le=[`lost`,`stolen`,`closed`],ue=a({kid:p,use:s(`play`,`recover`),status:s(`live`,`waiting`,`ended`),added_at:p,lives_from:p,admitted_by:s(`player`,`operators`),ended_at:c(p)}),de=a({items:o(ue)}),fe=a({receipt:a({seq:h,leaf:p,note:p})}),Y=class extends Error{},X=class{#e;constructor(e){this.#e=e}async keys(){let{items:e}=await m.call({path:`/me/keys`,read:de}),t=O(this.#e.player);return e.find(({kid:e})=>e===t?.kid)!==void 0&&t?.known===!1&&D(this.#e.player,{...t,known:!0}),e}async enrol(e,t){await this.#n([],t=>this.#i(t,{pin:e},null)),await this.addRecovery(t)}async addRecovery(e){let t=await J(e);if(t===null)throw new Y;await this.#r(await this.keys(),t.kid);let n=await this.#t();await this.#i({key:t,use:`recover`},{},n)}async recover(e){let t=await this.keys(),n=await J(e),r=t.some(({kid:e,use:t,status:r})=>e===n?.kid&&t===`recover`&&r===`live`);if(n===null||!r)throw new Y;await this.#n(t,e=>this.#i(e,{},n));for(let{kid:e,use:r,status:i}of t)r===`play`&&i!==`ended`&&await this.#a(e,`lost`,n)}async end(e,t,n){let r=n===``?await this.#t():await J(n);if(r===null)throw new Y;await this.#a(e,t,r);let{player:i}=this.#e;O(i)?.kid===e&&(D(i,null),await ne(i,e))}async#t(){let{player:e}=this.#e,t=await T(e,O(e)?.kid??``);if(t===null)throw Error(`this browser has no key of the account`);return t}async#n(e,t){let{player:n}=this.#e,r=O(n),i=(r?.known===!1?await T(n,r.kid):null)??await E(n);D(n,{kid:i.kid,known:!1}),await this.#r(e,i.kid);try{await t({key:i,use:`play`})}catch(e){throw e instanceof f&&e.status<500&&D(n,null),e}D(n,{kid:i.kid,known:!0})}async#r(e,t){await this.#e.seen(null),this.#e.knowKeys([...e.map(e=>e.kid),t])}async#i({key:e,use:t},n,r){let i=se(e.pub,t),a={alg:`ed25519`,pub:e.pub,use:t,...n};await this.#o(`/me/keys`,a,i,async t=>({pop:await k(t,e),...r===null?{}:{psig:await A(t,r)}}))}async#a(e,t,n){await this.#o(`/me/keys/${e}/end`,{why:t},oe(e,t),async e=>({psig:await A(e,n)}))}async#o(e,t,n,r){let{receipt:i}=await m.call({method:`POST`,path:e,body:t,read:fe,sign:async()=>r(n(j(await this.#e.seen(null))))});await this.#e.accept([i])}},pe=class extends r{static properties={able:{state:!0},keys:{state:!0},here:{state:!0},code:{state:!0},done:{state:!0},error:{state:!0}};#e=null;constructor(){super(),this.able=null,this.keys=null,this.here=null,this.code=``,this.done=``,this.error=null,this.watch(d)}willUpdate(){let e=d.state.me?.id??null;e!==null&&e!==this.#e&&(this.#e=e,this.#t())}async#t(){try{this.able=await re(),await this.#n()}catch(e){this.error=e}}async#n(){let e=this.#r;this.keys=await this.#i.keys();let t=O(e),n=this.keys.some(({kid:e,status:n})=>e===t?.kid&&n===`live`);this.here=t!==null&&n&&await T(e,t.kid)!==null?t.kid:null}get#r(){let{me:e}=d.state;if(e===null)throw Error(`nobody is here`);return e.id}get#i(){return new X(C(this.#r))}render(){let{keys:t,able:n}=this;return i`<p>${M(`text`)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done===``?e:i`<p class="problem ok small">${this.done}</p>`}</div>
      ${t===null||n===null?e:n?this.#a(t):i`<p class="problem info small">${M(`unable`)}</p>`}
      ${t===null||t.length===0?e:this.#l(t)}`}#a(e){let t=e.some(({use:e,status:t})=>e===`recover`&&t===`live`);return e.length===0?this.#o():this.here===null?i`<p class="problem warn small">${M(`none-here`)}</p>
        ${this.#c()}`:t?i`<p>${M(`loss`)}</p>`:i`<p class="problem warn small">${M(`no-code`)}</p>
      ${this.#s(`recovery`,[],M(`add-code`),async()=>(await this.#i.addRecovery(this.code),M(`code-added`)))}`}#o(){let e={name:`pin`,label:M(`pin`),kind:`pin`};return i`<p>${M(`rounds`)}</p>
      <p>${M(`for-good`)}</p>
      <p>${M(`loss`)}</p>
      ${d.state.me?.has_pin===!0?this.#s(`enrolment`,[e],M(`enrol`),async e=>(await this.#i.enrol(_(e,`pin`),this.code),M(`enrolled`))):i`<p class="problem info small">${M(`no-pin`)}</p>`}`}#s(e,t,n,r){if(this.code===``)return i`<button class="btn" type="button" @click=${()=>this.code=ce()}>
        ${e===`enrolment`?M(`begin`):n}
      </button>`;let a=this.code.replaceAll(/(.{4})(?=.)/g,`$1 `);return i`<h3>${M(`code`)}</h3>
      <p>${M(`code.text`)}</p>
      <p class="mono" id="recovery-code">${a}</p>
      <form-box
        name=${e}
        .fields=${[{name:`written`,label:M(`written`),kind:`tick`},...t]}
        button=${n}
        .send=${e=>this.#f(()=>r(e),!0)}
      ></form-box>`}#c(){return i`<h3>${M(`recover`)}</h3>
      <p>${M(`recover.text`)}</p>
      <form-box
        name="recover-key"
        .fields=${[{name:`code`,label:M(`code`),kind:`text`}]}
        button=${M(`recover`)}
        .send=${e=>this.#f(async()=>(await this.#i.recover(_(e,`code`)),M(`recovered`)))}
      ></form-box>`}#l(e){return i`<h3>${M(`list`)}</h3>
      <ul class="plain stack1">
        ${e.map(e=>this.#u(e))}
      </ul>`}#u(n){let{kid:r,use:a,status:o}=n;return i`<li class="stack1">
      <p>
        <span class="mono">${r}</span> · ${M(a===`play`?`play`:`recovery`)} · ${{live:()=>M(`live`),waiting:()=>M(`waiting`,{when:t(n.lives_from)}),ended:()=>M(`ended`,{when:t(n.ended_at??n.added_at)})}[o]()}
        ${r===this.here?i`<span class="tag info">${M(`here`)}</span>`:e} <br /><span
          class="small quiet"
        >
          ${M(`added`,{when:t(n.added_at)})}
          ${n.admitted_by===`operators`?M(`by-operators`):e}
        </span>
      </p>
      ${o===`ended`||this.here===null&&a===`play`?e:this.#d(n)}
    </li>`}#d({kid:t,use:n,status:r}){let a=n===`recover`&&r===`live`,o={name:`why`,label:M(`why`),kind:`select`,options:le.map(e=>({value:e,label:M(e)}))},s={name:`code`,label:M(`code`),kind:`text`};return i`<details>
      <summary aria-label=${M(`end.label`,{kid:t})}>${M(`end`)}</summary>
      <p class="small">${M(`end.text`)} ${t===this.here?M(`end.own`):e}</p>
      <form-box
        name=${`end-${t}`}
        .fields=${a?[o,s]:[o]}
        button=${M(`end`)}
        plain
        .send=${e=>this.#f(async()=>(await this.#i.end(t,_(e,`why`),a?_(e,`code`):``),M(`ended.done`)))}
      ></form-box>
    </details>`}async#f(e,t=!1){this.done=``;try{this.done=await e(),t&&(this.code=``)}catch(e){throw e instanceof Y?new v(`code`,M(`wrong-code`)):e}finally{await this.#n()}}};customElements.define(`signing-keys`,pe);var Z=a({changed_at:p}),me=class extends r{constructor(){super(),this.watch(d)}render(){return i`<div class="stack narrow">
      <h1>${x(`security`)}</h1>
      ${this.#t()}
      <section class="box stack">
        <h2>${x(`password.heading`)}</h2>
        <p>${x(`password.text`)}</p>
        <form-box
          name="password"
          .fields=${[{name:`new_password`,label:x(`password.new`),kind:`new-password`,hint:x(`password.hint`)},...Q()]}
          button=${x(`password.change`)}
          .send=${he}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${x(`factor.heading`)}</h2>
        <second-factor class="stack"></second-factor>
      </section>
      <section class="box stack">
        <h2>${x(`passkeys`)}</h2>
        <passkey-list class="stack" @passkeys-changed=${()=>this.#e()}></passkey-list>
      </section>
      <section class="box stack">
        <h2>${M(`heading`)}</h2>
        <signing-keys class="stack"></signing-keys>
      </section>
    </div>`}#e(){this.below(`second-factor`,U).reread()}#t(){let{me:e}=d.state,t={name:`new_pin`,label:x(`pin.new`),kind:`pin`},n=e?.pin_locked===!0,r=e?.has_pin===!0;return i`<section class="box stack">
      <h2>${x(`pin.heading`)}</h2>
      <p>${x(`pin.text`)} ${x(n?`pin.locked`:r?`pin.has`:`pin.none`)}</p>
      ${r&&!n?i`<h3>${x(`pin.by-pin`)}</h3>
              <form-box
                name="pin-by-pin"
                .fields=${[t,{name:`current_pin`,label:x(`pin.current`),kind:`pin`}]}
                button=${x(`pin.set`)}
                .send=${e=>$(b(e,`new_pin`,`current_pin`))}
              ></form-box>`:null}
      <h3>${x(`pin.by-password`)}</h3>
      <form-box
        name="pin"
        .fields=${[t,...Q()]}
        button=${x(`pin.set`)}
        .send=${e=>$({password:_(e,`password`),...b(e,`new_pin`,`code`)})}
      ></form-box>
    </section>`}};function Q(){return[{name:`password`,label:x(`password`),kind:`password`},{name:`code`,label:x(`code.if`),kind:`code`,hint:x(`code.hint.or-passkey`),optional:!0}]}async function $(e){return await S({method:`PUT`,path:`/me/pin`,body:e,read:Z}),await ee(`me`),x(`pin.done`)}async function he(e){let t={new_password:_(e,`new_password`),password:_(e,`password`)};return await S({method:`PUT`,path:`/me/password`,body:{...t,...b(e,`code`)},read:Z}),x(`password.done`)}customElements.define(`security-view`,me);