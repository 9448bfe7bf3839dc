import type { GivenFile, RepeatContext } from "./repeat-steps.js";
import { PLACEHOLDER_FILE, shellWord } from "./shell-word.js";

/** Options of `svc-verify` that take a file; what has none is the input itself. */
const OPTIONS: Readonly<Record<string, string>> = {
  original: "--original",
  headers: "--headers",
  timestamp: "--timestamp",
  seal: "--seal",
  authority: "--certificates",
};

/** `svc-verify` with the files that were given: the same library, without this page. */
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
