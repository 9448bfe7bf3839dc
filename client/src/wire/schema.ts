/**
 * The API as TypeScript, generated from the service's OpenAPI document: test/client/schema.test.ts.
 */
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

export interface paths {
    "/proofs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the account's proofs, newest first
         * @description The order is that in which the service took the proofs in. With several instances it may differ by a moment from the order of `received_at`.
         */
        get: operations["listProofs"];
        put?: never;
        /** Register a fingerprint */
        post: operations["createProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proofs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one proof */
        get: operations["getProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proof/{id}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the portable proof
         * @description Needs no key.
         */
        get: operations["getPortableProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificate/{certificate_id}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the portable proof by the number of its certificate
         * @description Needs no key. The answers are those of the proof's own address.
         */
        get: operations["getPortableProofOfCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proofs/{id}/bitcoin.ots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the OpenTimestamps file
         * @description An extension of this service.
         */
        get: operations["getOwnTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proof/{id}.ots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenTimestamps file of a proof
         * @description An extension of this service. Needs no key.
         */
        get: operations["getTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proof/{id}.tsr.ots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenTimestamps file of a proof's seal
         * @description An extension of this service. Needs no key. It binds the seal to Bitcoin, so that the seal can be verified after its certificate has expired.
         */
        get: operations["getSealTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proof/{id}.headers.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the block headers that prove a proof's block
         * @description An extension of this service. Needs no key. The headers from the attested block to the end of its difficulty epoch, if the verifier has a checkpoint there; else those from the verifier's last checkpoint through the attested block to the sixth after it or, once the epoch is over, to its end. Until these blocks exist, the headers available so far.
         */
        get: operations["getHeaders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proof/{id}.witness.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the witness of a proof's anchor
         * @description An extension of this service. Needs no key. The header of the block that holds the anchor and the path to its transaction: with it the anchor verifies without a network, but for one comparison, that of the block's hash with any source of the chain. A reorganisation replaces it.
         */
        get: operations["getWitness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proofs/{id}/qualified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the seal
         * @description Issues and spends nothing.
         */
        get: operations["getSeal"];
        put?: never;
        /**
         * Request the qualified timestamp
         * @description No body. Spends one seal; never charges a card.
         */
        post: operations["requestSeal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proofs/{id}/qualified.tsr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the seal as the authority returned it
         * @description An RFC 3161 TimeStampResp in DER.
         */
        get: operations["getSealFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proofs/{id}/certificate.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the certificate
         * @description Human-readable, with the portable proof and the other evidence attached inside. It shows the state at the time of the request, including `queued`.
         */
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proofs/{id}/evidence.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the evidence package
         * @description Everything that verifies the proof, with instructions. It contains the evidence available at the time of the request; before the proof is anchored, only instructions that say so. Including the original spends one of the day's downloads; without one left the package is made without it.
         */
        get: operations["getEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proofs/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the original
         * @description All of it is authenticated and its fingerprint recomputed before the first byte is served. Parts (`Range`) are not served.
         */
        get: operations["getOriginal"];
        /**
         * Deposit the original
         * @description The body is the file, and its type the file's: `application/octet-stream` or another. A form, as `POST` shows it, is taken too.
         */
        put: operations["depositOriginal"];
        /**
         * Deposit the original
         * @description The file in a form. A body that is the file, as `PUT` shows it, is taken too.
         */
        post: operations["postOriginal"];
        /** End custody of the original */
        delete: operations["deleteOriginal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report on the account: plan, balances, limits */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
/** Bodies and parameters by their names in the document. */
export interface components {
    schemas: {
        Registration: {
            /** @description SHA-256 of the file, lower-case hexadecimal. */
            hash: string;
            /** @description Only the file name is kept, not a path. */
            name?: string;
            /** @description Up to 4 KB. Counted without white space and escapes. Never returned or published. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description Bytes. Informational.
             */
            size?: number;
            /** @description Default application/octet-stream. */
            mime_type?: string;
            /** @description true also issues the seal in the same call and spends one seal. */
            qualified?: boolean;
        };
        /** @description Where a public blockchain holds the batch of a proof. */
        Anchor: {
            network: string;
            /** Format: int64 */
            chain_id: number;
            /** @enum {string} */
            state: "anchored" | "confirmed";
            tx_hash: string;
            /** Format: int64 */
            block_number: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            block_timestamp: string;
            /** Format: uri */
            explorer_url: string;
        };
        TrustedListEntry: {
            territory: string;
            provider: string;
            service: string;
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            since: string;
            list: {
                /** Format: int64 */
                sequence_number: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 */
                issued: string;
                next_update: string | null;
                sha256: string;
            };
            snapshot_sha256: string;
        };
        /** @description Whether the EU trusted lists named the authority as a qualified one when the seal was issued. The seal is a qualified timestamp only with `qualified`. Left out if the lists were not asked. */
        TrustedListResult: {
            /** @enum {string} */
            result: "qualified" | "not-qualified" | "indeterminate";
            code: string;
            entry: components["schemas"]["TrustedListEntry"] | null;
        };
        /** @description The electronic timestamp (RFC 3161) of a fingerprint; `trusted_list` says whether it is a qualified one. While the state is `pending`, there are no other members. */
        Seal: {
            /** @enum {string} */
            state: "issued" | "pending";
            authority?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            time?: string;
            serial_number?: string;
            policy_oid?: string;
            /** Format: uri */
            tsr_url?: string;
            trusted_list?: components["schemas"]["TrustedListResult"];
        };
        /** @description The file itself, in custody. */
        Original: {
            stored: boolean;
            file_name: string;
            /** Format: int64 */
            size_bytes: number;
            mime_type: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            stored_at: string;
            /** Format: uri */
            url: string;
        };
        Proof: {
            /** Format: uuid */
            id: string;
            /** @description In answers of `POST /proofs`. False when an existing proof is returned. */
            created?: boolean;
            hash: string;
            /** @constant */
            algorithm: "SHA-256";
            name: string;
            /** @enum {string} */
            state: "queued" | "batched" | "anchored" | "confirmed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            received_at: string;
            anchors: components["schemas"]["Anchor"][];
            bitcoin: {
                /** @enum {string} */
                state: "pending" | "confirmed";
                block_height: number | null;
            };
            qualified: components["schemas"]["Seal"] | null;
            original: components["schemas"]["Original"] | null;
            urls: {
                /** Format: uri */
                self: string;
                /** Format: uri */
                proof_json: string;
                certificate: string | null;
                certificate_pdf: string | null;
                evidence_zip: string | null;
            };
            /** @description Present when the proof has no certificate of its own, with `hash_registered_by_another_account` when another account registered the same bytes first. */
            limitations?: string[];
        };
        /** @description A field is missing or malformed; the message names it. */
        Error_invalid_request: {
            error: {
                /** @constant */
                code: "invalid_request";
                /** @description For people. */
                message: string;
            };
        };
        /** @description No key, malformed key, revoked key. */
        Error_unauthorized: {
            error: {
                /** @constant */
                code: "unauthorized";
                /** @description For people. */
                message: string;
            };
        };
        /** @description No qualified seals left. */
        Error_payment_required: {
            error: {
                /** @constant */
                code: "payment_required";
                /** @description For people. */
                message: string;
                /** Format: int64 */
                seals_remaining: number;
                /** Format: uri */
                buy_url: string;
            };
        };
        /** @description Key not attached to an account. */
        Error_key_without_account: {
            error: {
                /** @constant */
                code: "key_without_account";
                /** @description For people. */
                message: string;
            };
        };
        /** @description The body did not arrive in time, or arrived too slowly. */
        Error_request_timeout: {
            error: {
                /** @constant */
                code: "request_timeout";
                /** @description For people. */
                message: string;
            };
        };
        /** @description Another account registered these bytes first. */
        Error_conflict: {
            error: {
                /** @constant */
                code: "conflict";
                /** @description For people. */
                message: string;
            };
        };
        /** @description Daily proof limit reached; `Retry-After` runs to 00:00 UTC. */
        Error_quota_exceeded: {
            error: {
                /** @constant */
                code: "quota_exceeded";
                /** @description For people. */
                message: string;
                quota: {
                    /** Format: int64 */
                    limit: number;
                    /** Format: int64 */
                    used: number;
                    resets_in_seconds: number;
                };
            };
        };
        /** @description Too many requests per minute. */
        Error_rate_limited: {
            error: {
                /** @constant */
                code: "rate_limited";
                /** @description For people. */
                message: string;
            };
        };
        /** @description An internal service does not answer. Retry later. */
        Error_unavailable: {
            error: {
                /** @constant */
                code: "unavailable";
                /** @description For people. */
                message: string;
                /** Format: uuid */
                proof_id?: string;
            };
        };
        /** @description Timestamping authority unavailable. */
        Error_seal_unavailable: {
            error: {
                /** @constant */
                code: "seal_unavailable";
                /** @description For people. */
                message: string;
                /** Format: uuid */
                proof_id?: string;
            };
        };
        ProofPage: {
            data: components["schemas"]["Proof"][];
            /** @description Null when there are no more pages. */
            next_cursor: string | null;
        };
        /** @description The resource does not exist, or belongs to another account. */
        Error_not_found: {
            error: {
                /** @constant */
                code: "not_found";
                /** @description For people. */
                message: string;
            };
        };
        /** @description Verifiable without this service and without an account. */
        PortableProof: {
            /** @constant */
            schema: "svc-proof/2";
            /** Format: uuid */
            proof_id: string;
            content: {
                /** @constant */
                algorithm: "SHA-256";
                hash: string;
            };
            leaf: {
                formula: string;
                value: string;
            };
            merkle: {
                /** Format: int64 */
                index: number;
                path: {
                    /** @enum {string} */
                    position: "left" | "right";
                    hash: string;
                }[];
                root: string;
            };
            anchors: {
                /** Format: int64 */
                chain_id: number;
                network: string;
                tx_hash: string;
                /** Format: int64 */
                block_number: number;
                payload: string;
            }[];
            attestations: {
                type: string;
                state: string;
            }[];
        };
        NotReady: {
            /** @description False. */
            ready: boolean;
            /** @enum {string} */
            state: "queued" | "batched" | "anchored" | "confirmed";
        };
        PublicError: {
            error: string;
        };
        BitcoinHeaders: {
            /** @constant */
            format: "svc-bitcoin-headers/1";
            /** @enum {string} */
            network: "bitcoin" | "regtest";
            /** Format: int64 */
            height: number;
            headers: string[];
        };
        Witness: {
            /** @constant */
            format: "svc-evm-witness/1";
            /** Format: int64 */
            chain_id: number;
            header: string;
            /** Format: int64 */
            transaction_index: number;
            proof: string[];
        };
        SealAnswer: {
            /** Format: uuid */
            proof_id: string;
            /** @description False when the proof already had a seal; nothing was spent. */
            created: boolean;
            qualified: components["schemas"]["Seal"];
            /** Format: int64 */
            seals_remaining: number;
        };
        SealOfProof: {
            /** Format: uuid */
            proof_id: string;
            qualified: components["schemas"]["Seal"] | null;
        };
        /** @description Uploaded file does not have the proof's fingerprint. */
        Error_hash_mismatch: {
            error: {
                /** @constant */
                code: "hash_mismatch";
                /** @description For people. */
                message: string;
            };
        };
        /** @description File exceeds the plan's per-file limit. */
        Error_file_too_large: {
            error: {
                /** @constant */
                code: "file_too_large";
                /** @description For people. */
                message: string;
                /** Format: int64 */
                max_file_bytes: number;
            };
        };
        /** @description Custody unavailable. */
        Error_custody_unavailable: {
            error: {
                /** @constant */
                code: "custody_unavailable";
                /** @description For people. */
                message: string;
            };
        };
        /** @description No custody space left on the account. */
        Error_custody_quota_exceeded: {
            error: {
                /** @constant */
                code: "custody_quota_exceeded";
                /** @description For people. */
                message: string;
                /** Format: int64 */
                used_bytes: number;
                /** Format: int64 */
                max_account_bytes: number;
            };
        };
        /** @description Daily custody download limit reached; `Retry-After` runs to 00:00 UTC. */
        Error_download_quota_exceeded: {
            error: {
                /** @constant */
                code: "download_quota_exceeded";
                /** @description For people. */
                message: string;
            };
        };
        /** @description Stored original no longer matches its fingerprint; not served. */
        Error_integrity_failed: {
            error: {
                /** @constant */
                code: "integrity_failed";
                /** @description For people. */
                message: string;
            };
        };
        /** @description `original` is null and `proof_unaffected` true. */
        EndedCustody: {
            /** Format: uuid */
            proof_id: string;
            original: components["schemas"]["Original"] | null;
            /** @description False while physical deletion is queued. */
            purged: boolean;
            proof_unaffected: boolean;
        };
        Account: {
            plan: string;
            plan_name: string;
            seals: {
                available: boolean;
                /** Format: int64 */
                remaining: number;
                /** Format: int64 */
                welcome_remaining: number;
                /** Format: int64 */
                pack_remaining: number;
                /** Format: int64 */
                price_eur: number;
                /** Format: uri */
                buy_url: string;
            };
            custody: {
                available: boolean;
                /** Format: int64 */
                used_bytes: number;
                /** Format: int64 */
                max_account_bytes: number;
                /** Format: int64 */
                max_file_bytes: number;
                /** Format: int64 */
                downloads_used_today: number;
                /** Format: int64 */
                max_downloads_per_day: number;
            };
            proofs: {
                /** Format: int64 */
                daily_limit: number;
                /** Format: int64 */
                used_today: number;
                resets_in_seconds: number;
            };
            connector: {
                mode_available: string;
                eidas_available: boolean;
                custody_available: boolean;
                operations: {
                    /** Format: int64 */
                    daily_limit: number;
                    resets_in_seconds: number;
                };
            };
            keys: {
                /** Format: int64 */
                active: number;
            };
            urls: {
                /** Format: uri */
                dashboard: string;
                /** Format: uri */
                plans: string;
                /** Format: uri */
                seals: string;
                /** Format: uri */
                docs: string;
                /** Format: uri */
                connect: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
/** Operations by their identifiers in the document. */
export interface operations {
    listProofs: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofPage"];
                };
            };
            /** @description `invalid_request`: A field is missing or malformed; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_request"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    createProof: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description Already existed: the account's bytes, or a repeated `Idempotency-Key`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description Proof created. */
            201: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description `invalid_request`: A field is missing or malformed; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_request"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `payment_required`: No qualified seals left. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payment_required"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time, or arrived too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_request_timeout"];
                };
            };
            /** @description `conflict`: Another account registered these bytes first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_conflict"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `quota_exceeded`: Daily proof limit reached; `Retry-After` runs to 00:00 UTC. `rate_limited`: Too many requests per minute. Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_quota_exceeded"] | components["schemas"]["Error_rate_limited"];
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. `seal_unavailable`: Timestamping authority unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"] | components["schemas"]["Error_seal_unavailable"];
                };
            };
        };
    };
    getProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    getPortableProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portable proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortableProof"];
                };
            };
            /** @description Not anchored yet. */
            202: {
                headers: {
                    "Retry-After": "60";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReady"];
                };
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
        };
    };
    getPortableProofOfCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portable proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortableProof"];
                };
            };
            /** @description Not anchored yet. */
            202: {
                headers: {
                    "Retry-After": "60";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReady"];
                };
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
        };
    };
    getOwnTimestamp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its digest is the fingerprint: any OpenTimestamps client verifies the original with it. */
            200: {
                headers: {
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    getTimestamp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its digest is the fingerprint: any OpenTimestamps client verifies the original with it. */
            200: {
                headers: {
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description Not submitted to Bitcoin yet. */
            202: {
                headers: {
                    "Retry-After": "60";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReady"];
                };
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
        };
    };
    getSealTimestamp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its digest is the SHA-256 of the seal's file (`qualified.tsr`): any OpenTimestamps client verifies that file with it. */
            200: {
                headers: {
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The seal is not issued, or not submitted to Bitcoin yet. */
            202: {
                headers: {
                    "Retry-After": "60";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReady"];
                };
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
        };
    };
    getHeaders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The headers, `svc-bitcoin-headers/1`. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BitcoinHeaders"];
                };
            };
            /** @description Not in a Bitcoin block yet, or its header is not collected yet. */
            202: {
                headers: {
                    "Retry-After": "60";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReady"];
                };
            };
            /** @description The `If-None-Match` of the request matches. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
        };
    };
    getWitness: {
        parameters: {
            query?: {
                chain_id?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The witness, `svc-evm-witness/1`. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Witness"];
                };
            };
            /** @description Not anchored yet, or the block was not fetched yet. */
            202: {
                headers: {
                    "Retry-After": "60";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReady"];
                };
            };
            /** @description The `If-None-Match` of the request matches. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicError"];
                };
            };
        };
    };
    getSeal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seal, or null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SealOfProof"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    requestSeal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SealAnswer"];
                };
            };
            /** @description Paid for, but the authority did not answer: calling again completes it at no cost. */
            202: {
                headers: {
                    "Retry-After": "30";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SealAnswer"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `payment_required`: No qualified seals left. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payment_required"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description `conflict`: Another account registered these bytes first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_conflict"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `rate_limited`: Too many requests per minute. Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited"];
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. `seal_unavailable`: Timestamping authority unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"] | components["schemas"]["Error_seal_unavailable"];
                };
            };
        };
    };
    getSealFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The TimeStampResp. */
            200: {
                headers: {
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/timestamp-reply": string;
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    getCertificate: {
        parameters: {
            query?: {
                lang?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file: PDF/A-3a with attachments. */
            200: {
                headers: {
                    "Content-Disposition": string;
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The `If-None-Match` of the request matches. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description `conflict`: Another account registered these bytes first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_conflict"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `rate_limited`: Too many requests per minute. Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited"];
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    getEvidence: {
        parameters: {
            query?: {
                lang?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": string;
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description `conflict`: Another account registered these bytes first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_conflict"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `rate_limited`: Too many requests per minute. Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited"];
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    getOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with its type and name. */
            200: {
                headers: {
                    "Content-Disposition": string;
                    "X-Svc-Custody-Downloads-Remaining": string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description `conflict`: Another account registered these bytes first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_conflict"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `download_quota_exceeded`: Daily custody download limit reached; `Retry-After` runs to 00:00 UTC. Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_download_quota_exceeded"];
                    "text/plain": string;
                };
            };
            /** @description `integrity_failed`: Stored original no longer matches its fingerprint; not served. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_integrity_failed"];
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    depositOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description It was already stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description Stored. */
            201: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description `invalid_request`: A field is missing or malformed; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_request"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time, or arrived too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_request_timeout"];
                };
            };
            /** @description `hash_mismatch`: Uploaded file does not have the proof's fingerprint. `conflict`: Another account registered these bytes first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_hash_mismatch"] | components["schemas"]["Error_conflict"];
                };
            };
            /** @description `file_too_large`: File exceeds the plan's per-file limit. Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_file_too_large"];
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. `custody_unavailable`: Custody unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"] | components["schemas"]["Error_custody_unavailable"];
                };
            };
            /** @description `custody_quota_exceeded`: No custody space left on the account. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_custody_quota_exceeded"];
                };
            };
        };
    };
    postOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The bytes of the file.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description It was already stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description Stored. */
            201: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description `invalid_request`: A field is missing or malformed; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_request"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time, or arrived too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_request_timeout"];
                };
            };
            /** @description `hash_mismatch`: Uploaded file does not have the proof's fingerprint. `conflict`: Another account registered these bytes first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_hash_mismatch"] | components["schemas"]["Error_conflict"];
                };
            };
            /** @description `file_too_large`: File exceeds the plan's per-file limit. Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_file_too_large"];
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. `custody_unavailable`: Custody unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"] | components["schemas"]["Error_custody_unavailable"];
                };
            };
            /** @description `custody_quota_exceeded`: No custody space left on the account. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_custody_quota_exceeded"];
                };
            };
        };
    };
    deleteOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Custody ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedCustody"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description `not_found`: The resource does not exist, or belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `unauthorized`: No key, malformed key, revoked key. */
            401: {
                headers: {
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized"];
                };
            };
            /** @description `key_without_account`: Key not attached to an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_key_without_account"];
                };
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.0";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The `If-None-Match` of the request matches. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Body over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests from one IP address. */
            429: {
                headers: {
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unavailable`: An internal service does not answer. Retry later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable"];
                };
            };
        };
    };
}
