/** Reports as PDF, made in the browser. Loaded on demand, with its fonts. */

import packedFonts from "virtual:report-fonts";
import { encodeReports } from "./encode-reports.js";
import { canvasPainter, openFonts } from "./report-fonts.js";
import type { ItemWithoutReport, ReportContext, ReportOfItem } from "./report-sections.js";

/**
 * A tagged PDF (PDF/UA-1) of one report or of several, with their JSON attached.
 *
 * @param items in the order of the page; at least one with a report. Several begin with a table of all.
 * @throws RangeError if no item has a report.
 * @throws Error if the browser has no canvas to draw the scripts that the fonts lack.
 */
export function encodeReportPdf(
  items: readonly (ReportOfItem | ItemWithoutReport)[],
  context: ReportContext,
): Promise<Uint8Array<ArrayBuffer>> {
  return encodeReports(items, context, { fonts: openFonts(packedFonts), painter: canvasPainter() });
}
