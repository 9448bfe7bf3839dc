/**
 * What `svc-verify` is made of, for programs that take the same options: the verification, and what tells a program's
 * options to its parser, its help, its manual page and shells.
 *
 * @module
 */

export { VERIFY } from "../cli/commands.js";
export {
  type Command,
  type Completion,
  isShell,
  type Option,
  type OptionGroup,
  type ParsedWords,
  type Program,
  parseCommand,
  SHELLS,
  type Shell,
  type Told,
  UsageError,
} from "../cli/program/command.js";
export { completion } from "../cli/program/completion.js";
export { commandUsage, manPage, overview } from "../cli/program/help.js";
export { runSvcVerify } from "./run-svc-verify.js";
