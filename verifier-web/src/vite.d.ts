/** Whether this is the single-file page, `verifier.html`, which may be opened from a disk. */
declare const __SINGLE_FILE__: boolean;

/** ISO 8601: this build is younger. */
declare const __MADE_AFTER__: string;

/** The address of the worker, which the build bundles with its dependencies. In the single-file page, its script as text. */
declare module "*?worker&url" {
  const script: string;
  export default script;
}

declare module "*.css";

/** The fonts of reports as PDF, which the build packs. */
declare module "virtual:report-fonts" {
  const fonts: import("./report-output/pdf/report-fonts.js").PackedFonts;
  export default fonts;
}
