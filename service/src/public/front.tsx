/** The pages that anyone may start from: the front page, connecting, and the way to a transaction. */

import { DEVELOPMENT_CHAIN_ID, evmChain } from "@svc-proof/shared/chains";
import { fill } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { ApiError } from "../errors.js";
import { docsPath } from "../pages/frame.js";
import { type PageRoute, parameterOf, type Visit } from "../pages/page-route.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";

// The three pictures of the front page. Strokes and fills take the colours of the theme; the words are their alternatives.

/** The bars of a fingerprint: the same in each picture. */
const BARS = "M0 6V26M7 0V26M14 10V26M21 3V26M28 14V26M35 6V26M42 0V26M49 12V26";

/** A file and its fingerprint on a computer; the file stays there, and the fingerprint leaves. */
function Fingerprint(): JSX.Element {
  return (
    <>
      <rect class="thing" x="8" y="10" width="104" height="70" rx="6" />
      <path class="detail" d="M44 98H76M60 80V98" />
      <path class="sheet" d="M22 22H42L52 32V68H22Z" />
      <path class="detail" d="M28 40H46M28 48H46M28 56H40" />
      <path class="bars" d={BARS} transform="translate(66 32) scale(.72)" />
      <path class="way" d="M120 45H148M141 38L148 45L141 52" />
      <path class="bars" d={BARS} transform="translate(164 32)" />
    </>
  );
}

/** Many fingerprints join into one, which stands in a chain of blocks beside the hands of a clock. */
function Record(): JSX.Element {
  return (
    <>
      <path
        class="detail"
        d="M30 78V64H60V50M90 78V64H60M150 78V64H180V50M210 78V64H180M60 50V40H180V50M120 40V34"
      />
      <path class="bars" d={BARS} transform="translate(20 82) scale(.42)" />
      <path class="bars marked" d={BARS} transform="translate(80 82) scale(.42)" />
      <path class="bars" d={BARS} transform="translate(140 82) scale(.42)" />
      <path class="bars" d={BARS} transform="translate(200 82) scale(.42)" />
      <path class="link" d="M8 19H232" />
      <rect class="thing" x="20" y="6" width="40" height="26" rx="4" />
      <rect class="thing marked" x="98" y="4" width="44" height="30" rx="5" />
      <rect class="thing" x="180" y="6" width="40" height="26" rx="4" />
      <path class="stamp" d="M120 9A10 10 0 0 1 120 29A10 10 0 0 1 120 9ZM120 13.5V19L123.5 21.5" />
    </>
  );
}

/** The fingerprint that is computed anew lies over the one in the proof; a check mark confirms it. */
function Check(): JSX.Element {
  return (
    <>
      <path class="sheet" d="M12 12H38L50 24V66H12Z" />
      <path class="detail" d="M20 34H42M20 43H42M20 52H34" />
      <path class="sheet" d="M12 80H50V98H12Z" />
      <path class="detail" d="M20 89H42" />
      <path class="way" d="M60 38H74M60 89H74" />
      <path class="bars" d={BARS} transform="translate(86 24)" />
      <path class="bars" d={BARS} transform="translate(86 75)" />
      <path class="way" d="M104 59H118M104 66H118" />
      <path class="tick" d="M164 60L184 80L222 34" />
    </>
  );
}

const PICTURES = [Fingerprint, Record, Check] as const;

/** @param words what the picture shows. */
export function Picture({ step, words }: { readonly step: number; readonly words: string }): JSX.Element {
  const Drawn = PICTURES[step]!;
  return (
    <svg class="front-picture" viewBox="0 0 240 104" role="img" aria-label={words}>
      <Drawn />
    </svg>
  );
}

/** `/`: what the service is, for whom, and what to do first. */
export const frontPage: PageRoute = {
  method: "GET",
  path: "/",
  access: "anyone",
  handle: (visit) => {
    const texts = PAGE_TEXTS[visit.language].front;
    return {
      title: texts.title,
      description: texts.description,
      place: "home",
      body: <Front visit={visit} texts={texts} />,
    };
  },
};

interface FrontProps {
  readonly visit: Visit;
  readonly texts: PageTexts["front"];
}

function Front({ visit, texts }: FrontProps): JSX.Element {
  return (
    <div class="front">
      <div class="opening">
        <h1>{texts.heading}</h1>
        <p class="opening-lead">{visit.isRehearsal ? texts.leadRehearsal : texts.lead}</p>
        <ul class="first-actions">
          <li>
            <a class="button primary" href={visit.href("/verify/")}>
              {texts.verify}
            </a>
            <p class="aside">{texts.verifyNote}</p>
          </li>
          <li>
            <a class="button" href={visit.href("/dashboard/create")}>
              {texts.register}
            </a>
            <p class="aside">{texts.registerNote}</p>
          </li>
        </ul>
      </div>
      <section aria-labelledby="how">
        <h2 id="how">{texts.how}</h2>
        <ol class="cards counted">
          {texts.steps.map(({ name, what, picture }, step) => (
            <li key={name}>
              <Picture step={step} words={picture} />
              <h3>{name}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="readers">
        <h2 id="readers">{texts.forWhom}</h2>
        <ul class="cards">
          {texts.readers.map(({ who, what }) => (
            <li key={who}>
              <h3>{who}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="limits">
        <h2 id="limits">{texts.limits}</h2>
        <ul>
          {texts.limitList.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="more">
        <h2 id="more">{texts.more}</h2>
        <ul>
          <li>
            <a href={visit.href(`/docs/guides/${visit.language}/what-a-proof-proves.html`)}>
              {texts.whatAProofProves}
            </a>
          </li>
          <li>
            <a href={visit.href(docsPath(visit.language))}>{texts.apiReference}</a>
          </li>
          <li>
            <a href={visit.href("/plans")}>{texts.plans}</a>
          </li>
        </ul>
      </section>
    </div>
  );
}

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
