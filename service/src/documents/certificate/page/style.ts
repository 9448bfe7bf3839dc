/** The layout of certificates: A4, one accent colour, four font weights. Lengths are in points. */
import type { Color, LineStyle } from "@svc-proof/shared/pdf";
import type { CertificateFonts, CertificateTypeface } from "../fonts/certificate-fonts.js";

/** A4: 210 mm by 297 mm. */
export const PAGE_WIDTH = 595.28;
export const PAGE_HEIGHT = 841.89;
export const MARGIN = 62;
export const TEXT_WIDTH: number = PAGE_WIDTH - 2 * MARGIN;
/** Only the footer is below. */
export const BOTTOM = 76;

export const INK: Color = [0.106, 0.125, 0.149];
/** 4.5:1 and more on white (WCAG 2, 1.4.3). */
export const MUTED: Color = [0.373, 0.408, 0.451];
export const HAIRLINE: Color = [0.851, 0.867, 0.886];
export const ACCENT: Color = [0.043, 0.31, 0.424];
export const TINT: Color = [0.949, 0.965, 0.973];
export const PAPER: Color = [1, 1, 1];

export interface TextStyle extends LineStyle {
  readonly typeface: CertificateTypeface;
}

export interface CertificateStyles {
  readonly issuer: TextStyle;
  readonly title: TextStyle;
  readonly notice: TextStyle;
  readonly lead: TextStyle;
  readonly moment: TextStyle;
  readonly heading: TextStyle;
  readonly label: TextStyle;
  readonly body: TextStyle;
  readonly note: TextStyle;
  readonly name: TextStyle;
  readonly fingerprint: TextStyle;
  readonly source: TextStyle;
  readonly code: TextStyle;
  readonly command: TextStyle;
}

/** @param leading factor of the distances between lines. */
export function certificateStyles(
  { title, body, strong, code }: CertificateFonts,
  leading: number,
): CertificateStyles {
  const style = (
    typeface: CertificateTypeface,
    sizePt: number,
    leadingPt: number,
    color: Color,
  ): TextStyle => ({
    typeface,
    sizePt,
    leadingPt: leadingPt * leading,
    color,
  });
  return {
    issuer: style(strong, 9, 12, ACCENT),
    title: style(title, 25, 30, INK),
    notice: style(strong, 9.5, 13, PAPER),
    lead: style(body, 10.5, 15, MUTED),
    moment: style(title, 20, 26, ACCENT),
    heading: style(strong, 10.5, 14, ACCENT),
    label: style(body, 8.5, 12.5, MUTED),
    body: style(body, 8.5, 12.5, INK),
    note: style(body, 8.5, 12.5, MUTED),
    name: style(body, 13, 20, INK),
    fingerprint: style(code, 14, 21, INK),
    source: style(strong, 9, 12.5, INK),
    code: style(code, 8, 12.5, INK),
    command: style(code, 7, 11, INK),
  };
}
