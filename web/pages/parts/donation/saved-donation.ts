import { browserNames } from '#shared/browser-names.ts'
import { toSeconds } from '#shared/duration.ts'
import { formatNairaInText } from '#shared/money.ts'
import { parseNaira } from '#shared/parse-naira.ts'
import { savedDonationTerm } from '#shared/offline.ts'

import { readCookie } from '../../../api/cookies.ts'
import type { FormValues } from '../../../forms/form-result.ts'

/** A donation form that was sent and not answered yet. */
export type SavedDonation = {
  /** What was typed, and the idempotency key of the form. */
  values: FormValues
  /** The page of the form. */
  path: string
  /** The account that was logged in. Its donation is not sent for another one. */
  account: string | null
  savedAt: number
}

const key = browserNames.savedDonation
const maxAgeMs = toSeconds(savedDonationTerm) * 1_000

/**
 * Stores a donation before it is sent, so that it is sent again with the same key if the connection or the page ends. False if the browser
 * forbids storage, or another donation to the campaign waits.
 */
export function saveDonation(values: FormValues): boolean {
  const waiting = findSavedDonation(values['campaign'])
  if (waiting && waiting.values['idempotencyKey'] !== values['idempotencyKey']) return false
  const saved = { values, path: location.pathname, account: readAccount(), savedAt: Date.now() }
  return write([...listSavedDonations().filter((each) => !isSame(each, values)), saved])
}

export function forgetDonation(values: FormValues): void {
  write(listSavedDonations().filter((each) => !isSame(each, values)))
}

export function findSavedDonation(campaign: string | undefined): SavedDonation | undefined {
  return listSavedDonations().find(({ values }) => values['campaign'] === campaign)
}

/** Those of this account that are not too old. */
export function listSavedDonations(): SavedDonation[] {
  const account = readAccount()
  return read().filter((each) => each.account === account && Date.now() - each.savedAt < maxAgeMs)
}

/** Deletes what is too old or another account's. */
export function dropOldDonations(): void {
  if (read().length > 0) write(listSavedDonations())
}

/** Calls the listener when another tab saves or forgets a donation. Returns a function that unsubscribes it. */
export function watchSavedDonations(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** The amount as people read it. */
export function toAmount({ values: { amount = '' } }: SavedDonation): string {
  const naira = parseNaira(amount)
  return naira === undefined ? amount : formatNairaInText(naira)
}

const isSame = (saved: SavedDonation, values: FormValues) =>
  saved.values['campaign'] === values['campaign']

const readAccount = () => readCookie(browserNames.uid) ?? null

function read(): SavedDonation[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? (stored as SavedDonation[]) : []
  } catch {
    return []
  }
}

function write(donations: SavedDonation[]): boolean {
  try {
    if (donations.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(donations))
    return true
  } catch {
    return false
  }
}
