/**
 * Third-party readers of ZIP archives, if installed: Info-ZIP's unzip, Python's zipfile, 7-Zip,
 * libarchive.
 */
import { spawnSync } from "node:child_process";

export interface SeenEntry {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

const SCRIPT = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    seen = []
    for info in archive.infolist():
        digest = hashlib.sha256()
        size = 0
        with archive.open(info) as entry:
            while piece := entry.read(1 << 20):
                digest.update(piece)
                size += len(piece)
        seen.append({"name": info.filename, "size": size, "sha256": digest.hexdigest()})
print(json.dumps(seen))
`;

function isInstalled(command: string, word: string): boolean {
  const isThere = spawnSync(command, [word]).status === 0;
  if (isThere) return true;
  if (process.env["CI"] === "true") throw new Error(`${command} is missing: CI must have it`);
  console.warn(`SKIPPED: no ${command} here, ZIP archives are not compared with it`);
  return false;
}

export const hasPython: boolean = isInstalled("python3", "--version");
export const hasUnzip: boolean = isInstalled("unzip", "-v");
export const hasSevenZip: boolean = isInstalled("7z", "i");
export const hasBsdtar: boolean = isInstalled("bsdtar", "--version");

/** Python's reading, with each entry's checksum tested; null if not installed. @throws Python's error. */
export function pythonReads(path: string): readonly SeenEntry[] | null {
  if (!hasPython) return null;
  const { status, stdout, stderr } = spawnSync("python3", ["-c", SCRIPT, path], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The complaints of `unzip -t`; null if there are none, or if it is not installed. */
export function unzipComplains(path: string): string | null {
  if (!hasUnzip) return null;
  const { status, stdout, stderr } = spawnSync("unzip", ["-t", path], { encoding: "utf8" });
  return status === 0 ? null : `${status}: ${stdout}${stderr}`;
}
