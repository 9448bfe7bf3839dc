/**
 * Signatures of a release: those of OpenSSH (`ssh-keygen -Y`, PROTOCOL.sshsig), which every Linux, macOS and Windows can check.
 * The key may be in an agent or on a token. Signers are lines of an `allowed_signers` file, as in ssh-keygen(1).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { SUMS } from "./checksums.mjs";
import { ReleaseError } from "./release-error.mjs";

/** A signature for another purpose does not count. */
export const NAMESPACE = "svc-proof-release";

/**
 * Signs the list of a release.
 *
 * @param folder the release.
 * @param key file of the private key, or of the public one if an agent holds the private one.
 */
export function sign(folder, key) {
  const path = join(folder, SUMS);
  rmSync(`${path}.sig`, { force: true });
  const { status, stderr } = ssh(["-Y", "sign", "-f", key, "-n", NAMESPACE, path], {
    stdio: ["inherit", "pipe", "pipe"],
  });
  if (status !== 0) throw new ReleaseError([`ssh-keygen did not sign: ${stderr.trim()}`]);
}

/**
 * Who signed the list of a release.
 *
 * @param signers an `allowed_signers` file.
 * @returns `signer`, or `problem`.
 */
export function signerOf(folder, signers) {
  const path = join(folder, SUMS);
  const missing = [path, `${path}.sig`].find((file) => !existsSync(file));
  if (missing !== undefined) return { problem: `${basename(missing)} is missing` };
  if (!existsSync(signers)) return { problem: `no file of signers at ${signers}` };
  const found = ssh(["-Y", "find-principals", "-f", signers, "-s", `${path}.sig`, "-n", NAMESPACE]);
  const [signer] = found.status === 0 ? found.stdout.split("\n") : [];
  if (!signer) return { problem: `${SUMS}.sig is by none of the signers of ${signers}` };
  const words = ["-Y", "verify", "-f", signers, "-I", signer, "-n", NAMESPACE, "-s", `${path}.sig`];
  const { status, stdout, stderr } = ssh(words, { input: readFileSync(path) });
  return status === 0
    ? { signer }
    : { problem: `${SUMS}.sig does not verify: ${`${stdout}${stderr}`.trim()}` };
}

function ssh(words, options = {}) {
  const result = spawnSync("ssh-keygen", words, { encoding: "utf8", ...options });
  if (result.error) throw new ReleaseError([`ssh-keygen: ${result.error.message}`]);
  return result;
}
