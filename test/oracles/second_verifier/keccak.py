"""Keccak-256 as Ethereum uses it: the sponge of FIPS 202 with the padding byte 1 in place of 6."""

MASK = 2**64 - 1
RATE = 136

def _round_constants() -> list[int]:
    """FIPS 202, section 3.2.5: the bits come from a shift register."""
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for power in range(7):
            if register & 1:
                constant |= 1 << (1 << power) - 1
            register = (register << 1) ^ (0x171 if register >> 7 else 0)
        constants.append(constant)
    return constants

def _steps() -> list[tuple[int, int, int]]:
    """Steps rho and pi: where each lane comes from, where it goes and by how many bits it turns."""
    x, y, steps = 1, 0, [(0, 0, 0)]
    for t in range(24):
        source = x + 5 * y
        x, y = y, (2 * x + 3 * y) % 5
        steps.append((source, x + 5 * y, (t + 1) * (t + 2) // 2 % 64))
    return steps

CONSTANTS, STEPS = _round_constants(), _steps()

def _permute(a: list[int]) -> list[int]:
    b = [0] * 25
    for constant in CONSTANTS:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        d = [c[x - 1] ^ ((c[x - 4] << 1 | c[x - 4] >> 63) & MASK) for x in range(5)]
        for source, target, turn in STEPS:
            lane = a[source] ^ d[source % 5]
            b[target] = (lane << turn | lane >> (64 - turn)) & MASK
        for y in range(0, 25, 5):
            b0, b1, b2, b3, b4 = b[y : y + 5]
            a[y : y + 5] = b0 ^ ~b1 & b2, b1 ^ ~b2 & b3, b2 ^ ~b3 & b4, b3 ^ ~b4 & b0, b4 ^ ~b0 & b1
        a[0] ^= constant
    return a

def keccak_256(data: bytes) -> bytes:
    padded = bytearray(data) + bytes(RATE - len(data) % RATE)
    padded[len(data)] ^= 0x01
    padded[-1] ^= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), RATE):
        for lane in range(RATE // 8):
            lanes[lane] ^= int.from_bytes(padded[start + 8 * lane : start + 8 * lane + 8], "little")
        lanes = _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])
