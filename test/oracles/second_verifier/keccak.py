"""Keccak-256 as Ethereum uses it: the sponge of FIPS 202 with the padding byte 1 in place of 6."""

import struct

RATE, MASK = 136, 2**64 - 1

# Steps rho and pi: where each lane goes, in the order of the way from lane to lane, and by how many bits it turns.
WAY = [1, 10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1]
STEPS = [(WAY[t], WAY[t + 1], (t + 1) * (t + 2) // 2 % 64) for t in range(24)]

def _permute(a: list[int]) -> list[int]:
    """FIPS 202, section 3.3. The lane at x and y is a[x + 5 * y]; the constants come from a shift register."""
    register = 1
    for _ in range(24):
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        d = [c[x - 1] ^ (c[x - 4] << 1 & MASK | c[x - 4] >> 63) for x in range(5)]
        b = [a[0] ^ d[0]] * 25
        for source, target, turn in STEPS:
            lane = a[source] ^ d[source % 5]
            b[target] = (lane << turn | lane >> 64 - turn) & MASK
        for y in range(0, 25, 5):
            b0, b1, b2, b3, b4 = b[y : y + 5]
            a[y : y + 5] = b0 ^ ~b1 & b2, b1 ^ ~b2 & b3, b2 ^ ~b3 & b4, b3 ^ ~b4 & b0, b4 ^ ~b0 & b1
        for power in range(7):
            a[0] ^= (register & 1) << (1 << power) - 1
            register = register << 1 ^ (0x171 if register >> 7 else 0)
    return a

def keccak_256(data: bytes) -> bytes:
    padded = bytearray(data) + bytes(RATE - len(data) % RATE)
    padded[len(data)] ^= 0x01
    padded[-1] ^= 0x80
    lanes = [0] * 25
    for block in struct.iter_unpack("<17Q", padded):
        lanes = _permute([lane ^ word for lane, word in zip(lanes, block + (0,) * 8)])
    return struct.pack("<4Q", *lanes[:4])
