export type { ShownFile } from "./checks.js";
export { ProofPicture, type ProofPictureProps } from "./picture.js";
export { ListsBehind, type ListsBehindProps, SnapshotContents } from "./qualification.js";
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
export { type OwnPart, VerdictView, type VerdictViewProps } from "./verdict-view.js";
