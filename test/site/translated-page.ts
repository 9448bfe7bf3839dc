/**
 * What a browser's translation does to a page: it takes every text node out of it and puts one of its own in its place, inside
 * two elements (Google Translate: `<font><font>`), at once and after each change.
 */
import type { Page } from "playwright-core";

/** From the next navigation on, with all shadow roots. */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(takeTexts);
}

/** Runs in the page. */
function takeTexts(): void {
  const kept = "font, script, style, title, textarea, option, noscript";
  const take = (text: Text): void => {
    if (text.data.trim() === "" || text.parentElement?.closest(kept) !== null) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const takeAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    for (const text of texts) take(text);
  };
  const watch = (root: Node): void => {
    takeAll(root);
    new MutationObserver(() => takeAll(root)).observe(root, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(options) {
    const root = attach.call(this, options);
    watch(root);
    return root;
  };
  watch(document);
}
