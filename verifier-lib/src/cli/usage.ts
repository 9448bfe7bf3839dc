export const USAGE: string = `Usage: svc-verify [OPTION]... FILE...
       svc-verify upgrade [OPTION]... FILE.ots...
       svc-verify asic [OPTION]... FILE.tsr ORIGINAL
       svc-verify asic [OPTION]... EVIDENCE.zip
       svc-verify trust-list update|build|show|check [OPTION]... [FILE]

Verifies svc-proof/2 portable proofs, evidence packages (ZIP, the original inside included), certificates (PDF, by their attachments), OpenTimestamps files (.ots), RFC 3161 timestamps (.tsr), time-stamped containers (ASiC-S, .asics) and witnesses of transactions (svc-evm-witness/1). Works offline; uses the network only if an option names an endpoint. FILE may be - for standard input.

  --original FILE        the file that the proof is about; it is hashed here and never leaves this machine
  --hash HEX             its SHA-256 digest instead (hexadecimal); for a timestamp of SHA-384 or SHA-512, that digest
  --rpc CHAIN_ID=URL     JSON-RPC endpoint of an EVM chain; may be repeated; endpoints of one chain are compared
  --confirmations N      blocks that must stand on an anchor, its own counted (default: what the chain itself
                         calls final; 12 on chains that have no finality or are not known)
  --timestamp FILE.ots   OpenTimestamps file of the proof; may be repeated
  --headers FILE         Bitcoin headers (svc-bitcoin-headers/1, lines HEIGHT HEX160, or a whole epoch such as 473.bin);
                         may be repeated
  --headers FILE@HEIGHT  raw 80-byte headers, the first of that height (Electrum: blockchain_headers@0); only what is
                         needed is read
  --esplora URL          explorer of Bitcoin to ask, such as https://blockstream.info/api; may be repeated
  --bitcoin-rpc URL      Bitcoin Core node to ask; may be repeated, all that are named are compared
  --seal FILE.tsr        RFC 3161 timestamp of the proof's content
  --trust FILE.pem       trusted certificates of time-stamping authorities or their issuers, in addition to those of the
                         EU trusted lists; may be repeated
  --trust-list FILE      snapshot of the EU trusted lists instead of the one that ships with this program; the report
                         says so
  --no-default-trust     use no trusted lists: seals then need --trust, and whether they are qualified is not checked
  --certificates FILE    intermediate certificates (PEM), not trusted; may be repeated
  --crl FILE, --ocsp FILE  revocation list or OCSP response (DER) of the authority; may be repeated
  --online-revocation    fetch the revocation data of a seal from the addresses in its certificates; the authority, and
                         whoever made the certificates, then learn that it is being verified. Public addresses only
  --revocation-origin ORIGIN  also ask there, although its address is not public (http://ca.example:8080); may be repeated
  --seal-timestamp FILE  OpenTimestamps file of the seal itself; may be repeated
  --witness FILE         witness of the anchor (svc-evm-witness/1); may be repeated. Endpoints are then asked for the
                         hash of its block only
  --witness-timestamp FILE  OpenTimestamps file of the block header in a witness; may be repeated
  --at TIME              judge the seal at another time (such as 2026-11-21T12:00:00Z); the report says so
  --timeout SECONDS      how long to wait for an answer of an endpoint (default 10)
  --json                 print one JSON report a line, in the order of the files
  --help, --version

upgrade asks the calendars that a pending timestamp names for its completion and adds what they answer to the file.
It contacts the public calendars only, and those that --calendar URL names (may be repeated); --timeout as above.

asic writes an ETSI EN 319 162-1 container (ASiC-S) with ORIGINAL and its timestamp, or with those of an evidence
package. EU DSS and other validators of the EU open it. The timestamp must be of ORIGINAL and sound; whether its
authority is trusted is not checked here. --output FILE: default ORIGINAL.asics; --force replaces an existing file;
--certificates FILE: certificates of the authority (PEM), if the timestamp does not hold that of its signer.

trust-list update --output FILE [--lists FOLDER]  fetches the EU trusted lists and compiles a snapshot of their time-stamping
                         services; lists that do not arrive stay as FILE, or the shipped snapshot, has them; FOLDER keeps the
                         lists. --lotl URL names another address of the list of lists; --timeout as above
trust-list build --lists FOLDER --output FILE  compiles the lists in FOLDER
trust-list show [FILE] [--country ES]  shows a snapshot (default: the shipped one)
trust-list check FILE --lists FOLDER  compares a snapshot with the lists in FOLDER
Of update, build and check, --lotl-signers FILE.pem names whose signature of the list of lists counts, in place of the
certificates of the Official Journal.

Exit status: 0 verified, 1 failed, 2 indeterminate, 3 a file cannot be read or the usage is wrong.
With several files the worst status counts: 3, then 1, then 2. For upgrade: 0 complete, 2 still pending, 3 failed.
For asic: 0 written, 1 the timestamp is not of this file or is not sound, 3 a file cannot be read or written.
For trust-list: 0 done, 1 the snapshot differs from the lists, 2 done but a list is missing or was refused, 3 failed.
`;
