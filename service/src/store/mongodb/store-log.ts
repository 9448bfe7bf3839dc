/** Receives what an operator should know. */
export interface StoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
