import { createHash } from 'node:crypto'

import { toWords } from '../../providers/content/search-text.ts'

const maxHashes = 48
const minShingles = 8

/**
 * A bottom-k sketch: the smallest hashes of all three-word shingles. The share of hashes that two texts have in common
 * estimates the share of common shingles at any length. Short texts have none, because they match by chance.
 */
export function toTextFingerprint(text: string): number[] {
  const words = toWords(text)
  const shingles = new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')))
  if (shingles.size < minShingles) return []
  return [...shingles]
    .map(toHash)
    .toSorted((one, other) => one - other)
    .slice(0, maxHashes)
}

function toHash(shingle: string): number {
  return createHash('sha256').update(shingle).digest().readUIntBE(0, 6)
}
