import { describe, expect, it } from 'vitest'

import { encodeText, equalBytes, fromHex, toHex } from './bytes.ts'
import { emptyRoot, hashLeaf, hashNode, rootOfInclusion } from './merkle.ts'
import { foldComplete, toTileHashes } from './tiles.ts'
import {
  addLeaf,
  emptyFrontier,
  frontierRoot,
  hashRange,
  inclusionRanges,
  type Subtree,
} from './tree.ts'

const leafAt = (index: number) => hashLeaf(encodeText(`ajo-${index}`))

/** RFC 6962, section 2.1, word for word. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [only = emptyRoot] = leaves
  if (leaves.length <= 1) return only
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return hashNode(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

function naivePath(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return []
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...naivePath(index, left), naiveRoot(right)]
    : [...naivePath(index - split, right), naiveRoot(left)]
}

/** A tree that remembers its complete subtrees, as the server's tables do, and its roots at every size or at some. */
function growTree(size: number, sizes?: readonly number[]) {
  const subtrees = new Map<string, Uint8Array>()
  const roots = new Map([[0, emptyRoot as Uint8Array]])
  let frontier = emptyFrontier
  for (let index = 0; index < size; index++) {
    frontier = addLeaf(frontier, leafAt(index), (subtree, hash) =>
      subtrees.set(`${subtree.height} ${subtree.index}`, hash),
    )
    if (sizes?.includes(index + 1) ?? true) roots.set(index + 1, frontierRoot(frontier))
  }
  const find = ({ height, index }: Subtree) => subtrees.get(`${height} ${index}`) ?? emptyRoot
  return { roots, find }
}

/** Reads what tiles hold: the hashes of every eighth height. */
const throughTiles = (find: (subtree: Subtree) => Uint8Array) => (subtree: Subtree) => {
  const { level, start, count } = toTileHashes(subtree)
  const hashes = Array.from({ length: count }, (_, place) =>
    find({ height: level * 8, index: start + place }),
  )
  return foldComplete(hashes)
}

const prefixes = (hashes: readonly Uint8Array[]) =>
  hashes.map((hash) => toHex(hash.subarray(0, 8))).join(' ')

const largest = 300
const { roots, find } = growTree(largest)
const rootAt = (size: number) => roots.get(size) ?? emptyRoot
const inclusion = (index: number, size: number) =>
  inclusionRanges(index, size).map((range) => hashRange(range, find))
/** Those with every shape of up to seven levels, and those around a whole tile. */
const sizes = [...Array(131).keys(), 255, 256, 257, largest]

function includes(index: number, size: number, proof: readonly Uint8Array[], at = index) {
  try {
    return equalBytes(rootOfInclusion({ index, size }, leafAt(at), proof), rootAt(size))
  } catch {
    return false
  }
}

describe('the tree', () => {
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, 'fde4f4ac9c81fbe5836f5dcaaa121b7d3cc4599fd263f09e372f9d1eec932822'],
    [3, '62868f6748db3379416c75a3ef5aa8a016deb0b2954dd8a9fb106ece5447d6cb'],
    [7, '13d547012642b15f5d03200084c813243b6790077dc3bb0355fd0d7c1d51c800'],
    [257, '6f3018979ef02a5f4535c479a96b1f859ce6323a3b2fc3a704a6f110ad638d96'],
  ])('of %i leaves has the published root', (size, root) => {
    expect(toHex(rootAt(size))).toBe(root)
  })

  it('has the root of the recursive definition at every size up to 300', () => {
    const leaves = Array.from({ length: largest }, (_, index) => leafAt(index))
    for (let size = 0; size <= largest; size++)
      expect(toHex(rootAt(size))).toBe(toHex(naiveRoot(leaves.slice(0, size))))
  })

  it('gives the same hash of every range when it reads tiles only', () => {
    const wanted = [1, 255, 256, 257, 511, 65_535, 65_536, 65_537, 70_000]
    const large = growTree(70_000, wanted)
    const read = throughTiles(large.find)
    for (const size of wanted)
      expect(toHex(hashRange({ start: 0, end: size }, read))).toBe(
        toHex(large.roots.get(size) ?? emptyRoot),
      )
  })
})

describe('an inclusion proof', () => {
  it.each([
    [0, 5, 'a09044c123c3a54f f5af9ecd0675bf33 a1786cc31a9fbea8'],
    [4, 5, '67d55e45a42a6089'],
    [6, 7, 'dfc8b1b08e574426 67d55e45a42a6089'],
  ])('of leaf %i in %i is the published one', (index, size, expected) => {
    expect(prefixes(inclusion(index, size))).toBe(expected)
  })

  it('is the path of the recursive definition', () => {
    for (const size of [1, 2, 3, 5, 8, 13, 64, 65, 100]) {
      const leaves = Array.from({ length: size }, (_, index) => leafAt(index))
      for (let index = 0; index < size; index++)
        expect(inclusion(index, size)).toEqual(naivePath(index, leaves))
    }
  })

  it('holds for every leaf of every tree up to 130 leaves, and around 256', () => {
    const refused: string[] = []
    for (const size of sizes)
      for (let index = 0; index < size; index++)
        if (!includes(index, size, inclusion(index, size))) refused.push(`${index} in ${size}`)
    expect(refused).toEqual([])
  })

  it('is refused when it is shorter, longer, for another leaf, index or size, or has a flipped bit', () => {
    for (let size = 1; size <= 40; size++)
      for (let index = 0; index < size; index++) {
        const proof = inclusion(index, size)
        const extra = leafAt(999)
        const wrong = [
          ...(proof.length > 0 ? [proof.slice(1), proof.slice(0, -1)] : []),
          [...proof, extra],
          [extra, ...proof],
          ...flipBits(proof),
        ]
        for (const changed of wrong) expect(includes(index, size, changed)).toBe(false)
        expect(includes(index, size, proof, index + 1)).toBe(false)
        expect(includes(index + 1, size, proof, index)).toBe(false)
        expect(includes(size, size, proof, index)).toBe(false)
        expect(includes(index, size + 1, proof)).toBe(false)
      }
  })

  it('is refused for numbers that are no sizes', () => {
    for (const [index, size] of [
      [-1, 3],
      [0.5, 3],
      [0, 2 ** 53],
      [0, Number.NaN],
    ] as const)
      expect(includes(index, size, [])).toBe(false)
  })
})

/** Copies of the proof, each with one bit of one hash flipped. */
function flipBits(proof: readonly Uint8Array[]): Uint8Array[][] {
  return proof.flatMap((hash, place) =>
    [0, 255].map((bit) => {
      const flipped = Uint8Array.from(hash)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return proof.with(place, flipped)
    }),
  )
}

it('reads hexadecimal strictly', () => {
  expect(() => fromHex('0')).toThrow('not hexadecimal')
  expect(() => fromHex('0G')).toThrow('not hexadecimal')
})
