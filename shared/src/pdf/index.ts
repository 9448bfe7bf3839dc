/**
 * A writer of tagged PDF for certificates and reports: pages, their structure, fonts and attachments. Fonts are given as `Face`s, and
 * what packs streams is given too, so that it runs in browsers and Node, and its bytes depend on nothing else.
 *
 * @module
 */

export { type Archival, pdfA3a } from "./archive.js";
export {
  type Column,
  drawPicture,
  type FigureStyle,
  type LineStyle,
  linesOfText,
  newResources,
  PageFlow,
  type PageForm,
  signOperators,
} from "./flow.js";
export type {
  Direction,
  DocumentFonts,
  Face,
  FaceMetrics,
  FaceSource,
  FontSubset,
  Glyph,
  GlyphCode,
} from "./fonts.js";
export { type Attachment, type Deflate, number, type PdfFile, type Ref } from "./objects.js";
export {
  type Color,
  type DocumentPictures,
  type ElementAttributes,
  numbers,
  type PageContent,
  type PageLink,
  type ParentTree,
  pathOperators,
  type Resources,
  StructureElement,
  type StructureType,
} from "./page.js";
export {
  faceOf,
  graphemesOf,
  type KnownLines,
  type LevelsOf,
  type Line,
  PICTURE_ASCENT,
  PICTURE_HEIGHT,
  type Picture,
  type Run,
  runOf,
  setParagraph,
  setWhole,
  type Typeface,
} from "./set-text.js";
export {
  type Bookmark,
  type DocumentMetadata,
  type DrawnDocument,
  encodeDocument,
} from "./tagged-document.js";
