import { describe, expect, it } from 'vitest'

import {
  encodeText,
  FormatRefused,
  fromBase64,
  fromHex,
  joinBytes,
  parseDecimal,
  toBase64,
  toHex,
} from './bytes.ts'
import { formatCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { commit, decodeLeaf, encodeLeaf, leafKinds, type Leaf } from './leaf.ts'
import { hashLeaf, hashNode } from './merkle.ts'
import {
  formatNote,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  toVerifierKey,
} from './note.ts'
import { formatProofFile, parseProofFile, verifyProof } from './proof-file.ts'
import {
  decodeBundle,
  encodeBundle,
  formatTilePath,
  hasTile,
  listNewTiles,
  parseTilePath,
} from './tiles.ts'

const example = `ajo.example/log/live
7
E9VHASZCsV9dAyAAhMgTJDtnkAd9w7sDVf0NfB1RyAA=

— ajo.example/log/live OEukrUoU328CxxJXocBBPQaSSQzF3IywuNLmeL0RGlGxSoLengCE90td9x93z7M4s9srtwebEqHkbH1pfAocdQgGrws=
— witness.example/w1 z4ELPAAAAABrSdIAc5e5NZLmDuHaoTiFJYgd0bJjchODUB+VEpdR+1Hzf/4UKO76+9drNleZYLjXuSujaMcSH02Z6b5/HqW6b/ZJBQ==
`
const logKeyText = 'ajo.example/log/live+384ba4ad+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4'
const logKey = parseVerifierKey(logKeyText)

const pkcs8Prefix = fromHex('302e020100300506032b657004220420')
const logSeed = Uint8Array.from({ length: 32 }, (_, index) => index)

async function signWith(seed: Uint8Array, bytes: Uint8Array<ArrayBuffer>) {
  const der = joinBytes(pkcs8Prefix, seed)
  const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes))
}

const subject = 'donation:00000000-0000-4000-8000-000000000001'
const commitment = commit({ salt: new Uint8Array(32).fill(7), subject })
const charge: Leaf = {
  kind: 'charge',
  tag: Uint8Array.from({ length: 16 }, (_, index) => index),
  place: 1,
  refersTo: undefined,
  day: 20_780,
  donor: -750_000,
  owner: 725_000,
  platform: 15_000,
  provider: 10_000,
  raised: 735_000,
  sum: 735_000,
  commitment,
}
const refund: Leaf = {
  ...charge,
  kind: 'refund',
  place: 2,
  refersTo: 0,
  day: 20_781,
  donor: 200_000,
  owner: -200_000,
  platform: 0,
  provider: 0,
  raised: -196_000,
  sum: 539_000,
  commitment: commit({
    salt: new Uint8Array(32).fill(8),
    subject,
  }),
}

describe('a signed note', () => {
  it('has the verifier keys and signatures of the published example', async () => {
    const [, witness] = parseNote(encodeText(example)).signatures
    const text = formatCheckpoint(parseCheckpoint(parseNote(encodeText(example)).text))
    const signature = await signWith(logSeed, encodeText(text))
    const own = { name: logKey.name, id: logKey.id, signature }

    expect(formatVerifierKey(toVerifierKey(logKey.name, logKey.publicKey))).toBe(logKeyText)
    expect(formatNote({ text, signatures: witness ? [own, witness] : [] })).toBe(example)
    expect((await openCheckpoint(encodeText(example), logKey)).size).toBe(7)
  })

  it.each([
    ['carriage returns', example.replaceAll('\n', '\r\n')],
    ['no last newline', example.slice(0, -1)],
    ['an empty line at the end', `${example}\n`],
    ['no signatures', example.slice(0, example.indexOf('—'))],
    ['a hyphen for the dash', example.replaceAll('—', '-')],
    ['a signature without padding', example.replace('rws=', 'rws')],
    ['a stray low bit', example.replace('rws=', 'rwt=')],
    ['a size with a leading zero', example.replace('\n7\n', '\n07\n')],
    ['a size with a sign', example.replace('\n7\n', '\n+7\n')],
    ['an extension line', example.replace('=\n\n', '=\nmore\n\n')],
    ['another size', example.replace('\n7\n', '\n8\n')],
    ['another origin', example.replaceAll('ajo.example', 'oja.example')],
    ['a signature of the log that fails', example.replace('OEukrUoU', 'OEukrUoV')],
    ['65 signatures', example + `— other AAAAAAAA\n`.repeat(63)],
  ])('is refused with %s', async (_, text) => {
    await expect(openCheckpoint(encodeText(text), logKey)).rejects.toThrow(FormatRefused)
  })

  it('is accepted with 16 signatures of strangers', async () => {
    const text = example + `— other AAAAAAAA\n`.repeat(16)
    expect((await openCheckpoint(encodeText(text), logKey)).size).toBe(7)
  })

  it('ignores a key id with the name of another key', async () => {
    const other = { ...logKey, id: new Uint8Array(4) }
    await expect(openCheckpoint(encodeText(example), other)).rejects.toThrow('did not sign')
  })

  it('refuses a verifier key whose id is wrong, whose name has a plus, or of another type', () => {
    for (const text of [
      logKeyText.replace('384ba4ad', '384ba4ae'),
      logKeyText.replace('example', 'exam+ple'),
      logKeyText.replace('+AQOh', '+AgOh'),
      logKeyText.slice(0, -1),
    ])
      expect(() => parseVerifierKey(text)).toThrow(FormatRefused)
    expect(() => toVerifierKey('a b', logKey.publicKey)).toThrow('space')
  })
})

