/**
 * What the command lines of this project are made of: tables of commands and options with their parser, help, manual
 * page and completion of shells; exit statuses, errors and output; and `svc-verify` itself.
 *
 * @module
 */

export { VERIFY } from "./cli/commands.js";
export { runSvcVerify } from "./cli/svc-verify.js";
export {
  COMPLETION,
  type Command,
  type Completion,
  flag,
  HELP,
  manOf,
  needed,
  type Option,
  type OptionGroup,
  option,
  type ParsedWords,
  type Program,
  parseCommand,
  SHELLS,
  type Shell,
  type Told,
} from "./command-line/command.js";
export { askedCompletion, completion } from "./command-line/completion.js";
export { EXIT, type ExitStatus, UsageError, worseOf } from "./command-line/errors.js";
export { commandUsage, type Invocation, manPage, overview, readInvocation } from "./command-line/help.js";
export { complain, pointToHelp, reasonOf, watchOutput } from "./command-line/output.js";
export {
  type ListEnd,
  type Listing,
  listing,
  type Output,
  openOutput,
  type Result,
  record,
  rowsOf,
} from "./command-line/result.js";
export { type Column, details, type Fact, tableText } from "./command-line/table.js";
export { anyText, integer, moment, oneOf, type Reader } from "./command-line/values.js";
