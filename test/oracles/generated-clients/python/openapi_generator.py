"""The main job with the client that openapi-generator writes. Words: address, key, a file, its fingerprint, another one."""

import json
import sys

from openapi_client import ApiClient, ApiException, Configuration, DefaultApi, Registration

url, key, path, fingerprint, other = sys.argv[1:]
with open(path, "rb") as file:
    content = file.read()
api = DefaultApi(ApiClient(Configuration(host=url, access_token=key)))

registered = [api.create_proof(Registration(hash=one)) for one in (fingerprint, fingerprint, other)]
first, _, second = registered
newest = api.list_proofs(limit=1)
oldest = api.list_proofs(limit=1, cursor=newest.next_cursor)
seal = api.request_seal(first.id).qualified
try:
    refusal = api.request_seal(second.id).qualified.state
except ApiException as error:
    refusal = error.data.error.code
deposited = [api.deposit_original(first.id, content), api.post_original(first.id, ("a.txt", content))]
downloaded = api.get_original(first.id)
ended = api.delete_original(first.id)
proof = api.get_proof(first.id)
portable = api.get_portable_proof_with_http_info(first.id)

print(
    json.dumps(
        {
            "registered": [[str(one.id), one.created] for one in registered],
            "pages": [[str(page.data[0].id), page.next_cursor is not None] for page in (newest, oldest)],
            "sealed": [seal.state, int(seal.time.timestamp())],
            "refusal": refusal,
            "deposited": [one.original.size_bytes for one in deposited],
            "downloaded": downloaded.decode(),
            "ended": ended.original is None and ended.proof_unaffected,
            "proof": [proof.state, proof.bitcoin.block_height, proof.original],
            "custody": api.get_account().custody.max_account_bytes,
            "portable": [portable.status_code, int(portable.headers["retry-after"])],
        }
    )
)
