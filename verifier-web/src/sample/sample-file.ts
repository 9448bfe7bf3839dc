import sampleUrl from "./hello.txt.asics?url";

const NAME = "hello.txt.asics";
const IN_PAGE = "base64,";

/**
 * A file to try the page with: a text of 13 bytes with a genuine qualified electronic timestamp, by DocuSign France on 12 April 2024.
 * The timestamp is one of those that the EU's own validator, DSS, is tested with. It verifies without a network.
 *
 * @throws Error if it cannot be loaded: offline, on a first visit.
 */
export async function sampleFile(): Promise<File> {
  // The single-file page contains it. Its policy allows no request for a data: address.
  if (sampleUrl.startsWith("data:")) {
    const bytes = atob(sampleUrl.slice(sampleUrl.indexOf(IN_PAGE) + IN_PAGE.length));
    return new File([Uint8Array.from(bytes, (character) => character.charCodeAt(0))], NAME);
  }
  const response = await fetch(sampleUrl);
  if (!response.ok) throw new Error(`the sample: status ${response.status}`);
  return new File([await response.blob()], NAME);
}
