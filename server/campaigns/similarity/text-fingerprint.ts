import { createHash } from 'node:crypto'

import { plainText } from '../../providers/content/plain-text.ts'

const mostPrints = 48
const fewest = 8

/**
 * The least hashes of all runs of three words (a bottom-k sketch): of two texts they have the same share in common as the texts have of
 * their runs, whatever the length. Short texts give none: they are alike by chance.
 */
export function textPrint(text: string): number[] {
  const words = plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const runs = new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')))
  if (runs.size < fewest) return []
  return [...runs]
    .map(hashOf)
    .toSorted((one, other) => one - other)
    .slice(0, mostPrints)
}

function hashOf(run: string): number {
  return createHash('sha256').update(run).digest().readUIntBE(0, 6)
}
