"""Verifies Ajo receipts from the text of their PDFs, without Ajo: standard library only.

usage: verify_receipt.py KEYS < TEXTS
KEYS is a JSON file: {"receipt": "<hex of the Ed25519 key>", "log": ["<verifier key>"]}.
TEXTS are receipts, divided by form feeds.
Prints one line per receipt: "ok <amount> <index> <size>" or "refused <reason>".
"""
import base64, functools, hashlib, json, re, struct, sys

class Refused(Exception):
    pass

def need(condition, reason):
    if not condition:
        raise Refused(reason)

# Ed25519 (RFC 8032, section 6), in affine-free extended coordinates.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)

def add(a, b):
    s, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    u, v = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = t - s, v - u, v + u, t + s
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(n, point):
    total = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = add(total, point)
        point, n = add(point, point), n >> 1
    return total

def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    need(y < P, "key")
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * ROOT % P
    need((x * x - xx) % P == 0 and not (x == 0 and sign), "key")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

BASE = point(bytes.fromhex("58" + "66" * 31))

@functools.lru_cache  # many receipts share a checkpoint
def signed(key, message, signature):
    need(len(signature) == 64, "signature length")
    s = int.from_bytes(signature[32:], "little")
    need(s < L, "signature")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = times(s, BASE), add(point(signature[:32]), times(k, point(key)))
    same = all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))
    need(same, "signature")

def decode(text):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Refused("base64") from None
    need(base64.b64encode(data).decode() == text, "base64")
    return data

def number(text):
    need(re.fullmatch(r"0|[1-9][0-9]{0,15}", text) and int(text) < 2**53, "number")
    return int(text)

def open_checkpoint(note, keys):
    """The size and root that a known log key signed. Signatures of other keys are ignored."""
    text, _, lines = note.rpartition("\n\n")
    text += "\n"
    found = set()
    for line in lines.removesuffix("\n").split("\n"):
        match = re.fullmatch(r"— ([^ ]+) ([^ ]+)", line)
        need(match, "note")
        data = decode(match[2])
        key = keys.get((match[1], data[:4]))
        if key is None:
            continue
        signed(key, text.encode(), data[4:])
        found.add(match[1])
    origin, size, root = text[:-1].split("\n")
    need(origin in found, "checkpoint")
    return number(size), decode(root)

def root_of(index, size, node, path):
    need(index < size, "index")
    first, last = index, size - 1
    for sibling in path:
        need(last > 0 and len(sibling) == 32, "proof length")
        pair = node + sibling
        if first % 2 or first == last:
            pair = sibling + node
            while first % 2 == 0 and first:
                first, last = first // 2, last // 2
        node = hashlib.sha256(b"\x01" + pair).digest()
        first, last = first // 2, last // 2
    need(last == 0, "proof length")
    return node

def verify(page, receipt_key, keys):
    match = re.search(r"BEGIN AJO PROOF-----(.*)-----END AJO PROOF", page, re.S)
    need(match, "no proof")
    text, line, head, note = decode(re.sub(r"\s", "", match[1])).decode().split("\n\n", 3)
    text += "\n"
    need(line.startswith("signature "), "signature")
    signed(receipt_key, text.encode(), decode(line[10:]))
    header, extra, index, *path = head.split("\n")
    need(header == "c2sp.org/tlog-proof@v1" and extra[:6] == "extra " and index[:6] == "index ", "proof")
    data, index = decode(extra[6:]), number(index[6:])
    leaf, salt, subject = data[:122], data[122:154], data[154:]
    size, root = open_checkpoint(note, keys)
    node = hashlib.sha256(b"\x00" + leaf).digest()
    need(root_of(index, size, node, [decode(line) for line in path]) == root, "root")
    opened = b"ajo/opening/v1\n" + salt + struct.pack(">H", len(subject)) + subject
    version, kind, *_, raised, _, commitment = struct.unpack(">BB16sQQqqqqqqq32s", leaf)
    need(version == 1 and kind == 1, "kind")
    need(hashlib.sha256(opened).digest() == commitment, "commitment")
    facts = dict(line.split(": ", 1) for line in text.split("\n") if ": " in line)
    need(facts["subject"] == subject.decode(), "subject")
    need(facts["amount"] == f"NGN {raised // 100}.{raised % 100:02}", "amount")
    return f"ok {raised} {index} {size}"

def main():
    given = json.load(open(sys.argv[1], encoding="utf-8"))
    keys = {}
    for text in given["log"]:
        name, key_id, encoded = text.split("+", 2)
        data = decode(encoded)
        expected = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
        need(bytes.fromhex(key_id) == expected and data[0] == 1, "verifier key")
        keys[(name, expected)] = data[1:]
    for page in sys.stdin.read().split("\f"):
        try:
            print(verify(page, bytes.fromhex(given["receipt"]), keys))
        except (Refused, ValueError, KeyError, struct.error) as error:
            print("refused", error)

main()
