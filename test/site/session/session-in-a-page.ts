/**
 * The site's session without its views, as the production build makes it, with its worker, driven
 * by tests.
 */

import { filesOfInput } from "@svc-proof/verifier-web/ui/intake";
import { verifierWorker } from "../../../verifier-web/src/security/script-url.js";
import { createPageSession, type Session } from "../../../verifier-web/src/session/session.js";

declare global {
  interface Window {
    session: Session;
    /** The workers that the session has started, the latest last. */
    workers: Worker[];
  }
}

window.workers = [];
window.session = createPageSession(() => {
  const worker = verifierWorker();
  window.workers.push(worker);
  return worker;
});
for (const id of ["files", "folder"]) {
  const input = document.getElementById(id) as HTMLInputElement;
  input.addEventListener("change", () => {
    window.session.add(filesOfInput(input.files));
    // So that the same file may be chosen again.
    input.value = "";
  });
}
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer !== null) window.session.addTransfer(event.dataTransfer);
});
document.addEventListener("paste", (event) => {
  if (event.clipboardData !== null) window.session.addTransfer(event.clipboardData);
});
