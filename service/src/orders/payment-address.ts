import type { OrderRecord } from "../records/types.js";

/** Addresses of the operator's shop; null where there is none. */
export interface PaymentAddresses {
  readonly seals: string | null;
  readonly plan: string | null;
}

/** Where an order is paid: the operator's address with the order's identifier appended; null if the administrator grants it. */
export function paymentAddress(addresses: PaymentAddresses, { id, item }: OrderRecord): string | null {
  const address = addresses[item.kind];
  return address === null ? null : `${address}${id}`;
}
