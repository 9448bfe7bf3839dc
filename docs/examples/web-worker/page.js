import { proxy, wrap } from "comlink";

const worker = new Worker(new URL("./verifier-worker.js", import.meta.url), { type: "module" });
const verifier = wrap(worker);

const form = document.querySelector("form");
const progress = document.querySelector("progress");
const output = document.querySelector("output");

worker.onerror = () => {
  output.textContent = "The verifier did not start.";
};

form.onsubmit = async (event) => {
  event.preventDefault();
  const original = form.elements.original.files[0];
  const evidence = form.elements.evidence.files[0];
  const onHashed = proxy((bytes) => {
    progress.value = bytes / original.size;
  });
  progress.hidden = false;
  output.textContent = "";
  try {
    const { report, headline } = await verifier.verify(evidence, original, onHashed);
    output.textContent = headline;
    output.dataset.outcome = report.outcome;
  } catch (error) {
    // The evidence is never the reason: a file could not be read.
    output.textContent = error.message;
  } finally {
    progress.hidden = true;
  }
};
