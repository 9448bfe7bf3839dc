export const USAGE: string = `Usage: svc-verify [OPTION]... FILE...

Verifies svc-proof/2 portable proofs. Works offline; asks a network only where --rpc names an endpoint.
FILE may be - for standard input.

  --original FILE        the file that the proof is about; it is hashed here and never leaves this machine
  --hash HEX             its SHA-256 instead (64 hexadecimal characters)
  --rpc CHAIN_ID=URL     JSON-RPC endpoint of a chain; may be repeated, two of one chain are compared
  --confirmations N      blocks that must stand on an anchor, its own counted (default 12)
  --timeout SECONDS      time for one answer of an endpoint (default 10)
  --json                 one report a line on standard output, in the order given
  --help, --version

Exit status: 0 verified, 1 failed, 2 indeterminate, 3 a file cannot be read or wrong usage.
Of several files the worst decides: 3, then 1, then 2.
`;
