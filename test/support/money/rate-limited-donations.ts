import { randomUUID } from 'node:crypto'

import type { Database } from '#server/platform/database/database.ts'
import { challengeCosts, type ChallengeCosts } from '#server/platform/rate-limits/proofs.ts'
import type { RateLimitOptions } from '#server/platform/rate-limits/rate-limits.ts'
import { donationRoutes } from '#server/routes/donation.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import {
  behindProxy,
  createLimitedShell,
  openTestRateLimits,
  post,
  readError,
  solveChallenge,
} from '#test/support/servers/rate-limits.ts'

type Databases = { database: Database; owner: Database }
type DonationOptions = {
  to: string
  email?: string
  key?: string
  readsMail?: boolean
}
type SentForm = { to: string; email: string; key: string; emailCode?: string; solution?: string }

/** Bits that a challenge of the tests lacks, so that it is solved at once. */
export const savedBits = 15
export const cheapChallenges: ChallengeCosts = {
  ...challengeCosts,
  bits: {
    least: challengeCosts.bits.least - savedBits,
    most: challengeCosts.bits.most - savedBits,
  },
}

async function readNewestCode(owner: Database, email: string): Promise<string> {
  const mail = (await listMails(owner, email)).at(-1)
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

  /** Sends the form once. */
  async function send(from: string, { to, email, key, emailCode, solution }: SentForm) {
    const response = await post(app, `/api/campaigns/${to}/donations`, {
      from,
      body: { amount: '5,000', email, ...(emailCode !== undefined && { emailCode }) },
      headers: { 'idempotency-key': key },
      ...(solution !== undefined && { solution }),
    })
    const error = response.ok ? undefined : await readError(response)
    return { status: response.status, error }
  }

  /** Starts a donation. Solves a challenge if the server asks for one, and enters the mailed code if the donor reads mails. */
  async function donate(from: string, options: DonationOptions) {
    const { to, email = `donor${++donors}@example.com`, key = randomUUID() } = options
    let wasChallenged = false
    const solve = async (form: SentForm) => {
      const first = await send(from, form)
      const challenge = first.error?.challenge
      if (!challenge) return first
      wasChallenged = true
      return send(from, { ...form, solution: solveChallenge(challenge) })
    }
    let last = await solve({ to, email, key })
    const wasAskedForCode = last.error?.code === 'email-code-required'
    if (wasAskedForCode && options.readsMail)
      last = await solve({ to, email, key, emailCode: await readNewestCode(owner, email) })
    return { status: last.status, wasChallenged, wasAskedForCode }
  }

  /** Reports the result of a payment, by default of the last one. */
  async function finish(result: 'paid' | 'failed', reference = provider.lastReference()) {
    if (result === 'paid') provider.pay(reference)
    else provider.updatePayment(reference, { status: 'failed' })
    await donations.verifyPayment(reference, 'check')
  }

  const readCode = (email: string) => readNewestCode(owner, email)
  return { ...money, abuseDetection, send, donate, finish, readCode }
}
