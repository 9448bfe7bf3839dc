/** Whether this is the page of a single file, `verifier.html`, which may be opened from a disk. */
declare const __SINGLE_FILE__: boolean;

/** The address of the worker, which the build bundles with all that it needs. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}

/** The worker's script, where it stands in the page itself. */
declare module "virtual:worker-text" {
  const text: string;
  export default text;
}

declare module "*.css";
