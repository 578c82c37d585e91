import { svg, html } from "lit";

/** The dog of the marker, drawn in 32 by 32. */
export const dog = svg`<ellipse cx="16" cy="15.5" rx="9" ry="10" fill="#e0404b" />
  <path
    d="M9.8 6.2C5 5.4 2.3 9.5 2.6 14.5c.2 3.6 1.6 6 3.2 6.6 2.7-2 4.7-5.6 5.4-10zM22.2 6.2c4.8-.8 7.5 3.3 7.2 8.3-.2 3.6-1.6 6-3.2 6.6-2.7-2-4.7-5.6-5.4-10z"
    fill="#a81f2b"
  />
  <ellipse cx="16" cy="22" rx="6" ry="5.2" fill="#f7dcd8" />
  <ellipse cx="16" cy="19.6" rx="2.9" ry="2" fill="#111" />
  <path
    d="M16 21.5v2.3m-2.8.9c1.8 1 3.8 1 5.6 0"
    stroke="#111"
    stroke-width="1.1"
    fill="none"
    stroke-linecap="round"
  />
  <circle cx="12.3" cy="13.6" r="1.6" fill="#111" />
  <circle cx="19.7" cy="13.6" r="1.6" fill="#111" />`;

/** Return the mark beside the name. */
export function brand(): unknown {
  return html`<svg viewBox="0 0 40 40" aria-hidden="true">
    <circle cx="20" cy="20" r="19" fill="#111" stroke="var(--edge)" />
    <g transform="translate(4 3.5)">${dog}</g>
  </svg>`;
}
