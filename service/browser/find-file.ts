/** Searches the list of proofs for a file that is dropped or chosen: by its fingerprint, which is computed here. */

import { digestFile } from "@svc-proof/verifier-web/ui/hashing";
import { keepPageOnDrop } from "@svc-proof/verifier-web/ui/intake";

const zone = document.getElementById("find-file");
if (zone !== null) attach(zone);

function attach(zone: HTMLElement): void {
  keepPageOnDrop();
  const { list = "", locale = "en", hashing = "", unreadable = "" } = zone.dataset;
  const input = zone.querySelector("input")!;
  const status = zone.querySelector<HTMLElement>("[role=status]")!;
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  let searching: AbortController | null = null;

  const search = async (file: File): Promise<void> => {
    searching?.abort();
    searching = new AbortController();
    const { signal } = searching;
    const onProgress = (done: number) => {
      status.textContent = hashing.replace(
        "{percent}",
        percent.format(file.size === 0 ? 1 : done / file.size),
      );
    };
    onProgress(0);
    status.classList.remove("problem");
    try {
      const hash = await digestFile(file, "SHA-256", { signal, onProgress });
      location.assign(`${list}?q=${hash}`);
    } catch {
      if (signal.aborted) return;
      status.classList.add("problem");
      status.textContent = unreadable;
    }
  };
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) void search(file);
  };

  zone.hidden = false;
  zone.querySelector("button")!.addEventListener("click", () => input.click());
  input.addEventListener("change", () => take(input.files));
  zone.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    take(event.dataTransfer?.files);
  });
}
