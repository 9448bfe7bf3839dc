/** The database of the journals. */
export const JOURNAL_DATABASE = "svc-create";
