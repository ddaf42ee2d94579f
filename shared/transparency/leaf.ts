import { encodeText, joinBytes, refuseUnless, type Bytes } from './bytes.ts'
import { sha256 } from '@noble/hashes/sha2.js'

/** The kinds of entries by their number in a leaf, which never changes. */
export const leafKinds = [
  'genesis',
  'charge',
  'fee',
  'refund',
  'chargeback',
  'bank_reversal',
  'payout',
  'spending',
  'deduction',
  'hold',
  'release',
  'write_off',
  'platform_payout',
  'write_off_undo',
  'unidentified',
  'recovery',
  'owner_repayment',
  'top_up',
  'payee',
] as const
export type LeafKind = (typeof leafKinds)[number]

/** Such a leaf has the place of the entry before it: it moves no money. */
export const isNoted = (kind: string | null) => kind === 'payee' || kind === 'spending'

/** Amounts in kobo. The four legs sum to zero. */
export type Leaf = {
  kind: LeafKind
  /** 16 random bytes that stand for the campaign in this log. */
  tag: Uint8Array
  /** 1, 2, 3 … within the campaign, without a gap. */
  place: number
  /** The leaf that this one refers to, such as the charge of a refund. */
  refersTo: number | undefined
  /** The day in Lagos, in days since 1970-01-01. */
  day: number
  donor: number
  owner: number
  platform: number
  provider: number
  raised: number
  /** The campaign's raised sum after this leaf. */
  sum: number
  commitment: Uint8Array
}

export const leafBytes = 122
const version = 1
const none = 2n ** 64n - 1n

export function encodeLeaf(leaf: Leaf): Bytes {
  const { tag, place, refersTo, commitment } = leaf
  refuseUnless(tag.length === 16 && commitment.length === 32, 'a part of the leaf is too short')
  const bytes = new Uint8Array(leafBytes)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, version)
  view.setUint8(1, leafKinds.indexOf(leaf.kind))
  bytes.set(tag, 2)
  view.setBigUint64(18, BigInt(place))
  view.setBigUint64(26, refersTo === undefined ? none : BigInt(refersTo))
  for (const [index, value] of toNumbers(leaf).entries())
    view.setBigInt64(34 + 8 * index, BigInt(value))
  bytes.set(commitment, 90)
  return bytes
}

const toNumbers = ({ day, donor, owner, platform, provider, raised, sum }: Leaf) => {
  refuseUnless(donor + owner + platform + provider === 0, 'the legs do not sum to zero')
  return [day, donor, owner, platform, provider, raised, sum]
}

export function decodeLeaf(bytes: Uint8Array): Leaf {
  refuseUnless(bytes.length === leafBytes && bytes[0] === version, 'the leaf has another version')
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const kind = leafKinds[view.getUint8(1)]
  refuseUnless(kind !== undefined, 'the leaf is of no known kind')
  const refersTo = view.getBigUint64(26)
  const numbers = Array.from({ length: 7 }, (_, index) => toSafe(view.getBigInt64(34 + 8 * index)))
  const [day = 0, donor = 0, owner = 0, platform = 0, provider = 0, raised = 0, sum = 0] = numbers
  refuseUnless(donor + owner + platform + provider === 0, 'the legs do not sum to zero')
  return {
    kind,
    tag: bytes.slice(2, 18),
    place: toSafe(view.getBigUint64(18)),
    refersTo: refersTo === none ? undefined : toSafe(refersTo),
    day,
    donor,
    owner,
    platform,
    provider,
    raised,
    sum,
    commitment: bytes.slice(90, 122),
  }
}

function toSafe(value: bigint): number {
  refuseUnless(Number.isSafeInteger(Number(value)), 'a number of the leaf is too large')
  return Number(value)
}

const openingPrefix = encodeText('ajo/opening/v1\n')

/** What opens a commitment: salt and subject are secret until the server shows them. */
export type Opening = { salt: Uint8Array; subject: string }

export function commit({ salt, subject }: Opening): Bytes {
  const text = encodeText(subject)
  refuseUnless(salt.length === 32 && text.length <= 0xff_ff, 'the opening has the wrong length')
  const length = Uint8Array.of(text.length >> 8, text.length & 0xff)
  return sha256(joinBytes(openingPrefix, salt, length, text))
}
