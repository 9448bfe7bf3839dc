import { summaryLine, verify } from "@svc-proof/verifier-lib";
import { useEffect, useState } from "react";
import { hashInWorker } from "./hash-in-worker.js";

/** Two files are chosen, and the verdict is shown. Nothing leaves the page. */
export function Verifier() {
  const [original, setOriginal] = useState(null);
  const [evidence, setEvidence] = useState(null);
  const [progress, setProgress] = useState(0);
  const [result, setResult] = useState(null);

  useEffect(() => {
    setResult(null);
    if (original === null || evidence === null) return;
    // Other files, or the end of the page, end what still runs.
    const controller = new AbortController();
    const { signal } = controller;
    hashInWorker(original, { onProgress: setProgress, signal })
      .then((contentHash) => verify(evidence, { contentHash, isOriginalHashed: true, signal }))
      .then((report) => setResult({ report }))
      .catch((error) => {
        if (!signal.aborted) setResult({ error });
      });
    return () => controller.abort();
  }, [original, evidence]);

  return (
    <main>
      <h1>Verify a file</h1>
      <Choice label="The original file" onChoose={setOriginal} />
      <Choice label="Its evidence" onChoose={setEvidence} />
      {original && evidence && !result && <progress value={progress} aria-label="Hashing the file" />}
      <output>
        {result?.error && <p>The file could not be read: {result.error.message}</p>}
        {result?.report && <Verdict report={result.report} />}
      </output>
    </main>
  );
}

function Choice({ label, onChoose }) {
  return (
    <p>
      <label>
        {label} <input type="file" onChange={({ target }) => onChoose(target.files[0] ?? null)} />
      </label>
    </p>
  );
}

function Verdict({ report }) {
  return (
    <section data-outcome={report.outcome}>
      <p>{summaryLine(report)}</p>
      <ul>
        {report.checks.map(({ id, status, code }) => (
          <li key={id}>
            {id}: {status} ({code})
          </li>
        ))}
      </ul>
    </section>
  );
}
