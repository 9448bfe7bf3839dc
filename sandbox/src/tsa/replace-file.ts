import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** For the owner alone, like all files of the data folder. */
const MODE = 0o600;

/** Replaces a file atomically: after a crash the file has the former content or this one. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, "w", MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
