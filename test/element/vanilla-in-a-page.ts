/** Three elements as a page without a framework makes them: from HTML, by properties, and with a file of its own. */
import "@svc-proof/verifier-element";

const given = document.createElement("svc-proof-verifier");
given.src = "/proof.json";
given.original = new File(["signed on Monday\n"], "contract.txt");
const changed = document.createElement("svc-proof-verifier");
changed.setAttribute("src", "/proof.json");
changed.setAttribute("original", "/changed.txt");
changed.lang = "de";
const first = document.createElement("svc-proof-verifier");
first.src = "/sealed.zip";
document.querySelector("main")!.append(first, given, changed);
