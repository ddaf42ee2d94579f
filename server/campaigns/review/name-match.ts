import type { NameMatch } from '#shared/review.ts'

import { plainText } from '../../providers/content/plain-text.ts'

/** How the name that a bank has for an account goes together with its owner's: banks write surnames first, shorten, and drop marks. */
export function nameMatch(accountName: string | null, ownerName: string): NameMatch {
  const bank = wordsOf(accountName ?? '')
  const owner = wordsOf(ownerName)
  if (bank.length === 0 || owner.length === 0) return 'unknown'
  const found = owner.filter((word) => bank.some((other) => isLike(word, other)))
  if (found.length === owner.length) return 'same'
  return found.length > 0 ? 'partly' : 'different'
}

function wordsOf(name: string): string[] {
  return plainText(name).match(/\p{L}+/gu) ?? []
}

function isLike(word: string, other: string): boolean {
  if (word === other) return true
  // An initial stands for the name.
  if (other.length === 1) return word.startsWith(other)
  return Math.min(word.length, other.length) >= 4 && differAtMostOnce(word, other)
}

/** One letter more, less or other. */
function differAtMostOnce(one: string, other: string): boolean {
  if (one.length > other.length) return differAtMostOnce(other, one)
  if (other.length - one.length > 1) return false
  const at = Array.from(one).findIndex((letter, index) => letter !== other[index])
  if (at < 0) return true
  return one.slice(one.length === other.length ? at + 1 : at) === other.slice(at + 1)
}
