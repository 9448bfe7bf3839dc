/** How closely a part of the certificate is set, so that its last page never has a line or two alone. */
import type { StructureElement } from "@svc-proof/shared/pdf";
import type { CertificateFlow } from "./certificate-flow.js";
import { BOTTOM, MARGIN, PAGE_HEIGHT } from "./style.js";

export interface Layout {
  /** Factor of the distances between lines. */
  readonly leading: number;
  /** Factor of the spaces between elements. */
  readonly space: number;
  /** Whether the last section begins a page of its own. */
  readonly breaks: boolean;
}

/** From the usual one to the closest that is still easy to read: its lines are 1.32 times as far apart as the text is high. */
const DENSITIES: readonly Layout[] = [
  { leading: 1, space: 1, breaks: false },
  { leading: 0.96, space: 0.85, breaks: false },
  { leading: 0.92, space: 0.7, breaks: false },
  { leading: 0.9, space: 0.5, breaks: false },
];

/** Half a page. A last page with less reads better if it begins with a section. */
const MIN_LAST_PAGE: number = (PAGE_HEIGHT - MARGIN - BOTTOM) / 2;

/** A part of the document as one layout sets it. */
export interface DrawnPart {
  readonly flow: CertificateFlow;
  readonly element: StructureElement;
}

/**
 * Draws a part in the usual layout if that is good, otherwise more closely if that saves a page, otherwise with a page of its own for its
 * last section.
 */
export function fitted(draw: (layout: Layout) => DrawnPart): DrawnPart {
  const usual = draw(DENSITIES[0]!);
  if (usual.flow.pages.length === 1) return usual;
  for (const layout of DENSITIES.slice(1)) {
    const closer = draw(layout);
    if (closer.flow.pages.length < usual.flow.pages.length) return closer;
  }
  if (usual.flow.usedHeight >= MIN_LAST_PAGE) return usual;
  const broken = draw({ ...DENSITIES[0]!, breaks: true });
  const isLonger = broken.flow.pages.length > usual.flow.pages.length;
  return isLonger || broken.flow.usedHeight < usual.flow.usedHeight ? usual : broken;
}
