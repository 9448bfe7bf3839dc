/** The same page by React, which sets properties of custom elements where they exist. */
import "@svc-proof/verifier-element";
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";

const original = new File(["signed on Monday\n"], "contract.txt");

function Page() {
  const [results, setResults] = useState(0);
  const verifier = (props: object) =>
    createElement("svc-proof-verifier", {
      "onsvc-proof-result": () => setResults((before) => before + 1),
      ...props,
    });
  return createElement(
    "div",
    null,
    verifier({ key: 1, src: "/sealed.zip" }),
    verifier({ key: 2, src: "/proof.json", original }),
    verifier({ key: 3, src: "/proof.json", original: "/changed.txt", lang: "de" }),
    createElement("output", null, results),
  );
}

createRoot(document.querySelector("main")!).render(createElement(Page));
