/**
 * The module of a worker. A worker whose module could not be loaded ends: an import that failed once would fail for ever, and
 * the next worker begins anew.
 */
module.exports = <Module,>(loading: Promise<Module>): Promise<Module> => {
  loading.catch((error: unknown) =>
    setImmediate(() => {
      throw error;
    }),
  );
  return loading;
};
