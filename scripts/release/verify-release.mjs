/** Verifies the folder of a release that was downloaded. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checksumProblems, fileProblems, SUMS } from "./checksums.mjs";
import { signerOf } from "./signature.mjs";
import { verifyTimestamps } from "./timestamp.mjs";

/**
 * @param folder the release.
 * @param options `signers`: an `allowed_signers` file; `headers`, `explorers`: for the timestamps; `needsTimestamp`: whether
 * a timestamp that is still pending is a problem. A signature is judged at the time that its timestamp proves, else now.
 * @returns `told`: what holds, a line each; `problems`: what does not.
 */
export async function verifyRelease(folder, { signers, headers, explorers, needsTimestamp = false }) {
  const told = [];
  // A link or a pipe in place of a file that is read below.
  const problems = [...fileProblems(folder)];
  if (problems.length > 0) return { told, problems };
  problems.push(...checksumProblems(folder));
  if (problems.length === 0) told.push(`${SUMS}: all files are those of the list`);
  const timestamps = await verifyTimestamps(folder, { headers, explorers });
  const { signer, problem } = signerOf(
    folder,
    signers,
    timestamps.find(({ name }) => name === `${SUMS}.sig`)?.time,
  );
  if (problem === undefined) told.push(`${SUMS}.sig: signed by ${signer}`);
  else problems.push(problem);
  // What nobody signed is not opened.
  if (problems.length === 0) problems.push(...tarballProblems(folder));
  for (const { name, summary, isProven, isWrong } of timestamps) {
    const line = `${name}.ots: ${summary}`;
    if (isWrong || (needsTimestamp && !isProven)) problems.push(line);
    else told.push(line);
  }
  return { told, problems };
}

/** Each tarball is the package that its name says, and has its bill of materials. */
function tarballProblems(folder) {
  const names = readdirSync(folder);
  const tarballs = names.filter((name) => name.endsWith(".tgz"));
  if (tarballs.length === 0) return ["there is no package"];
  return tarballs.flatMap((name) => {
    const { status, stdout } = spawnSync("tar", ["-xzOf", join(folder, name), "package/package.json"], {
      encoding: "utf8",
    });
    if (status !== 0) return [`${name} is no package`];
    const manifest = jsonOf(stdout);
    const own = identityOf(manifest?.name, manifest?.version);
    if (own === null) return [`${name} is no package`];
    const wanted = `${manifest.name.replace(/^@/, "").replace("/", "-")}-${manifest.version}`;
    const problems = name === `${wanted}.tgz` ? [] : [`${name} is ${own}`];
    const bill = `${wanted}.cdx.json`;
    if (!names.includes(bill)) return [...problems, `${name} has no bill of materials`];
    const component = jsonOf(readFileSync(join(folder, bill), "utf8"))?.metadata?.component;
    const group = component?.group === undefined ? "" : `${component.group}/`;
    const described = identityOf(component?.name && `${group}${component.name}`, component?.version);
    if (described === null) return [...problems, `${bill} is no bill of materials`];
    return described === own ? problems : [...problems, `${bill} is of ${described}`];
  });
}

function identityOf(name, version) {
  return typeof name === "string" && typeof version === "string" ? `${name}@${version}` : null;
}

/** Undefined for what is no JSON: a signer may have signed that too. */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
