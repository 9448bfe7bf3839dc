/** The `mongod` of mongodb-memory-server: `MONGOMS_SYSTEM_BINARY`, a cached one, or a downloaded one. */
import { MongoBinary } from "mongodb-memory-server-core";

/** A download that takes longer counts as impossible. */
const DOWNLOAD_MS = 120_000;
/** The time for the download host's first answer: an unreachable host must be noticed quickly. */
const REACH_MS = 3_000;
const DOWNLOADS = process.env["MONGOMS_DOWNLOAD_MIRROR"] ?? "https://fastdl.mongodb.org";

let found: Promise<string | null> | undefined;

/** Its path; null if there is none and none can be downloaded. */
export function findMongod(): Promise<string | null> {
  found ??= find();
  return found;
}

async function find(): Promise<string | null> {
  const own = process.env["MONGOMS_SYSTEM_BINARY"];
  if (own !== undefined && own !== "") return own;
  if (!(await isReachable(DOWNLOADS))) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), DOWNLOAD_MS);
  });
  try {
    return await Promise.race([MongoBinary.getPath(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(REACH_MS) });
    return true;
  } catch {
    return false;
  }
}
