/**
 * Commands of other people's programs, as certificates, packages and the verifier's site print them. Quoting is up to
 * the caller: every parameter is one or more words of a shell.
 */

/** pipx runs a program of PyPI without installing it. */
const OTS = "pipx run --spec opentimestamps-client ots";

/** The name of the system is the same in every language. */
export interface SystemCommand {
  readonly system: "Linux" | "macOS" | "Windows";
  readonly command: string;
}

/** Beside letters and digits, what neither shell of Windows reads inside double quotes. No word begins as an option does. */
const PLAIN_ON_WINDOWS = /^[\p{L}\p{N}_.][\p{L}\p{N}\p{M}\p{Pd}_'(),.+=@&\\ ]*$/u;

/**
 * A path as one word of both shells of Windows. Null where they have no way in common to write it: PowerShell runs `$(...)`
 * inside quotes and takes curved quotes for straight ones, the other shell replaces `%...%`.
 *
 * @param path with either slash.
 */
export function windowsWord(path: string): string | null {
  const own = path.replaceAll("/", "\\");
  return PLAIN_ON_WINDOWS.test(own) ? `"${own}"` : null;
}

/** Computes the SHA-2 digest of a file with what each system brings along. */
export function fingerprintCommands(
  file: string,
  windowsFile: string,
  bits: 256 | 384 | 512 = 256,
): readonly SystemCommand[] {
  return [
    { system: "Linux", command: `sha${bits}sum ${file}` },
    { system: "macOS", command: `shasum -a ${bits} ${file}` },
    { system: "Windows", command: `certutil -hashfile ${windowsFile} SHA${bits}` },
  ];
}

/**
 * Reads an OpenTimestamps file with the client. It asks no Bitcoin node, which few people have: it prints block and
 * Merkle root to compare, and ends with status 1 because it has not looked.
 *
 * @param subject `-f` and a file, or `-d` and a digest in hexadecimal.
 */
export function timestampCommand(subject: string, timestamp: string): string {
  return `${OTS} --no-bitcoin verify ${subject} ${timestamp}`;
}

/** Shows an OpenTimestamps file step by step. */
export function timestampInfoCommand(timestamp: string): string {
  return `${OTS} info ${timestamp}`;
}

/**
 * Verifies an RFC 3161 timestamp with OpenSSL. Without `-attime` it judges the certificates by today's date and refuses
 * them once they have expired. With `-partial_chain` each certificate in `anchors` is one to trust, not only a root.
 *
 * @param subject `-data` and a file, or `-digest` and a digest in hexadecimal.
 * @param genTime the time in the timestamp.
 */
export function sealCommand(subject: string, seal: string, anchors: string, genTime: Date): string {
  const seconds = Math.floor(genTime.getTime() / 1000);
  return `openssl ts -verify ${subject} -in ${seal} -CAfile ${anchors} -partial_chain -attime ${seconds}`;
}
