import type { NameMatch } from '#shared/review.ts'

import { toSearchText } from '../../providers/content/search-text.ts'

/** Compares the bank's account name with the owner's. Banks put surnames first, abbreviate, and leave out tone marks. */
export function matchNames(accountName: string | null, ownerName: string): NameMatch {
  const bank = toNames(accountName ?? '')
  const owner = toNames(ownerName)
  if (bank.length === 0 || owner.length === 0) return 'unknown'
  const found = owner.filter((name) => bank.some((other) => isSimilar(name, other)))
  if (found.length === owner.length) return 'same'
  return found.length > 0 ? 'partly' : 'different'
}

function toNames(text: string): string[] {
  return toSearchText(text).match(/\p{L}+/gu) ?? []
}

function isSimilar(name: string, bankName: string): boolean {
  if (name === bankName) return true
  const isInitial = bankName.length === 1
  if (isInitial) return name.startsWith(bankName)
  return Math.min(name.length, bankName.length) >= 4 && hasOneEdit(name, bankName)
}

/** True when one inserted, deleted or replaced letter turns one name into the other. */
function hasOneEdit(one: string, other: string): boolean {
  if (one.length > other.length) return hasOneEdit(other, one)
  if (other.length - one.length > 1) return false
  const at = Array.from(one).findIndex((letter, index) => letter !== other[index])
  if (at < 0) return true
  return one.slice(one.length === other.length ? at + 1 : at) === other.slice(at + 1)
}
