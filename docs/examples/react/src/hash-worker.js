/** Hashes a file of any size beside the page: `postMessage(file)` answers with progress, and then `{ hash }` or `{ error }`. */
import { hashContent } from "@svc-proof/verifier-lib";

self.onmessage = async ({ data: file }) => {
  try {
    const onProgress = (hashedBytes) => self.postMessage({ progress: hashedBytes / file.size });
    const digest = await hashContent(file, { onProgress });
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    self.postMessage({ hash });
  } catch (error) {
    self.postMessage({ error: error.message });
  }
};
