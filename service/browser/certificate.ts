/**
 * The page of a certificate: a file that is chosen or dropped anywhere on it opens in the verifier of this site, with the proof. It is
 * not uploaded. Without scripts the page says how to do the same by hand.
 */
import { forgetHandedOver, handOver, readTransfer } from "@svc-proof/verifier-web/ui/intake";

const zone = document.getElementById("compare");
if (zone !== null) start(zone);

function start(shown: HTMLElement): void {
  const input = shown.querySelector("input")!;
  shown.hidden = false;
  void forgetHandedOver();
  input.addEventListener("change", () => void open(shown, input.files?.[0]));
  // A browser would show a file that is dropped beside the zone in place of the page.
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    shown.classList.add("is-over");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) shown.classList.remove("is-over");
  });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    shown.classList.remove("is-over");
    void readTransfer(event.dataTransfer!, 1).then(({ files }) => open(shown, files[0]?.file));
  });
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

async function open(shown: HTMLElement, file: File | undefined): Promise<void> {
  if (file === undefined) return;
  const { verifier = "", opening = "" } = shown.dataset;
  shown.querySelector("[role=status]")!.textContent = opening;
  let address = verifier;
  try {
    address = await handOver(file, verifier);
  } catch {
    // No storage, or no room: the verifier asks for the file.
  }
  location.assign(address);
}
