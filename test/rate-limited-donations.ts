import { randomUUID } from 'node:crypto'

import type { Database } from '#server/database/database.ts'
import { limitedActions, type LimitedAction } from '#server/rate-limits/limit-table.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { donationRoutes } from '#server/routes/donation.ts'

import { testLedger } from './ledger.ts'
import { behindProxy, errorOf, limitedShell, limitsOn, post, solvePuzzle } from './rate-limits.ts'

type Given = { to: string; email?: string; key?: string }

/** Donations behind the limits, with the provider's edge in our hands. */
export function limitedGiving(
  database: Database,
  actions: readonly LimitedAction[] = limitedActions,
) {
  const money = testLedger(database)
  const { ledger, provider } = money
  const content = embeddedContent(database)
  const limits = limitsOn(database, { now: money.parts.now, actions })
  const app = limitedShell(limits, behindProxy).route(
    '/api/campaigns',
    donationRoutes({ content, ledger }),
  )
  let people = 0

  /** Begins a donation, and solves a puzzle where one is asked for. */
  async function begin(from: string, given: Given) {
    const { to, email = `donor${++people}@example.com`, key = randomUUID() } = given
    const path = `/api/campaigns/${to}/donations`
    const send = (puzzle?: string) =>
      post(app, path, {
        from,
        body: { amount: '5,000', email },
        headers: { 'idempotency-key': key },
        ...(puzzle !== undefined && { puzzle }),
      })
    const first = await send()
    if (first.status !== 429) return { status: first.status, wasAsked: false }
    const { puzzle } = await errorOf(first)
    if (!puzzle) return { status: 429, wasAsked: false }
    return { status: (await send(solvePuzzle(puzzle))).status, wasAsked: true }
  }

  /** The donor's card, and the provider's word about it. */
  async function end(how: 'pays' | 'fails', reference = provider.lastReference()) {
    if (how === 'pays') provider.pays(reference)
    else provider.becomes(reference, { status: 'failed' })
    await ledger.verifyPayment(reference, 'check')
  }

  return { ...money, limits, begin, end }
}
