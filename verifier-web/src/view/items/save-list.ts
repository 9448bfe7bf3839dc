/** Saves a report on all items. Loaded on demand. */

import { saveFile } from "@svc-proof/ui/saving";
import type { Report } from "@svc-proof/verifier-lib";
import type { BuildIdentity } from "../../build/build-identity.js";
import type { Item } from "../../model.js";
import type {
  ItemWithoutReport,
  ReportContext,
  ReportOfItem,
} from "../../report-output/pdf/report-sections.js";
import { reportsJson } from "../../report-output/report-json.js";
import { type CsvResult, type CsvTexts, resultsCsv } from "../../report-output/results-csv.js";
import type { PageTexts } from "../../texts/page/english.js";
import { itemState } from "../list.js";

/** Of a joint report, without its ending. */
const FILE_NAME = "verification-report";

export async function saveListPdf(items: readonly Item[], context: ReportContext): Promise<void> {
  const { encodeReportPdf } = await import("../../report-output/pdf/encode-report-pdf.js");
  const bytes = await encodeReportPdf(
    items.map((item) => entryOf(item, context)),
    context,
  );
  saveFile(bytes, `${FILE_NAME}.pdf`, "application/pdf");
}

/** Only of items that were verified: the others have no report. */
export function saveListJson(items: readonly Item[], build: BuildIdentity): void {
  const reports = items.flatMap(({ report }) => report ?? []);
  saveFile(reportsJson(reports, build), `${FILE_NAME}.json`, "application/json");
}

export function saveListCsv(items: readonly Item[], texts: CsvTexts & { readonly page: PageTexts }): void {
  const results = items.map((item) => ({
    name: item.title,
    report: item.report,
    state: stateOf(item, texts),
    original: item.report === null ? null : originalOf(item.files, item.report),
    probablyChanged: item.probablyChanged.map(({ name }) => name),
    fingerprint: item.fingerprint,
  }));
  saveFile(resultsCsv(results, texts), `${FILE_NAME}.csv`, "text/csv;charset=utf-8");
}

/** Why an item has no report. */
function stateOf(
  { problem, looksLike, ...item }: Item,
  { page, codes }: CsvTexts & { readonly page: PageTexts },
): CsvResult["state"] {
  if (problem === null && looksLike !== null) {
    return { code: "not_recognised", sentence: codes.looksLike[looksLike] };
  }
  return { code: problem?.code ?? "no_proof", sentence: itemState({ problem, looksLike, ...item }, page) };
}

function entryOf(item: Item, { page, codes }: ReportContext): ReportOfItem | ItemWithoutReport {
  const { title, report, files, onlineOffer, wanted, looksLike } = item;
  if (report === null) {
    const state = wanted === null ? itemState(item, page) : page.wanted[wanted];
    return { title, report, remark: looksLike === null ? state : codes.looksLike[looksLike] };
  }
  const endpointOf = (chain: number) =>
    onlineOffer.find(({ chainId }) => chainId === chain)?.endpoints[0] ?? null;
  return { title, report, files, endpointOf };
}

/** Given as a file, or inside the package. */
function originalOf(files: Item["files"], { inputs }: Report): string | null {
  const given = files.find(({ role }) => role === "original")?.name;
  const inside = inputs.find(({ kind, origin }) => kind === "original" && origin === "package")?.name;
  return given ?? inside?.replace(/^original\//, "") ?? null;
}
