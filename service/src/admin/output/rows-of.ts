/** What is in memory already, as a list is read. */
export async function* rowsOf<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows;
}
