export {
  CheckEntry,
  type CheckEntryProps,
  EvidenceTable,
  Inputs,
  Meaning,
  type ShownFile,
  SubjectFacts,
  type SubjectProps,
} from "./checks.js";
export { Notices, type NoticesProps, type OutcomeProps, OutcomeStatement } from "./head.js";
export { ProofPicture, type ProofPictureProps, ReportPicture } from "./picture.js";
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
