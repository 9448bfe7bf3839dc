"""The main job with the client that openapi-python-client writes. Words: address, key, a file, its fingerprint, another one."""

import io
import json
import sys

from generated import AuthenticatedClient
from generated.api.default import (
    create_proof,
    delete_original,
    deposit_original,
    get_account,
    get_original,
    get_portable_proof,
    get_proof,
    list_proofs,
    post_original,
    request_seal,
)
from generated.models import PostOriginalBody, Registration
from generated.types import File

url, key, path, fingerprint, other = sys.argv[1:]
with open(path, "rb") as file:
    content = file.read()
client = AuthenticatedClient(base_url=url, token=key)

registered = [
    create_proof.sync(client=client, body=Registration(hash_=one)) for one in (fingerprint, fingerprint, other)
]
first, _, second = registered
newest = list_proofs.sync(client=client, limit=1)
oldest = list_proofs.sync(client=client, limit=1, cursor=newest.next_cursor)
seal = request_seal.sync(first.id, client=client).qualified
refusal = request_seal.sync(second.id, client=client).error.code
form = PostOriginalBody(file=File(payload=io.BytesIO(content), file_name="a.txt"))
deposited = [
    deposit_original.sync(first.id, client=client, body=File(payload=io.BytesIO(content))),
    post_original.sync(first.id, client=client, body=form),
]
downloaded = get_original.sync_detailed(first.id, client=client)
ended = delete_original.sync(first.id, client=client)
proof = get_proof.sync(first.id, client=client)
portable = get_portable_proof.sync_detailed(first.id, client=client)

print(
    json.dumps(
        {
            "registered": [[str(one.id), one.created] for one in registered],
            "pages": [[str(page.data[0].id), page.next_cursor is not None] for page in (newest, oldest)],
            "sealed": [seal.state, int(seal.time.timestamp())],
            "refusal": refusal,
            "deposited": [one.original.size_bytes for one in deposited],
            "downloaded": downloaded.content.decode(),
            "ended": ended.original is None and ended.proof_unaffected,
            "proof": [proof.state, proof.bitcoin.block_height, proof.original],
            "custody": get_account.sync(client=client).custody.max_account_bytes,
            "portable": [int(portable.status_code), int(portable.headers["Retry-After"])],
        }
    )
)
