import { randomUUID } from 'node:crypto'

import type { Database } from '#server/database/database.ts'
import { rateLimitTable, type RateLimitedAction } from '#server/rate-limits/rate-limit-table.ts'
import { donationRoutes } from '#server/routes/donation.ts'

import { openMoneyApp } from './money-app.ts'
import {
  behindProxy,
  createLimitedShell,
  openTestRateLimits,
  post,
  readError,
  solveChallenge,
} from './rate-limits.ts'

type Databases = { database: Database; owner: Database }
type DonationOptions = { to: string; email?: string; key?: string }

/** Donations behind real rate limits, with a fake payment provider and a clock that a test moves. */
export async function openLimitedDonations(
  { database, owner }: Databases,
  actions: readonly RateLimitedAction[] = rateLimitTable,
) {
  const money = await openMoneyApp({ database, owner })
  const { donations, provider, clock } = money
  const { abuseDetection, ...limits } = openTestRateLimits(database, {
    now: () => clock.now,
    actions,
  })
  const app = createLimitedShell(limits, behindProxy).route('/api/campaigns', donationRoutes(money))
  let donors = 0

  /** Starts a donation and solves a challenge if the server asks for one. */
  async function donate(from: string, options: DonationOptions) {
    const { to, email = `donor${++donors}@example.com`, key = randomUUID() } = options
    const send = (solution?: string) =>
      post(app, `/api/campaigns/${to}/donations`, {
        from,
        body: { amount: '5,000', email },
        headers: { 'idempotency-key': key },
        ...(solution !== undefined && { solution }),
      })
    const first = await send()
    if (first.status !== 429) return { status: first.status, wasChallenged: false }
    const { challenge } = await readError(first)
    if (!challenge) return { status: 429, wasChallenged: false }
    return { status: (await send(solveChallenge(challenge))).status, wasChallenged: true }
  }

  /** Reports the result of a payment, by default of the last one. */
  async function finish(result: 'paid' | 'failed', reference = provider.lastReference()) {
    if (result === 'paid') provider.pay(reference)
    else provider.updatePayment(reference, { status: 'failed' })
    await donations.verifyPayment(reference, 'check')
  }

  return { ...money, abuseDetection, donate, finish }
}
