import { refuseUnless } from './bytes.ts'
import { emptyRoot, hashNode } from './merkle.ts'

/** The leaves from `start` to before `end`. */
export type Range = { start: number; end: number }
/** The complete subtree of 2^height leaves that begins at leaf index · 2^height. */
export type Subtree = { height: number; index: number }
/** Answers the hash of a complete subtree. */
export type ReadSubtree = (subtree: Subtree) => Uint8Array

/** The complete subtrees that a tree of this size, or a range of a proof, consists of, from the left. */
export function splitRange({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = []
  let from = start
  while (from < end) {
    let height = 0
    while (from % 2 ** (height + 1) === 0 && from + 2 ** (height + 1) <= end) height++
    subtrees.push({ height, index: from / 2 ** height })
    from += 2 ** height
  }
  return subtrees
}

/** The hash of a range that is a node of a tree, whose last node may be incomplete. */
export function hashRange(range: Range, read: ReadSubtree): Uint8Array {
  return foldRight(splitRange(range).map(read))
}

const foldRight = (hashes: readonly Uint8Array[]) =>
  hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => hashNode(left, right))

/** The ranges whose hashes prove that leaf `index` is in the tree of the first `size` leaves, sibling of the leaf first. */
export function inclusionRanges(index: number, size: number): Range[] {
  refuseUnless(index >= 0 && index < size, 'the index is outside of the tree')
  const ranges: Range[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start)
    if (index < middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  return ranges.reverse()
}

function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

/** The hashes of the complete subtrees of a tree, from the left: all that is needed to add leaves. */
export type Frontier = { size: number; hashes: readonly Uint8Array[] }

export const emptyFrontier: Frontier = { size: 0, hashes: [] }
export const frontierRoot = ({ hashes }: Frontier) => foldRight(hashes)

/** Adds a leaf. `onComplete` is told every subtree that it completes, from the leaf up. */
export function addLeaf(
  { size, hashes }: Frontier,
  leafHash: Uint8Array,
  onComplete?: (subtree: Subtree, hash: Uint8Array) => void,
): Frontier {
  const rest = [...hashes]
  let hash = leafHash
  onComplete?.({ height: 0, index: size }, hash)
  let index = size
  for (let height = 1; index % 2 === 1; height++) {
    hash = hashNode(rest.pop() ?? emptyRoot, hash)
    index = (index - 1) / 2
    onComplete?.({ height, index }, hash)
  }
  return { size: size + 1, hashes: [...rest, hash] }
}
