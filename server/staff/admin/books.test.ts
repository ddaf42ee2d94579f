import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import { booksSchema } from '#shared/books.ts'
import { kobo } from '#shared/money.ts'
import { campaignPayoutsSchema } from '#shared/payouts.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, dada, type Person } from '#test/support/people/people.ts'

import { issueReceipt } from '../../money/receipts/receipts.ts'
import { openSigning } from '../../money/receipts/signing.ts'
import { sql } from '../../platform/database/sql.ts'
import { generateSigningKey } from '../../platform/runtime/files.ts'

const { at, database, owner, people } = await freshMoneyApp({ admin: dada, organiser: ada })
const { admin, organiser } = people
let campaign: StoredCampaign

beforeEach(async () => {
  campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-12-01' })
})

async function donate(email: string, amount = kobo(5_000_00)) {
  const started = await at.startDonation(email, { campaign, form: { amount } })
  at.provider.pay(started.reference, { paidAt: at.clock.now })
  return started
}
const book = (reference: string) => at.donations.verifyPayment(reference, 'webhook')

const ask = (person: Person, path: string, body?: object) =>
  as(at.app, person)(`/api${path}`, body ? { method: 'POST', body } : {})
const readBooks = async (from: string, to: string) => {
  const response = await ask(admin, `/admin/books?from=${from}&to=${to}`)
  return z.parse(booksSchema, await response.json())
}
const lock = async (until: string) =>
  (await ask(admin, '/admin/books/lock', { until, reason: 'Audited' })).status
async function readCsv(person: Person, path: string) {
  const [, ...lines] = (await (await ask(person, path)).text()).trim().split('\r\n')
  return lines.map((line) => line.split(','))
}
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const toKobo = (cell = '') => Math.round(Number(cell) * 100)

