import { setTimeout as pause } from 'node:timers/promises'

import { daysLeft } from '#shared/day.ts'

import { askForCheckout, type StartAnswer } from './checkout.ts'
import {
  claimAttempt,
  findAttempt,
  type Attempt,
  type DonationRequest,
  type KnownAttempt,
} from './donation-attempt.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'
import { isFrozen } from '../ledger/frozen-campaign.ts'
import { singleFlight } from '../runtime/single-flight.ts'

// Together longer than a claim lasts: whoever waits outlives a process that died at work.
const waitMs = 100
const waitTurns = 350

export function donationStart(parts: LedgerParts) {
  const once = singleFlight<StartAnswer>()

  return {
    /** Written down first, then asked for at the provider: what the provider knows, we know as well. */
    startDonation(request: DonationRequest): Promise<StartAnswer> {
      const { campaign, donorUid, key, form } = request
      const keyHash = parts.sealing.fingerprint('donation-key', `${donorUid ?? ''} ${key}`)
      const bodyHash = parts.sealing.fingerprint('donation-form', JSON.stringify(form))
      const flight = `${campaign.id} ${keyHash.toString('hex')} ${bodyHash.toString('hex')}`
      return once(flight, () => start(parts, { ...request, keyHash, bodyHash }))
    },
  }
}

async function start(parts: LedgerParts, attempt: Attempt): Promise<StartAnswer> {
  let waited = false
  for (let turn = 0; turn < waitTurns; turn++) {
    const known = await findAttempt(parts, attempt)
    const answer = known && answerOf(known, attempt)
    if (answer) return answer
    if (known && isAtWork(known, parts.now())) {
      waited = true
      await pause(waitMs)
      continue
    }
    if (waited && known?.state === 'init_unknown') return { kind: 'unavailable' }
    if (isClosed(attempt, parts.now()) || (await isFrozen(parts.database, attempt.campaign.id)))
      return { kind: 'closed' }
    const mine = await claimAttempt(parts, attempt, known)
    if (mine) return askForCheckout(parts, attempt, mine)
  }
  return { kind: 'unavailable' }
}

/** What a form that was sent before is answered. Undefined: it may be tried. */
function answerOf(known: KnownAttempt, { bodyHash }: Attempt): StartAnswer | undefined {
  const isSame = known.bodyHash.equals(bodyHash)
  // Refused means that nothing exists at the provider: the donor corrects the form and sends it again.
  if (known.state === 'refused')
    return isSame ? { kind: 'refused', message: known.refusal ?? '' } : undefined
  if (!isSame) return { kind: 'mismatch' }
  if (known.url === null) return undefined
  return { kind: 'started', url: known.url, receipt: known.receipt }
}

/** Another process is asking the provider right now, unless it died while it did. */
function isAtWork({ state, claimedUntil }: KnownAttempt, now: Date) {
  return state === 'created' && claimedUntil > now
}

function isClosed({ campaign: { endDate } }: Attempt, now: Date) {
  const left = daysLeft(endDate, now)
  return left !== null && left <= 0
}
