/** The same page by Vue, which sets properties of custom elements where they exist. */
import "@svc-proof/verifier-element";
import { createApp, h, ref } from "vue";

const original = new File(["signed on Monday\n"], "contract.txt");
const results = ref(0);
const verifier = (props: object) =>
  h("svc-proof-verifier", { "onSvc-proof-result": () => results.value++, ...props });

createApp({
  render: () => [
    verifier({ src: "/sealed.zip" }),
    verifier({ src: "/proof.json", original }),
    verifier({ src: "/proof.json", original: "/changed.txt", lang: "de" }),
    h("output", results.value),
  ],
}).mount("main");
