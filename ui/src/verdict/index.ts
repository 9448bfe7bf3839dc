export { CheckEntry, type CheckEntryProps, EvidenceTable } from "./checks.js";
export {
  type OutcomeProps,
  OutcomeStatement,
  type ShownFile,
  SubjectFacts,
  type SubjectProps,
} from "./head.js";
export { Inputs, Meaning, Notices, type NoticesProps } from "./notes.js";
export { ListsBehind, type ListsBehindProps, QualificationTable, SnapshotContents } from "./qualification.js";
export {
  CopyButton,
  type CopyButtonProps,
  Filled,
  type FilledProps,
  Hex,
  type HexProps,
  Instant,
  Name,
  type ProvidedTexts,
  TextsContext,
  useVerdictTexts,
} from "./text.js";
export { TimeLine } from "./time-line.js";
