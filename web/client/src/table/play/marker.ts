import { html, type TemplateResult } from "lit";
import { dog } from "../app/brand.ts";

/** Return the Red Dog marker, which lies on the spread. */
export function marker(name: string): TemplateResult {
  return html`<svg class="marker" viewBox="0 0 40 40" role="img" aria-label=${name}>
    <circle cx="20" cy="20" r="19" fill="#111" stroke="var(--edge)" stroke-width="1.5" />
    <g transform="translate(4 3.5)">${dog}</g>
  </svg>`;
}
