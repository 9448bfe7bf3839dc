/** What the build makes of an import with a question: the address of the worker, bundled with all that it needs. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
