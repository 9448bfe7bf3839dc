import { PageFlow, type PageForm, type Resources } from "@svc-proof/shared/pdf";
import { levelsOf } from "../typesetting/bidi.js";
import { BOTTOM, HAIRLINE, MARGIN, PAGE_HEIGHT, PAGE_WIDTH } from "./style.js";

const FORM: PageForm = {
  size: [PAGE_WIDTH, PAGE_HEIGHT],
  margin: MARGIN,
  bottom: BOTTOM,
  baseline: ({ sizePt, leadingPt }) => (leadingPt - sizePt) / 2 + 0.22 * sizePt,
  levelsOf,
};

/** The pages of a part of a certificate. */
export class CertificateFlow extends PageFlow {
  readonly #spaceFactor: number;

  /** @param spaceFactor makes spaces between elements smaller or larger. */
  constructor(resources: Resources, firstPage: number, spaceFactor: number) {
    super(FORM, resources, firstPage);
    this.#spaceFactor = spaceFactor;
  }

  /** How much of the last page is used. */
  get usedHeight(): number {
    return PAGE_HEIGHT - MARGIN - this.y;
  }

  override space(height: number): void {
    super.space(height * this.#spaceFactor);
  }

  rule(): void {
    const { x, width } = this.wholeWidth;
    this.page.artifact(() => this.page.rectangle(x, this.y, width, 0.6, HAIRLINE));
  }
}
