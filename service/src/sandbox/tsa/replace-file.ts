import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Puts a file in the place of another, whole: after a crash there is the former one or this one. */
export async function replaceFile(path: string, content: string, mode: number): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, "w", mode);
  try {
    // A draft that a crash left keeps the mode that it was made with.
    await file.chmod(mode);
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