describe('the journal of a period', () => {
  it('balance, and the files say what the screen says', async () => {
    const april = await donate('one@example.com')
    await book(april.reference)
    at.clock.now = new Date('2026-06-10T09:00:00Z')
    const june = await donate('two@example.com', kobo(7_000_00))
    await book(june.reference)
    at.provider.addRefund(june.reference, { amount: kobo(1_000_00), status: 'processed' })
    await at.runTask('reconcile-reversals')

    const { accounts, postings, next } = await readBooks('2026-06-01', '2026-12-31')
    expect(next).toBeNull()
    for (const side of ['opening', 'closing'] as const)
      expect(sum(accounts.map((account) => account[side]))).toBe(0)
    expect(sum(accounts.map(({ debit }) => debit))).toBe(sum(accounts.map(({ credit }) => credit)))
    expect(accounts.find(({ account }) => account === 'providerBalance')?.opening).toBe(4_925_00)

    const query = 'from=2026-06-01&to=2026-12-31'
    const balance = await readCsv(admin, `/admin/books/trial-balance.csv?${query}`)
    expect(balance.map(([name, ...cells]) => [name, ...cells.map(toKobo)])).toEqual(
      accounts.map(({ account, opening, debit, credit, closing }) => [
        account,
        opening,
        debit,
        credit,
        closing,
      ]),
    )
    const journal = await readCsv(admin, `/admin/books/journal.csv?${query}`)
    expect(
      journal.map(([day, , , , , account, debit, credit]) => [
        day,
        account,
        toKobo(debit) - toKobo(credit),
      ]),
    ).toEqual(postings.map(({ postedOn, account, amount }) => [postedOn, account, amount]))
  })

  it('take what is reported after the lock into the open period', async () => {
    const early = await donate('early@example.com')
    await book(early.reference)
    const late = await donate('late@example.com')
    at.clock.now = new Date('2026-06-03T09:00:00Z')
    expect(await lock('2026-06-03')).toBe(400)
    expect(await lock('2026-05-31')).toBe(204)
    expect(await lock('2026-05-31')).toBe(400)
    const before = await readBooks('2026-05-01', '2026-05-31')

    await book(late.reference)
    expect(await readBooks('2026-05-01', '2026-05-31')).toEqual(before)
    const { postings, lockedUntil } = await readBooks('2026-06-01', '2026-06-30')
    expect(lockedUntil).toBe('2026-05-31')
    expect(new Set(postings.map(({ postedOn, movedOn }) => `${postedOn} ${movedOn}`))).toEqual(
      new Set(['2026-06-01 2026-05-01']),
    )
    const names = async () => (await at.ledger.checkLedger()).findings.map(({ name }) => name)
    expect(await names()).toEqual([])
    await owner.run(sql`
      update ledger_entry set posted_on = '2026-05-30' where posted_on = '2026-06-01'`)
    expect(await names()).toContain('a locked period has the sums with which it was locked')

    const log = await readCsv(admin, '/admin/books/audit-log.csv?from=2026-06-03&to=2026-06-03')
    expect(log.map(([day, , , action, item]) => [day, action, item])).toEqual([
      ['2026-06-03', 'lock-period', '2026-05-31'],
    ])
  })

  it('never lock while an entry is being booked', async () => {
    at.clock.now = new Date('2026-05-20T09:00:00Z')
    const payments = []
    for (let number = 0; number < 20; number++)
      payments.push(await donate(`donor${number}@example.com`))
    at.clock.now = new Date('2026-06-01T09:00:00Z')
    await Promise.all([
      ...payments.map(({ reference }) => book(reference)),
      lock('2026-05-30'),
      lock('2026-05-31'),
    ])
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})

describe('the serial numbers of receipts', () => {
  it('have no gap and no double when 64 are issued at once and some fail', async () => {
    const keys = []
    for (let number = 0; number < 64; number++) {
      const { reference, accessCode } = await donate(`donor${number}@example.com`)
      await book(reference)
      const found = await at.donations.findDonation(accessCode)
      keys.push({ campaignId: campaign.id, id: found?.id ?? '' })
    }
    const deps = {
      signing: openSigning(generateSigningKey()),
      now: () => at.clock.now,
    }
    const failing = keys.filter((_, index) => index % 8 === 0)
    await Promise.all([
      ...keys.map((key) => at.receipts.findReceipt(key)),
      ...failing.map((key) =>
        database
          .transaction(async (queries) => {
            await issueReceipt(deps, queries, key)
            throw new Error('the process was killed')
          })
          .catch(() => {}),
      ),
    ])
    const lines = await readCsv(admin, '/admin/books/receipts.csv?from=2026-05-01&to=2026-05-31')
    expect(lines.map(([serial]) => serial)).toEqual(
      keys.map((_, index) => `2026/${String(index + 1).padStart(6, '0')}`),
    )
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})

it('a payout lists its donations and what was deducted, and its lines add up to the bank’s', async () => {
  const [one, two] = [await donate('one@example.com'), await donate('two@example.com')]
  for (const { reference } of [one, two]) await book(reference)
  at.clock.now = new Date('2026-05-02T09:00:00Z')
  const total = kobo(2 * 4_924_00)
  at.provider.addRefund(one.reference, { amount: kobo(1_000_00), status: 'processed' })
  await at.runTask('reconcile-reversals')
  const { settlementId } = at.provider.addSettlement([one.reference, two.reference], {
    total,
    effective: kobo(total - 1_000_00),
  })
  await at.runTask('reconcile-settlements')

  const response = await ask(organiser, `/campaigns/${campaign.id}/payouts`)
  const { newest, payouts } = z.parse(campaignPayoutsSchema, await response.json())
  expect(newest).toMatchObject([
    {
      settlement: String(settlementId),
      gross: total,
      deducted: 1_000_00,
      net: payouts.paidOut,
      donations: 2,
    },
  ])
  const lines = await readCsv(organiser, `/campaigns/${campaign.id}/payouts.csv`)
  expect(lines.map(([, settlement, , what]) => [settlement, what])).toEqual([
    [String(settlementId), 'Donation'],
    [String(settlementId), 'Donation'],
    [String(settlementId), 'Refunds and disputes'],
  ])
  expect(sum(lines.map((line) => toKobo(line.at(-1))))).toBe(payouts.paidOut)
})
