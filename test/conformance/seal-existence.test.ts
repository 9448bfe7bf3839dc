/**
 * A token that outlives its certificate thanks to another clock: from a real OpenTimestamps file to
 * a real Bitcoin block, and from that block's time to the verdict on a token whose signer has
 * expired since. No file leads from a token of ours to a block of the main chain, and none can be
 * made without Bitcoin's work. So the two halves meet at the value that `verifySeal` passes from
 * one to the other: the moment `noLaterThan`.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeHeaders } from "@svc-proof/shared/bitcoin";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import type { BitcoinSource } from "@svc-proof/verifier-lib";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { beforeAll, describe, expect, test } from "vitest";
import { statedOf } from "../../verifier-lib/src/items.testing.js";
import { BITCOIN_ACCURACY_SECONDS } from "../../verifier-lib/src/judge/attestation.js";
import { tokenExistence } from "../../verifier-lib/src/judge/seal-evidence.js";
import { verifyBitcoin } from "../../verifier-lib/src/judge/timestamp.js";
import { IMPRINT, makeToken, tstInfo } from "../../verifier-lib/src/rfc3161/token.testing.js";
import {
  generalizedTime,
  type Issued,
  issueAuthority,
  issueCrl,
  issueUnit,
} from "../../verifier-lib/src/x509/authority.testing.js";
import { recordedEpoch } from "../recorded-epoch.js";
import { vectorFolder } from "./third-party-vectors.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const GEN_TIME = new Date("2015-05-28T15:00:00Z");
/** Two hours after the block's time. */
const KNOWN_SINCE = new Date("2015-05-28T17:41:18Z");
const HEIGHT = 358_391;

const ots = vectorFolder("ots");
const bitcoin = vectorFolder("bitcoin");

describe.skipIf(ots === null || bitcoin === null)(
  "a token known to be older than the end of its certificate",
  () => {
    let noLaterThan: Date;
    let root: Issued;
    beforeAll(async () => {
      const header = Buffer.from(readFileSync(join(bitcoin!, `header-${HEIGHT}.hex`), "utf8").trim(), "hex");
      const explorer: BitcoinSource = {
        name: "an explorer",
        fetchTip: async () => ({ height: 970_000, chain: null }),
        fetchHeader: async (height) => (height === HEIGHT ? new Uint8Array(header) : null),
      };
      const file = new Uint8Array(readFileSync(join(ots!, "good/hello-world.txt.ots")));
      const stamped = new Uint8Array(readFileSync(join(ots!, "good/hello-world.txt")));
      const existence = await tokenExistence(statedOf("seal_timestamp", [file]), [stamped], {
        now: NOW,
        sources: [explorer],
      });
      noLaterThan = existence!.noLaterThan!;
      root = await issueAuthority("Root", { notBefore: new Date("2010-01-01T00:00:00Z") });
    });

    const second = (time: Date, count: number) => new Date(time.getTime() + count * 1000);
    async function ask(notAfter: Date, isProven: boolean, crls: readonly Uint8Array[] = [], signer?: Issued) {
      const made = signer ?? (await signerUntil(notAfter));
      return verifyTimestamp({
        token: await makeToken({ signer: made, content: tstInfo(generalizedTime(GEN_TIME)) }),
        imprint: { algorithm: "SHA-256", digest: IMPRINT },
        anchors: [root.certificate],
        crls,
        now: NOW,
        ...(isProven && { proofOfExistence: { noLaterThan } }),
      });
    }
    const signerUntil = (notAfter: Date) =>
      issueUnit(root, { notBefore: new Date("2015-05-01T00:00:00Z"), notAfter });

    test("the block's time plus two hours", () => {
      expect(noLaterThan).toEqual(KNOWN_SINCE);
    });

    test("it is valid after the expiry, by the block", async () => {
      expect(await ask(KNOWN_SINCE, false)).toMatchObject({
        status: "indeterminate",
        code: "out_of_bounds_no_poe",
      });
      expect(await ask(KNOWN_SINCE, true)).toMatchObject({ status: "passed", restsOnProofOfExistence: true });
    });

    test("it is not valid if the certificate expired a second before", async () => {
      expect(await ask(second(KNOWN_SINCE, -1), true)).toMatchObject({
        status: "indeterminate",
        code: "out_of_bounds_no_poe",
      });
    });

    test("the same by the headers of a recorded epoch, without a network", async () => {
      const first = 822_528;
      const { headers } = recordedEpoch();
      const at = 72;
      const { merkleRoot: digest, time } = headers[at]!;
      const attestation = { kind: "bitcoin", height: first + at } as const;
      const file = encodeDetachedTimestamp({
        hash: "sha256",
        digest,
        timestamp: { branches: [{ attestation }] },
      });
      const run = { network: "bitcoin", height: first + at, headers: headers.slice(at) } as const;
      const { check, blocks } = await verifyBitcoin(
        statedOf("timestamp", [file]),
        [{ hash: "sha256", hex: Buffer.from(digest).toString("hex") }],
        { now: NOW, headers: statedOf("headers", [encodeHeaders(run)]) },
      );
      expect(check).toMatchObject({ status: "passed", basis: "computed" });
      const known = new Date(Date.parse(blocks[0]!.time) + BITCOIN_ACCURACY_SECONDS * 1000);
      expect(known).toEqual(new Date((time + 7_200) * 1000));
      const judge = async (notAfter: Date) => {
        const signer = await issueUnit(root, { notBefore: new Date("2023-01-01T00:00:00Z"), notAfter });
        return verifyTimestamp({
          token: await makeToken({ signer, content: tstInfo(generalizedTime(second(known, -86_400))) }),
          imprint: { algorithm: "SHA-256", digest: IMPRINT },
          anchors: [root.certificate],
          now: NOW,
          proofOfExistence: { noLaterThan: known },
        });
      };
      expect(await judge(known)).toMatchObject({ status: "passed", restsOnProofOfExistence: true });
      expect(await judge(second(known, -1))).toMatchObject({
        status: "indeterminate",
        code: "out_of_bounds_no_poe",
      });
    });

    test("it is valid after a revocation too, unless the revocation came first", async () => {
      const signer = await signerUntil(new Date("2030-01-01T00:00:00Z"));
      const revokedAt = async (at: Date) => {
        const crl = await issueCrl(root, { revoked: [{ certificate: signer.certificate, at, reason: 1 }] });
        return ask(NOW, true, [crl.der], signer);
      };
      expect(await revokedAt(second(KNOWN_SINCE, 1))).toMatchObject({
        status: "passed",
        restsOnProofOfExistence: true,
        revocation: { status: "good", reason: "keyCompromise" },
      });
      expect(await revokedAt(KNOWN_SINCE)).toMatchObject({ status: "indeterminate", code: "revoked_no_poe" });
    });
  },
);
