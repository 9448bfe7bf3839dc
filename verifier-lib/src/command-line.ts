/**
 * What the command lines of this project are made of: tables of commands and options with their parser, help, manual
 * page and completion of shells; exit statuses, errors and output; and `svc-verify` itself.
 *
 * @module
 */

export { VERIFY } from "./cli/commands.js";
export { runSvcVerify } from "./cli/svc-verify.js";
export {
  anyText,
  COMPLETION,
  type Command,
  type Completion,
  flag,
  HELP,
  integer,
  manOf,
  moment,
  needed,
  type Option,
  type OptionGroup,
  oneOf,
  option,
  type ParsedWords,
  type Program,
  parseCommand,
  type Reader,
  SHELLS,
  type Shell,
  type Told,
} from "./command-line/command.js";
export { askedCompletion, completion } from "./command-line/completion.js";
export { commandUsage, type Invocation, manPage, overview, readInvocation } from "./command-line/help.js";
export {
  complain,
  EXIT,
  type ExitStatus,
  pointToHelp,
  reasonOf,
  UsageError,
  watchOutput,
  worseOf,
} from "./command-line/output.js";
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
