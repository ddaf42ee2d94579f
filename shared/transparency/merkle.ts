import { joinBytes, refuseUnless, type Bytes } from './bytes.ts'
import { sha256 } from '@noble/hashes/sha2.js'

// RFC 6962, section 2.1. Indices are divided and not shifted, because shifts cut numbers to 32 bits.

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

export const emptyRoot = sha256(new Uint8Array())
export const hashLeaf = (entry: Uint8Array): Bytes => sha256(joinBytes(leafPrefix, entry))
export const hashNode = (left: Uint8Array, right: Uint8Array): Bytes =>
  sha256(joinBytes(nodePrefix, left, right))

const isOdd = (value: number) => value % 2 === 1
const halve = (value: number) => Math.floor(value / 2)

/** The root that the proof leads to. Refuses a proof whose length does not belong to the index and the size. */
export function rootOfInclusion(
  { index, size }: { index: number; size: number },
  leafHash: Uint8Array,
  proof: readonly Uint8Array[],
): Uint8Array {
  refuseUnless(isSize(size) && isSize(index) && index < size, 'the index is outside of the tree')
  let first = index
  let second = size - 1
  let root = leafHash
  for (const sibling of proof) {
    refuseUnless(second > 0 && sibling.length === 32, 'the inclusion proof has the wrong length')
    if (isOdd(first) || first === second) {
      root = hashNode(sibling, root)
      while (!isOdd(first) && first !== 0) {
        first = halve(first)
        second = halve(second)
      }
    } else root = hashNode(root, sibling)
    first = halve(first)
    second = halve(second)
  }
  refuseUnless(second === 0, 'the inclusion proof has the wrong length')
  return root
}

export type Tree = { size: number; root: Uint8Array }

const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0
