"""Google Tink's AES-GCM-HKDF streaming AEAD over standard input: tink_streaming_aead.py encrypt|decrypt KEY DATA.

KEY and DATA (the associated data) are hexadecimal. Exit status 1: the ciphertext is not authentic.
"""
import io
import sys

import tink
from tink.proto import aes_gcm_hkdf_streaming_pb2, common_pb2, tink_pb2
from tink import cleartext_keyset_handle, streaming_aead

SEGMENT_BYTES = 131_072


def primitive(key: bytes) -> streaming_aead.StreamingAead:
    value = aes_gcm_hkdf_streaming_pb2.AesGcmHkdfStreamingKey(
        key_value=key,
        params=aes_gcm_hkdf_streaming_pb2.AesGcmHkdfStreamingParams(
            ciphertext_segment_size=SEGMENT_BYTES,
            derived_key_size=32,
            hkdf_hash_type=common_pb2.SHA256,
        ),
    )
    keyset = tink_pb2.Keyset(primary_key_id=1)
    entry = keyset.key.add()
    entry.key_id = 1
    entry.status = tink_pb2.ENABLED
    entry.output_prefix_type = tink_pb2.RAW
    entry.key_data.type_url = "type.googleapis.com/google.crypto.tink.AesGcmHkdfStreamingKey"
    entry.key_data.value = value.SerializeToString()
    entry.key_data.key_material_type = tink_pb2.KeyData.SYMMETRIC
    handle = cleartext_keyset_handle.from_keyset(keyset)
    return handle.primitive(streaming_aead.StreamingAead)


class Kept(io.BytesIO):
    """Tink closes what it writes to."""

    def close(self) -> None:
        pass


def main() -> int:
    streaming_aead.register()
    mode, key, data = sys.argv[1], bytes.fromhex(sys.argv[2]), bytes.fromhex(sys.argv[3])
    content = sys.stdin.buffer.read()
    if mode == "encrypt":
        sink = Kept()
        with primitive(key).new_encrypting_stream(sink, data) as stream:
            stream.write(content)
        sys.stdout.buffer.write(sink.getvalue())
        return 0
    try:
        with primitive(key).new_decrypting_stream(io.BytesIO(content), data) as stream:
            plaintext = stream.read()
    except tink.TinkError:
        return 1
    sys.stdout.buffer.write(plaintext)
    return 0


sys.exit(main())
