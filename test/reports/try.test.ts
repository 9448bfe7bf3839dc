import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { encodeReports } from "../../verifier-web/src/report-output/pdf/encode-reports.js";
import { CONTEXTS, reportCases, typesetting, verifiedReport } from "./report-cases.js";

test("x", async () => {
  const cases = await reportCases();
  const s = typesetting();
  let n = 0;
  for (const [name, one] of cases) {
    writeFileSync(`/tmp/hpdf/${n++}.pdf`, await encodeReports([one], CONTEXTS.en, s));
    console.log(n - 1, name, one.report.outcome);
  }
  writeFileSync(
    `/tmp/hpdf/joint.pdf`,
    await encodeReports(
      [
        ...cases.values(),
        await verifiedReport("договор שלום עולם (2).pdf"),
        await verifiedReport("契約書 🦄👩‍⚖️.txt"),
        await verifiedReport("عقد ١٢.txt"),
        await verifiedReport("अनुबंध.txt"),
        await verifiedReport("u\u0308ber.txt"),
        await verifiedReport("สัญญา Ἀθῆναι.txt"),
      ],
      CONTEXTS.de,
      s,
    ),
  );
});
