/** Why an address is rejected. */
export type EndpointFault =
  | "endpoint_not_an_address"
  /** Browsers send no request to an address that contains a user name. */
  | "endpoint_with_credentials"
  /** The page may use http only for this machine. */
  | "endpoint_not_secure"
  | "too_many_endpoints";

const MAX_ADDRESS_LENGTH = 2048;

/** Why an address cannot be asked; null if it can. */
export function endpointFault(address: string): EndpointFault | null {
  if (address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address)) return "endpoint_not_an_address";
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:") return "endpoint_not_an_address";
  if (username !== "" || password !== "") return "endpoint_with_credentials";
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  return protocol === "http:" && !isLocal ? "endpoint_not_secure" : null;
}
