/** Makes blobs readable in the worker of a page from a disk. Imported for its effect. */
import { readBlobsThroughPage } from "../blob-reads/read-blobs-through-page.js";

void readBlobsThroughPage(Blob.prototype, (message, transfer) => postMessage(message, { transfer }));
