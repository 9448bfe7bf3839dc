/** On the page after the sign-out: what the browser kept of files being registered is erased. */
import { JOURNAL_DATABASE } from "./create/journal.js";

indexedDB.deleteDatabase(JOURNAL_DATABASE);
