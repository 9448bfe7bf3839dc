export const USAGE: string = `Usage: svc-verify [OPTION]... FILE...
       svc-verify upgrade [OPTION]... FILE.ots...

Verifies svc-proof/2 portable proofs, evidence packages (ZIP, the original inside included), certificates (PDF, by what
is attached to them), OpenTimestamps files (.ots) and RFC 3161 timestamps (.tsr). Works offline; asks a network only where
an option names an endpoint. FILE may be - for standard input.

  --original FILE        the file that the proof is about; it is hashed here and never leaves this machine
  --hash HEX             its SHA-256 instead (64 hexadecimal characters); for a timestamp of SHA-384 or SHA-512, that one
  --rpc CHAIN_ID=URL     JSON-RPC endpoint of an EVM chain; may be repeated, two of one chain are compared
  --confirmations N      blocks that must stand on an anchor, its own counted (default: what the chain itself
                         calls final; 12 on chains that have no finality or are not known)
  --timestamp FILE.ots   OpenTimestamps file of the proof; may be repeated
  --headers FILE         Bitcoin headers at hand (svc-bitcoin-headers/1, or lines HEIGHT HEX160); may be repeated
  --esplora URL          explorer of Bitcoin to ask, such as https://blockstream.info/api; may be repeated
  --bitcoin-rpc URL      Bitcoin Core node to ask; may be repeated, all that are named are compared
  --seal FILE.tsr        RFC 3161 timestamp of the proof's content
  --trust FILE.pem       certificates that are trusted to make seals, or to name who does; may be repeated
  --certificates FILE    PEM of an authority's certificates, not trusted, to complete a chain; may be repeated
  --crl FILE, --ocsp FILE  revocation list or OCSP response (DER) of the authority; may be repeated
  --seal-timestamp FILE  OpenTimestamps file of the seal's own bytes; may be repeated
  --at TIME              judge the seal as of another moment (such as 2026-11-21T12:00:00Z); the report says so
  --timeout SECONDS      time for one answer of an endpoint (default 10)
  --json                 one report a line on standard output, in the order given
  --help, --version

upgrade asks the calendars that a pending timestamp names for its completion and adds what they answer to the file.
It contacts the public calendars only, and those that --calendar URL names (may be repeated); --timeout as above.

Exit status: 0 verified, 1 failed, 2 indeterminate, 3 a file cannot be read or wrong usage.
Of several files the worst decides: 3, then 1, then 2. Of upgrade: 0 complete, 2 still pending, 3 not done.
`;
