/** Diagrams of Mermaid as SVG in the page: no script draws them, and they take the colours of the theme. */
import { renderMermaidSVG } from "beautiful-mermaid";
import { codeBlock } from "../markdown/render-markdown.js";

const ANY = { bg: "#ffffff", fg: "#000000", transparent: true };

/**
 * @param index among the diagrams of the page: identifiers in the SVG must differ.
 * @throws Error for what is no diagram; the build fails then.
 */
export function renderDiagram(text: string, index: number): string {
  const svg = renderMermaidSVG(text, ANY)
    // The policy allows no inline style. The page's sheet has these rules.
    .replace(/<style>[\s\S]*?<\/style>\s*/g, "")
    .replace(/ style="[^"]*"/g, "")
    .replace(/ id="([^"]+)"/g, ` id="d${index}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#d${index}-$1)`)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace("<svg ", '<svg class="diagram" role="img" aria-label="Diagram; its text follows" ');
  return `<div class="diagram-frame" tabindex="0">${svg}</div>\n<details class="diagram-text"><summary>The diagram as text</summary>\n${codeBlock(text.trim())}</details>\n`;
}
