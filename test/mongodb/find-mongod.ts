/** The `mongod` of mongodb-memory-server: `MONGOMS_SYSTEM_BINARY`, one that it has, or one that it can download. */
import { MongoBinary } from "mongodb-memory-server-core";

/** A download that has not ended by then counts as impossible. */
const DOWNLOAD_MS = 120_000;
/** Until the first answer of the place to download from: it must be quick to know that there is none. */
const REACH_MS = 3_000;
const DOWNLOADS = process.env["MONGOMS_DOWNLOAD_MIRROR"] ?? "https://fastdl.mongodb.org";

let found: Promise<string | null> | undefined;

/** Its path; null where there is none and none can be downloaded. */
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
