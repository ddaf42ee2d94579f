import { daysLeft } from '#shared/day.ts'

import { hashRequest, replayOrClaim } from '../../platform/http/idempotency.ts'
import type { PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import { isFrozen } from '../ledger/frozen-campaign.ts'
import { joinRunningCall } from '../../platform/runtime/single-flight.ts'
import { openCheckout, type StartOutcome } from './checkout.ts'
import {
  claimAttempt,
  findAttempt,
  type Attempt,
  type DonationRequest,
  type EarlierAttempt,
} from './donation-attempt.ts'

/** Longer than the lease of an attempt, so that the claim of a process that crashed can be taken over. */
const waitMs = 35_000

export function donationStart(deps: PaymentDeps) {
  const once = joinRunningCall<StartOutcome>()

  return {
    /** Stores the donation before the provider is asked, so that the provider never knows a payment that we do not know. */
    startDonation(request: DonationRequest): Promise<StartOutcome> {
      const { campaign, donorUid, idempotencyKey, form } = request
      const scope = donorUid ?? ''
      const hashes = hashRequest(deps.sealing, 'donation', { scope, key: idempotencyKey, form })
      const [keyText, bodyText] = [hashes.keyHash.toString('hex'), hashes.bodyHash.toString('hex')]
      return once(`${campaign.id} ${keyText} ${bodyText}`, () =>
        start(deps, { ...request, ...hashes }),
      )
    },
  }
}

async function start(deps: PaymentDeps, attempt: Attempt): Promise<StartOutcome> {
  const outcome = await replayOrClaim<EarlierAttempt, StartOutcome>(attempt, waitMs, {
    find: () => findAttempt(deps, attempt),
    replay: toOutcome,
    isInProgress: ({ state, claimedUntil }) => state === 'created' && claimedUntil > deps.now(),
    // The provider holds nothing for a refused form, so that the donor may correct and resend it.
    isReplaceable: ({ state }) => state === 'refused',
    claimAndRun: async (earlier, hasWaited) => {
      if (hasWaited && earlier?.state === 'init_unknown') return { kind: 'unavailable' }
      if (isClosed(attempt, deps.now()) || (await isFrozen(deps.database, attempt.campaign.id)))
        return { kind: 'closed' }
      const donation = await claimAttempt(deps, attempt, earlier)
      return donation && openCheckout(deps, attempt, donation)
    },
  })
  return outcome ?? { kind: 'unavailable' }
}

function toOutcome({ state, refusal, url, accessCode }: EarlierAttempt): StartOutcome | undefined {
  if (state === 'refused') return { kind: 'refused', message: refusal ?? '' }
  return url === null ? undefined : { kind: 'started', url, accessCode }
}

function isClosed({ campaign: { endDate } }: Attempt, now: Date) {
  const left = daysLeft(endDate, now)
  return left !== null && left <= 0
}
