/**
 * What `svc-verify` is made of, for programs that take the same options: the verification, and what tells a program's
 * options to its parser, its help, its manual page and shells.
 *
 * @module
 */

export { completion } from "../cli/manual/completion.js";
export { manPage } from "../cli/manual/man-page.js";
export { commandUsage, overview } from "../cli/manual/usage.js";
export {
  type Command,
  type Completion,
  isShell,
  type Option,
  type OptionGroup,
  type Program,
  SHELLS,
  type Shell,
  type Told,
} from "../cli/options/command.js";
export { VERIFY } from "../cli/options/commands.js";
export { type ParsedWords, parseCommand } from "../cli/options/parse-command.js";
export { UsageError } from "../cli/options/usage-error.js";
export { runSvcVerify } from "./run-svc-verify.js";
