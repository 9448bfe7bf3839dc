/**
 * The file that a page's script tag names, and the only one whose hash stands in the page. It has the hashes of all others: each
 * is preloaded with its integrity, so that a browser that runs it has compared it.
 */
declare const __FILES__: Readonly<Record<string, StandaloneFile>>;
declare const __ELEMENT__: string;
declare const __CHUNKS__: string;

interface StandaloneFile {
  /** Subresource Integrity. */
  readonly integrity: string;
  /** The files that it imports at once, and those that they import. */
  readonly imports: readonly string[];
}

const fetched = new Map<string, Promise<void>>();

const addressOf = (file: string) => new URL(file, import.meta.url).href;

/** A module that was preloaded is not fetched again by `import()`: what runs is what was compared. */
function preload(file: string): Promise<void> {
  const before = fetched.get(file);
  if (before !== undefined) return before;
  const preloaded = new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    if (!link.relList.supports("modulepreload")) {
      reject(new Error("this browser cannot check what it loads"));
      return;
    }
    link.rel = "modulepreload";
    link.crossOrigin = "anonymous";
    link.integrity = __FILES__[file]!.integrity;
    link.onload = () => resolve();
    link.onerror = () => {
      // The next attempt asks anew.
      fetched.delete(file);
      link.remove();
      reject(new Error(`${file} could not be loaded, or is not the one of this version`));
    };
    link.href = addressOf(file);
    document.head.append(link);
  });
  fetched.set(file, preloaded);
  return preloaded;
}

async function load<Module>(file: string, importIt: () => Promise<Module>): Promise<Module> {
  await Promise.all([file, ...__FILES__[file]!.imports].map(preload));
  return importIt();
}

async function start(): Promise<void> {
  type Chunks = typeof import("./chunks.js");
  const chunks = await load(
    __CHUNKS__,
    () => import(/* @vite-ignore */ addressOf(__CHUNKS__)) as Promise<Chunks>,
  );
  chunks.loadBy(load);
  await load(__ELEMENT__, () => import(/* @vite-ignore */ addressOf(__ELEMENT__)));
}

// A page that loads it twice has started it once; without it, the page shows what it put into its elements.
void start();
