/** The address of a worker, which the build bundles with its dependencies. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
