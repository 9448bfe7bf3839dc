/** On the page after the sign-out: what the browser kept of files being registered is erased. */
import { JOURNAL_DATABASE } from "./create/journal.js";

indexedDB.deleteDatabase(JOURNAL_DATABASE);
for (const key of Object.keys(sessionStorage))
  if (key.startsWith(JOURNAL_DATABASE)) sessionStorage.removeItem(key);