describe('numbers and base64', () => {
  it.each([
    '',
    '00',
    '01',
    '-1',
    '+1',
    '1.0',
    ' 1',
    '1e3',
    '9007199254740992',
    '99999999999999999',
  ])('refuse %j as a decimal', (text) => {
    expect(() => parseDecimal(text)).toThrow(FormatRefused)
  })

  it('accept the largest safe number', () => {
    expect(parseDecimal('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
  })

  it.each(['AA', 'AB==', 'A A=', 'AA==\n', '_-8=', 'AAAA====', '=AAA'])(
    'refuse %j as base64',
    (text) => {
      expect(() => fromBase64(text)).toThrow(FormatRefused)
    },
  )

  it('keep every byte', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    expect(fromHex(toHex(bytes))).toEqual(bytes)
  })
})

describe('a leaf', () => {
  it('has the published commitment, hashes and root', () => {
    expect(toHex(commitment)).toBe(
      '6911b4942ddc85f49c27294c7704a16cfde9a591ec893f7abd910bf708c0d1b2',
    )
    const [first, second] = [charge, refund].map((leaf) => hashLeaf(encodeLeaf(leaf)))
    expect(toHex(first ?? new Uint8Array())).toBe(
      'e4e368e2ee8c51bca32c4f231f0ca477460cb15fb34c735dac5b9748cad80276',
    )
    expect(toHex(second ?? new Uint8Array())).toBe(
      '0084faae92752217abae30aab645946e9bc8c153d67c07cf70aa42e2bf8a48f6',
    )
    const root = hashNode(first ?? new Uint8Array(), second ?? new Uint8Array())
    expect(toBase64(root)).toBe('B+2ssVZDHvmh79EidYfeb2RRs4/XTzdxK0uIEuhzCA8=')
    expect(encodeBundle([charge, refund].map(encodeLeaf))).toHaveLength(248)
  })

  it('comes back as it was encoded, for every kind', () => {
    for (const kind of leafKinds)
      for (const leaf of [
        { ...charge, kind },
        { ...refund, kind, place: Number.MAX_SAFE_INTEGER, sum: -1 },
      ])
        expect(decodeLeaf(encodeLeaf(leaf))).toEqual(leaf)
  })

  it('is refused with another version, kind or length, with legs that do not balance, or numbers above 2^53', () => {
    const bytes = encodeLeaf(charge)
    expect(() => decodeLeaf(bytes.with(0, 2))).toThrow('version')
    expect(() => decodeLeaf(bytes.with(1, leafKinds.length))).toThrow('kind')
    expect(() => decodeLeaf(bytes.subarray(1))).toThrow('version')
    expect(() => decodeLeaf(bytes.with(49, 0))).toThrow('sum to zero')
    expect(() => decodeLeaf(bytes.with(82, 1))).toThrow('too large')
    expect(() => encodeLeaf({ ...charge, donor: 0 })).toThrow('sum to zero')
  })
})

describe('a bundle', () => {
  it('is refused where an entry overruns it or where it holds more than 256', () => {
    const bundle = encodeBundle([encodeText('ajo'), encodeText('')])
    expect(decodeBundle(bundle).map((entry) => entry.length)).toEqual([3, 0])
    expect(() => decodeBundle(bundle.subarray(0, 4))).toThrow('overruns')
    expect(() => decodeBundle(bundle.subarray(0, 6))).toThrow('overruns')
    expect(() => decodeBundle(new Uint8Array(514))).toThrow('more than 256')
  })
})

describe('the path of a tile', () => {
  it.each([
    ['tile/0/005', { level: 0, index: 5, width: 256 }],
    ['tile/1/x001/x234/067', { level: 1, index: 1_234_067, width: 256 }],
    ['tile/0/001.p/1', { level: 0, index: 1, width: 1 }],
    ['tile/entries/000.p/255', { level: -1, index: 0, width: 255 }],
  ])('%s is read and written', (path, name) => {
    expect(parseTilePath(path)).toEqual(name)
    expect(formatTilePath(name)).toBe(path)
  })

  it.each([
    'tile/00/005',
    'tile/64/005',
    'tile/0/5',
    'tile/0/x000/005',
    'tile/0/001/005',
    'tile/0/005.p/0',
    'tile/0/005.p/256',
    'tile/0/005.p/01',
    'tile/8/0/005',
    'tile/data/005',
    'tile/0/005/',
    '/tile/0/005',
    'tile/0/x999/x999/x999/x999/x999/999',
  ])('%s is refused', (path) => {
    expect(parseTilePath(path)).toBeUndefined()
  })

  it('is owed for the sizes of the specification', () => {
    const paths = (from: number, size: number) => listNewTiles(from, size).map(formatTilePath)
    expect(paths(0, 256)).toEqual(['tile/entries/000', 'tile/0/000', 'tile/1/000.p/1'])
    expect(paths(256, 257)).toEqual(['tile/entries/001.p/1', 'tile/0/001.p/1'])
    const wide = paths(0, 70_000)
    expect(wide).toHaveLength(2 * 274 + 2 + 1)
    expect(wide.filter((path) => path.includes('.p/'))).toEqual([
      'tile/entries/273.p/112',
      'tile/0/273.p/112',
      'tile/1/001.p/17',
      'tile/2/000.p/1',
    ])
    expect(hasTile(257, { level: 0, index: 1, width: 1 })).toBe(true)
    expect(hasTile(257, { level: 0, index: 1, width: 2 })).toBe(false)
    expect(hasTile(65_535, { level: 2, index: 0, width: 1 })).toBe(false)
  })
})

describe('a proof file', () => {
  const file = async () => {
    const leaves = [charge, refund].map((leaf) => encodeLeaf(leaf))
    const hashes = leaves.map(hashLeaf)
    const text = formatCheckpoint({
      origin: logKey.name,
      size: 2,
      root: hashNode(hashes[0] ?? new Uint8Array(), hashes[1] ?? new Uint8Array()),
    })
    const signature = await signWith(logSeed, encodeText(text))
    return {
      leaf: leaves[0] ?? new Uint8Array(),
      opening: {
        salt: new Uint8Array(32).fill(7),
        subject,
      },
      index: 0,
      hashes: hashes.slice(1),
      checkpoint: formatNote({ text, signatures: [{ ...logKey, signature }] }),
    }
  }

  it('proves its leaf', async () => {
    const text = formatProofFile(await file())
    expect(formatProofFile(parseProofFile(text))).toBe(text)
    expect(await verifyProof(text, logKey)).toMatchObject({ size: 2, index: 0, leaf: charge })
  })

  it.each([
    ['the salt of another leaf', { opening: { salt: new Uint8Array(32), subject } }],
    ['another subject', { opening: { salt: new Uint8Array(32).fill(7), subject: 'donation:x' } }],
    ['another leaf', { leaf: encodeLeaf(refund) }],
    ['another index', { index: 1 }],
    ['no hashes', { hashes: [] }],
    ['a checkpoint of another log', { checkpoint: example }],
  ])('is refused with %s', async (_, change) => {
    await expect(
      verifyProof(formatProofFile({ ...(await file()), ...change }), logKey),
    ).rejects.toThrow(FormatRefused)
  })
})
