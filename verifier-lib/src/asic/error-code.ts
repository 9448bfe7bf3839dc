/** Why a container cannot be written: docs/formats/asic-s.md. Codes of timestamps and archives are theirs. */
export type AsicWriteErrorCode =
  /** The name of the original is that of a part of the container. */
  | "asic_name_reserved"
  /** The original has more than 2^40 bytes. */
  | "asic_original_too_large"
  /** The original is an archive that EU DSS would refuse to unpack, and the container with it. */
  | "asic_original_archive";
