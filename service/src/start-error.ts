/** The service cannot start or go on, for a reason that whoever runs it can mend. One line, no stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}
