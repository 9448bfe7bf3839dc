/** The form for fingerprints, helped by the script: lists are read from files, and registered with what the page shows. */

import { listText, pastedFingerprints } from "@svc-proof/shared/text";
import type { ScriptSettings } from "../../src/dashboard/create.js";
import { problemLines } from "../../src/pages/list-problems.js";
import type { Creation } from "./creation.js";
import { keepInTab, keptInTab } from "./journal.js";

/** A list of 20,000 long paths. */
const MAX_BYTES = 16_000_000;

/** @param onRegister called when fingerprints were taken. */
export function attachListForm(
  creation: Creation,
  { journal, texts, lines, language }: ScriptSettings,
  onRegister: () => void,
): void {
  const form = document.querySelector<HTMLFormElement>("#fingerprints");
  const field = form?.querySelector<HTMLTextAreaElement>("textarea");
  const name = form?.querySelector<HTMLInputElement>("#name");
  const told = document.getElementById("fingerprint-problem");
  if (form == null || field == null || name == null || told === null) return;
  // The page asks for it above.
  form.querySelector(".without-script")?.remove();
  const key = `svc-create list ${journal}`;
  const keep = () => keepInTab(key, field.value);
  // What was typed before the session ended.
  if (field.value === "") field.value = keptInTab(key) ?? "";
  const tell = (problems: readonly string[]) => {
    told.replaceChildren(
      ...problems.map((text) => Object.assign(document.createElement("p"), { textContent: text })),
    );
    field.toggleAttribute("aria-invalid", false);
    if (problems.length > 0) field.setAttribute("aria-invalid", "true");
    field.setAttribute(
      "aria-describedby",
      `fingerprint-hint${problems.length > 0 ? " fingerprint-problem" : ""}`,
    );
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) return tell([texts.states.unreadable]);
    field.value = listText(new Uint8Array(await file.arrayBuffer())).trim();
    keep();
    tell(problemLines(pastedFingerprints(field.value).problems, lines, language));
    field.focus();
  };
  field.addEventListener("input", keep);
  field.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    // Not a file to be registered itself.
    event.preventDefault();
    event.stopPropagation();
    void read(file).catch(() => tell([texts.states.unreadable]));
    document.dispatchEvent(new DragEvent("dragleave"));
  });
  const input = Object.assign(document.createElement("input"), { type: "file", hidden: true, tabIndex: -1 });
  input.setAttribute("aria-label", texts.chooseList);
  input.addEventListener("change", () => {
    void read(input.files?.[0]).catch(() => tell([texts.states.unreadable]));
    input.value = "";
  });
  const choose = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: texts.chooseList,
  });
  choose.addEventListener("click", () => input.click());
  told.before(input, choose);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { entries, problems } = pastedFingerprints(field.value);
    const all = entries.length + problems.length > 0 ? problems : [{ line: 1, kind: "form" as const }];
    tell(problemLines(all, lines, language));
    if (all.length > 0) return field.focus();
    const given = name.value.trim();
    creation.addFingerprints(
      entries.map(({ hash, path }) => ({ hash, path: entries.length === 1 && given !== "" ? given : path })),
    );
    field.value = "";
    name.value = "";
    keep();
    onRegister();
  });
}
