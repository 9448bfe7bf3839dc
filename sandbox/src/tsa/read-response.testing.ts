/** Reads a response with pkijs, for tests of the sandbox's authority. It does not validate the response. */
import { fromBER } from "asn1js";
import { Certificate, type ContentInfo, SignedData, TimeStampResp, TSTInfo } from "pkijs";

export interface ReadResponse {
  readonly status: number;
  /** Bits of the failInfo as encoded: the number of unused bits, then hexadecimal. */
  readonly failInfo: string | null;
  readonly tstInfo: {
    readonly policyOid: string;
    /** Hexadecimal, like the next fields. */
    readonly digest: string;
    readonly serialNumber: string;
    readonly nonce: string | null;
    readonly genTime: Date;
  } | null;
  /** DER. */
  readonly certificates: readonly Buffer[];
}

/** @throws Error when the bytes are not exactly one TimeStampResp. */
export function readResponse(bytes: Uint8Array<ArrayBuffer>): ReadResponse {
  if (fromBER(bytes).offset !== bytes.length)
    throw new Error("expected one ASN.1 value and nothing after it");
  const response = TimeStampResp.fromBER(bytes);
  const { status, failInfo } = response.status;
  const outcome = {
    status: status as number,
    failInfo: failInfo
      ? `${failInfo.valueBlock.unusedBits}:${Buffer.from(failInfo.valueBlock.valueHexView).toString("hex")}`
      : null,
  };
  if (response.timeStampToken === undefined) return { ...outcome, tstInfo: null, certificates: [] };
  const { content } = response.timeStampToken as ContentInfo;
  const signedData = new SignedData({ schema: content });
  const info = TSTInfo.fromBER(signedData.encapContentInfo.eContent!.getValue());
  const hex = ({ valueBlock }: { valueBlock: { valueHexView: Uint8Array } }) =>
    Buffer.from(valueBlock.valueHexView).toString("hex");
  return {
    ...outcome,
    tstInfo: {
      policyOid: info.policy,
      digest: hex(info.messageImprint.hashedMessage),
      serialNumber: hex(info.serialNumber),
      nonce: info.nonce ? hex(info.nonce) : null,
      genTime: info.genTime,
    },
    certificates: (signedData.certificates ?? [])
      .filter((item) => item instanceof Certificate)
      .map((certificate) => Buffer.from(certificate.toSchema().toBER())),
  };
}
