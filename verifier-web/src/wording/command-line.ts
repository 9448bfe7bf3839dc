import type { GivenFile, RepeatContext } from "./repeat-steps.js";
import { PLACEHOLDER_FILE, shellWord } from "./shell-word.js";

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

/** The `svc-verify` command for the given files: the same library, without this page. */
export function commandLine({ files }: Pick<RepeatContext, "files">): string {
  const [input, ...others] = files;
  const words = others.flatMap(({ name, role, isTrusted }: GivenFile) => {
    const option = isTrusted ? "--trust" : OPTIONS[role];
    return option === undefined ? [] : [option, shellWord(name)];
  });
  return ["npx svc-verify", ...words, input === undefined ? PLACEHOLDER_FILE : shellWord(input.name)].join(
    " ",
  );
}
