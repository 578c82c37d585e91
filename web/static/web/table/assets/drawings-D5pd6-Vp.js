import{_ as e,x as t,y as n}from"./plain-element-DXa2qk9R.js";var r=[`c`,`d`,`h`,`s`],i=`23456789TJQKA`;function a(e){let t=i.indexOf(e.charAt(0))+2,n=r.find(t=>t===e.charAt(1));if(e.length!==2||t<2||n===void 0)throw Error(`${e} is no card`);return{rank:t,suit:n}}function o(e){return e===10?`10`:i.charAt(e-2)}var s={s:t`<path d="M16 2C16 2 4 11.5 4 18.7a5.9 5.9 0 0 0 10.6 3.6C14.4 25.7 13.5 28.2 11.5 30h9c-2-1.8-2.9-4.3-3.1-7.7A5.9 5.9 0 0 0 28 18.7C28 11.5 16 2 16 2z" />`,h:t`<path d="M16 29.5C16 29.5 2.5 20 2.5 11.3A6.9 6.9 0 0 1 16 8.7a6.9 6.9 0 0 1 13.5 2.6C29.5 20 16 29.5 16 29.5z" />`,d:t`<path d="M16 1.5 27 16 16 30.5 5 16z" />`,c:t`<circle cx="16" cy="8.6" r="6.4" /><circle cx="8.5" cy="18.6" r="6.4" /><circle cx="23.5" cy="18.6" r="6.4" />
    <path d="M14.5 13h3c0 9 .9 13.2 3.8 17H10.7c2.9-3.8 3.8-8 3.8-17z" />`},c={s:`spade`,h:`heart`,d:`diamond`,c:`club`};function l(e){return`var(--${c[e]})`}function u(e,n,r,i){return t`<g transform="translate(${n} ${r}) scale(${i/32})" fill=${l(e)}>${s[e]}</g>`}function d(e){return t`<g fill="var(--${c[e]}-ink)">${s[e]}</g>`}var f=`system-ui,sans-serif`;function p(t,r){let i=t.rank===10;return n`<svg class="card" viewBox="0 0 100 140" role="img" aria-label=${r}>
    <rect x="1" y="1" width="98" height="138" rx="9" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.5" />
    <text
      x=${i?7:11}
      y="50"
      font-size="50"
      font-weight="700"
      font-family=${f}
      textLength=${i?52:e}
      lengthAdjust="spacingAndGlyphs"
      fill=${l(t.suit)}
      aria-hidden="true"
    >
      ${o(t.rank)}
    </text>
    ${u(t.suit,11,61,26)} ${u(t.suit,42,80,48)}
  </svg>`}function m(e){return n`<svg class="card" viewBox="0 0 100 140" role="img" aria-label=${e}>
    <rect x="1" y="1" width="98" height="138" rx="9" fill="var(--surface)" stroke="var(--edge)" stroke-width="1.5" />
    <rect x="9" y="9" width="82" height="122" rx="5" fill="var(--tint)" stroke="var(--accent)" />
    <path
      d="M9 50 50 9M9 91 91 9M9 131 91 50M50 131 91 91"
      stroke="var(--accent)"
      stroke-width="1"
      opacity=".55"
      fill="none"
    />
  </svg>`}function h(){return n`<svg class="card" viewBox="0 0 100 140" aria-hidden="true">
    <rect x="1.5" y="1.5" width="97" height="137" rx="9" fill="none" stroke="var(--edge)" stroke-dasharray="5 5" />
  </svg>`}function g(e,t){return n`<span class="card-in-text" role="img" aria-label=${t}
    ><span aria-hidden="true">${o(e.rank)}</span
    ><svg class="svg-suit" viewBox="0 0 32 32" aria-hidden="true">${d(e.suit)}</svg></span
  >`}var _=[[`#f2efe8`,`#1a1b1e`,`#8d877c`],[`#a9221b`,`#fff`,`#f3d3d0`],[`#0d5a3c`,`#fff`,`#cfe6da`],[`#17181c`,`#fff`,`#c9c9cf`]];function v(e,r){let[i,a,o]=_[r]??[`#f2efe8`,`#1a1b1e`,`#8d877c`];return n`<svg class="chip" viewBox="0 0 64 64" aria-hidden="true">
    <circle cx="32" cy="32" r="31" fill=${i} stroke="var(--edge)" />
    ${[0,45,90,135,180,225,270,315].map(e=>t`<rect x="29" y="1.5" width="6" height="8" fill=${o} transform="rotate(${e} 32 32)" />`)}
    <circle cx="32" cy="32" r="21" fill="none" stroke=${o} stroke-width="1.5" />
    <text
      x="32"
      y="40"
      text-anchor="middle"
      font-size=${e.length>3?16:e.length>2?20:23}
      font-weight="700"
      font-family=${f}
      fill=${a}
    >
      ${e}
    </text>
  </svg>`}export{g as a,o as c,p as i,v as n,r as o,h as r,a as s,m as t};