/** Connecting; a transaction. */

import { DEVELOPMENT_CHAIN_ID, evmChain } from "@svc-proof/shared/chains";
import { fill } from "@svc-proof/ui/language";
import { ApiError } from "../errors.js";
import { type PageRoute, parameterOf } from "../pages/page-route.js";
import { PAGE_TEXTS } from "../texts/page-texts.js";

/** `/connect`: docs/interface.md, `urls.connect`. It says what is not there yet. */
export const connectPage: PageRoute = {
  method: "GET",
  path: "/connect",
  access: "anyone",
  handle: (visit) => {
    const { title, lead, now, nowList, notYet, notYetList } = PAGE_TEXTS[visit.language].connect;
    return {
      title,
      description: lead,
      body: (
        <>
          <h1>{title}</h1>
          <p>{lead}</p>
          <h2>{now}</h2>
          <ul>
            {nowList.map(({ name, what, path }) => (
              <li key={path}>
                <a href={visit.href(path)}>{name}</a>: {what}
              </li>
            ))}
          </ul>
          <h2>{notYet}</h2>
          <ul>
            {notYetList.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </>
      ),
    };
  },
};

/** `/transaction/{chain}/{hash}`: the chain's explorer, or how to ask the chain where no explorer is known. */
const CHAIN = /^[1-9][0-9]{0,15}$/;
const HASH = /^0x[0-9a-f]{64}$/;

/** @param localRpcUrl endpoint of a development chain on this machine, or null. A configured endpoint is a secret. */
export function transactionPage(localRpcUrl: string | null): PageRoute {
  return {
    method: "GET",
    path: "/transaction/{chain}/{hash}",
    access: "anyone",
    handle: (visit, h) => {
      const [chain, hash] = [parameterOf(visit, "chain"), parameterOf(visit, "hash")];
      if (!CHAIN.test(chain) || !HASH.test(hash)) throw new ApiError("not_found", "not found");
      const chainId = Number(chain);
      const explorer = evmChain(chainId)?.explorerTransactionUrl;
      if (explorer) return h.redirect(`${explorer}${hash}`);
      const isDevelopment = chainId === DEVELOPMENT_CHAIN_ID;
      const rpcUrl = isDevelopment ? localRpcUrl : null;
      const texts = PAGE_TEXTS[visit.language].transaction;
      return {
        title: texts.title,
        body: (
          <>
            <h1>{texts.title}</h1>
            <p class="certificate-hash">
              <code>{hash}</code>
            </p>
            <p>{fill(texts.onChain, { chain })}</p>
            {isDevelopment && <p class="caveat">{texts.development}</p>}
            <p>{texts.unknown}</p>
            <h2>{texts.ask}</h2>
            {/* It scrolls by itself, so the keyboard must reach it. */}
            <pre class="command" tabindex={0}>
              <code>{`curl ${rpcUrl ?? "<RPC_URL>"} -H 'content-type: application/json' --data \\
  '{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${hash}"]}'`}</code>
            </pre>
            {rpcUrl === null && <p>{texts.node}</p>}
            <p>{texts.payload}</p>
          </>
        ),
      };
    },
  };
}
