/** The verifier in a worker: the page stays responsive whatever the size of the file. */
import { summaryLine, verify } from "@svc-proof/verifier-lib";
import { expose } from "comlink";

const verifier = {
  /** The report and its headline. Files are handed over by reference, and streamed here. */
  async verify(evidence, original, onHashed) {
    const report = await verify(evidence, { original, onProgress: onHashed });
    return { report, headline: summaryLine(report) };
  },
};

expose(verifier);
