/** Draws an element's shadow root. Its style sheet is constructed once and shared: a policy without inline styles allows it. */

import css from "virtual:element-style";
import { h, render } from "preact";
import { VerifierView, type VerifierViewProps } from "./verifier-view.js";

let sheet: CSSStyleSheet | undefined;

export function drawVerifier(root: ShadowRoot, props: VerifierViewProps): void {
  if (root.adoptedStyleSheets.length === 0) {
    if (sheet === undefined) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    root.adoptedStyleSheets = [sheet];
    // What the page put into the element has served.
    root.replaceChildren();
  }
  render(h(VerifierView, props), root);
}
