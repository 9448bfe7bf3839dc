/** The command that repeats a verification without this page. */

import type { EndpointGroup } from "@svc-proof/ui/asking";
import type { Report } from "@svc-proof/verifier-lib";
import type { GivenFile } from "./repeat-steps.js";
import { PLACEHOLDER_FILE, shellWord } from "./shell-word.js";

/** The verifier's command line in one file, beside the site. */
export const COMMAND_LINE_FILE = "svc-verify.mjs";
/** Name of the sandbox's root certificate in commands. */
export const SANDBOX_ROOT_FILE = "sandbox-root.pem";

export interface CommandLineParameters {
  readonly report: Report;
  /** The input first. */
  readonly files: readonly GivenFile[];
  /** The sources whose answers the report contains. */
  readonly asked: readonly EndpointGroup[];
  /** Whether the report trusts the root of the sandbox beside the page. */
  readonly trustsSandbox: boolean;
}

/** Options of `svc-verify` that take a file; a role without an option is the input. */
const OPTIONS: Readonly<Record<string, string>> = {
  original: "--original",
  headers: "--headers",
  timestamp: "--timestamp",
  seal: "--seal",
  witness: "--witness",
  authority: "--certificates",
  crl: "--crl",
  ocsp: "--ocsp",
  snapshot: "--trust-list",
};

/** With every option that the report needed: without what is false by itself, and each content once. */
export function commandLine({ report, files, asked, trustsSandbox }: CommandLineParameters): string {
  const [input, ...given] = files;
  const failed = new Set(report.inputs.flatMap(({ name, status }) => (status === "failed" ? [name] : [])));
  const others = given.filter(({ name, role, hash }, at) => {
    const isNew = hash == null || files.findIndex((file) => file.hash === hash) === at + 1;
    const isSecond = role === "seal" && given.findIndex((file) => file.role === role) !== at;
    return isNew && !isSecond && (role === "original" || !failed.has(name));
  });
  const words = [
    ...others.flatMap(fileWords),
    ...hashWords(report),
    ...(trustsSandbox ? ["--trust", SANDBOX_ROOT_FILE] : []),
    ...asked.flatMap(({ kind, chainId, endpoints }) =>
      endpoints.flatMap((endpoint) =>
        kind === "evm" ? ["--rpc", shellWord(`${chainId}=${endpoint}`)] : ["--esplora", shellWord(endpoint)],
      ),
    ),
  ];
  const file = input === undefined ? PLACEHOLDER_FILE : shellWord(input.name);
  return [`node ${COMMAND_LINE_FILE}`, ...words, file].join(" ");
}

function fileWords({ name, role, isTrusted, firstHeight = null }: GivenFile): readonly string[] {
  const option = isTrusted ? "--trust" : OPTIONS[role];
  if (option === undefined) return [];
  const word = shellWord(name);
  const isPlaceholder = word === PLACEHOLDER_FILE;
  // Raw headers do not say where they begin.
  if (firstHeight === null) return [option, word];
  return [option, isPlaceholder ? `${word}@${firstHeight}` : shellWord(`${name}@${firstHeight}`)];
}

const HASH = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/;

/** The fingerprint that was entered in place of the original. */
function hashWords({ checks, inputs }: Report): readonly string[] {
  if (!inputs.some(({ kind }) => kind === "content_hash")) return [];
  const { hash, computed } = checks.find(({ id }) => id === "content")?.evidence ?? {};
  const given = computed ?? hash;
  return typeof given === "string" && HASH.test(given) ? ["--hash", given] : [];
}
