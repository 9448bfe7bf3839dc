/** The licences of everything that this project ships and has not written, as one text. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledNames, Lock } from "./dependencies.mjs";
import { isAllowed, WITHOUT_TEXT } from "./licence-policy.mjs";
import { shippedFolders } from "./sbom.mjs";

const TEXT_FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[-.][\w.-]*)?$/i;
const STANDARD_TEXTS = { MIT: "licences/MIT.txt", "Apache-2.0": "../../LICENSE" };
const LINE = `\n${"-".repeat(72)}\n\n`;

/**
 * The licences of the third-party packages of a checkout.
 *
 * @param root the checkout, with its dependencies installed.
 * @param folders the workspaces. Default: all that are shipped.
 * @returns `text`, sorted by name, the same on every platform; `problems`: a line for each licence that is not allowed or has no
 * text.
 */
export function thirdPartyLicences(root, folders = shippedFolders(root)) {
  const lock = new Lock(root);
  const problems = [];
  const packages = new Map();
  const onPlatforms = new Set();
  for (const path of lock.closure(folders, (from) => bundledNames(root, from)).keys()) {
    if (!path.includes("node_modules/")) continue;
    const name = lock.nameAt(path);
    const { version, license, os, cpu } = lock.at(path);
    const label = `${name} ${version} (${license ?? "no licence"})`;
    if (license === undefined || !isAllowed(license)) problems.push(`${label}: not an allowed licence`);
    // A machine has those of its own platform alone.
    if (os !== undefined || cpu !== undefined) onPlatforms.add(label);
    else packages.set(label, { folder: join(root, path), name, label });
  }
  const notices = [...packages.values()]
    .sort((a, b) => (a.label < b.label ? -1 : 1))
    .map(({ folder, name, label }) => {
      const text = textOf(folder, name);
      if (text === null) problems.push(`${label}: no text of its licence`);
      return `${label}\n\n${text ?? ""}\n`;
    });
  const data = readFileSync(join(import.meta.dirname, "licences/data.txt"), "utf8");
  const natives =
    onPlatforms.size === 0
      ? []
      : [
          `Programs for one platform, of the packages above that name them\n\n${[...onPlatforms].sort().join("\n")}\n`,
        ];
  return { text: [HEADING, ...notices, ...natives, data].join(LINE), problems };
}

const HEADING = `Third-party licences

The packages that this project's packages, service and sites need or contain, each with its licence.
`;

function textOf(folder, name) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => TEXT_FILE.test(file)) : [];
  const own = files
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  if (own.some((text) => text !== "")) return own.join("\n\n");
  const stated = WITHOUT_TEXT[name];
  if (stated === undefined) return null;
  const standard = stated.licences.map((id) =>
    readFileSync(join(import.meta.dirname, STANDARD_TEXTS[id]), "utf8").trim(),
  );
  return [stated.copyright.map((holder) => `Copyright (c) ${holder}`).join("\n"), ...standard].join("\n\n");
}
