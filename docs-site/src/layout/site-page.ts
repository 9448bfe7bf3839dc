import type { Language } from "@svc-proof/ui/language";

/** A page as navigation and lists show it. */
export interface SitePage {
  /** From the root of the site: `formats/evidence.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly language: Language;
  /** Whether search engines and our own search leave it out. */
  readonly isHidden: boolean;
}
