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
 * @param time when the signature existed at the latest, if that is proven: a key that has retired since was valid then. Default:
 * now.
 * @returns `signer`, or `problem`.
 */
export function signerOf(folder, signers, time) {
  const path = join(folder, SUMS);
  const missing = [path, `${path}.sig`].find((file) => !existsSync(file));
  if (missing !== undefined) return { problem: `${basename(missing)} is missing` };
  if (!existsSync(signers)) return { problem: `no file of signers at ${signers}` };
  const at = time === undefined ? [] : ["-O", `verify-time=${stampOf(time)}`];
  const found = ssh(["-Y", "find-principals", ...at, "-f", signers, "-s", `${path}.sig`, "-n", NAMESPACE]);
  const [signer] = found.status === 0 ? found.stdout.split("\n") : [];
  if (!signer) {
    const limit = /key (?:has expired|is not yet valid): .*/.exec(found.stderr)?.[0];
    if (limit === undefined) return { problem: `${SUMS}.sig is by none of the signers of ${signers}` };
    const advice =
      time === undefined ? `: only a proven timestamp of ${SUMS}.sig shows when it was made` : "";
    return { problem: `${SUMS}.sig: ${limit}${advice}` };
  }
  const words = ["-Y", "verify", ...at, "-f", signers, "-I", signer, "-n", NAMESPACE, "-s", `${path}.sig`];
  const { status, stdout, stderr } = ssh(words, { input: readFileSync(path) });
  return status === 0
    ? { signer }
    : { problem: `${SUMS}.sig does not verify: ${`${stdout}${stderr}`.trim()}` };
}

/** As ssh-keygen takes a time: `YYYYMMDDHHMMSS`, in the time zone of the environment. */
function stampOf(time) {
  return time.toISOString().slice(0, 19).replace(/\D/g, "");
}

function ssh(words, options = {}) {
  // Times of signers mean the same everywhere.
  const env = { ...process.env, TZ: "UTC", LC_ALL: "C" };
  const result = spawnSync("ssh-keygen", words, { encoding: "utf8", env, ...options });
  if (result.error) throw new ReleaseError([`ssh-keygen: ${result.error.message}`]);
  return result;
}
