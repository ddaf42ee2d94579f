import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { challengeCosts, type ChallengeCosts } from '#server/rate-limits/challenge.ts'
import type { RateLimitOptions } from '#server/rate-limits/rate-limits.ts'
import { donationRoutes } from '#server/routes/donation.ts'
import type { Challenge } from '#shared/challenge.ts'

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
type DonationOptions = {
  to: string
  email?: string
  key?: string
  readsMail?: boolean
  wait?: (seconds: number) => Promise<unknown>
}

/** Challenges that a test solves at once. */
export const cheapChallenges: ChallengeCosts = {
  ...challengeCosts,
  bits: { least: 1, most: 1 },
}

async function readNewestCode(owner: Database, email: string): Promise<string> {
  const mail = await owner.row(
    z.object({ text: z.string() }),
    sql`select text from mail_outbox where recipient = ${email} order by created_at desc limit 1`,
  )
  const [code] = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mail?.text ?? '') ?? []
  if (code === undefined) throw new Error(`no code was mailed to ${email}`)
  return code
}

/** Donations behind real rate limits, with a fake payment provider and a clock that a test moves. */
export async function openLimitedDonations(
  { database, owner }: Databases,
  options: Pick<RateLimitOptions, 'adjust' | 'challengeCosts'> = {},
) {
  const money = await openMoneyApp({ database, owner })
  const { donations, provider, clock } = money
  const { abuseDetection, ...limits } = openTestRateLimits(database, {
    now: () => clock.now,
    ...options,
  })
  const app = createLimitedShell(limits, behindProxy).route('/api/campaigns', donationRoutes(money))
  let donors = 0

  const read = async (response: Response) => ({
    status: response.status,
    error: response.ok ? undefined : await readError(response),
  })

  /** Starts a donation. Solves a challenge if the server asks for one, and enters the mailed code if the donor reads mails. */
  async function donate(from: string, options: DonationOptions) {
    const { to, email = `donor${++donors}@example.com`, key = randomUUID() } = options
    const send = async (form: { emailCode?: string }, solution?: string) =>
      read(
        await post(app, `/api/campaigns/${to}/donations`, {
          from,
          body: { amount: '5,000', email, ...form },
          headers: { 'idempotency-key': key },
          ...(solution !== undefined && { solution }),
        }),
      )
    let wasChallenged = false
    const solve = async (form: { emailCode?: string }) => {
      const first = await send(form)
      const challenge = first.error?.challenge
      if (!challenge) return first
      wasChallenged = true
      return send(form, await toSolution(challenge, options))
    }
    let last = await solve({})
    const wasAskedForCode = last.error?.code === 'email-code-required'
    if (wasAskedForCode && options.readsMail)
      last = await solve({ emailCode: await readNewestCode(owner, email) })
    return { status: last.status, wasChallenged, wasAskedForCode }
  }

  /** Without script, the donor waits instead. */
  async function toSolution(challenge: Challenge, { wait }: DonationOptions): Promise<string> {
    if (!wait) return solveChallenge(challenge)
    await wait(challenge.waitSeconds)
    return `${challenge.seed} waited`
  }

  /** Reports the result of a payment, by default of the last one. */
  async function finish(result: 'paid' | 'failed', reference = provider.lastReference()) {
    if (result === 'paid') provider.pay(reference)
    else provider.updatePayment(reference, { status: 'failed' })
    await donations.verifyPayment(reference, 'check')
  }

  return { ...money, abuseDetection, donate, finish }
}
