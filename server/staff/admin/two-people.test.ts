import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { quarantineSchema } from '#shared/admin.ts'
import { exposureSchema } from '#shared/exposure.ts'
import { kobo } from '#shared/money.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { campaignOfAda, listBalances } from '#test/support/money/ledger.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, chidi, createPerson, dada, type Person } from '#test/support/people/people.ts'

import { settlementInvariants } from '../../money/ledger/ledger-check.ts'
import { payoutSummary } from '../../money/payouts/payouts.ts'

const { at, database, people } = await freshMoneyApp({ one: dada })
const { one } = people
const reason = 'The bank confirmed it'
let two: Person

beforeEach(async () => {
  two = await createPerson(database, { ...chidi, roles: ['admin'] })
})

const post = async (person: Person, path: string, body: object = {}) => {
  const headers = { 'idempotency-key': randomUUID() }
  const request = { method: 'POST', body: { reason, ...body }, headers } as const
  return (await as(at.app, person)(`/api${path}`, request)).status
}
const read = async () => {
  const response = await as(at.app, one)('/api/admin/exposure')
  return z.parse(exposureSchema, await response.json())
}

/** The organiser was paid, all was refunded, and nothing covers it. */
async function oweMillion() {
  const reference = await at.donate('donor@example.com', { form: { amount: kobo(1_000_000_00) } })
  const share = kobo(984_999_00)
  at.provider.addSettlement([reference], { total: share, effective: share })
  await at.runTask('reconcile-settlements')
  at.provider.addRefund(reference, { amount: kobo(1_000_000_00), status: 'processed' })
  await at.runTask('reconcile-reversals')
}
const receivable = `/admin/receivables/${campaignOfAda.id}`
const deps = () => ({ database, mode: at.payments.mode, now: () => at.clock.now })
const readPosition = async () => (await payoutSummary(deps(), campaignOfAda.id)).payouts
/** The provider of these tests has no list of what was paid in. */
const ownRecords = new Set(settlementInvariants.flatMap(({ names }) => names))
const findFindings = async () =>
  (await at.ledger.checkLedger()).findings.filter(({ name }) => !ownRecords.has(name))

describe('a debt', () => {
  beforeEach(oweMillion)

  it('is written off in parts, above a sum of a day by two admins', async () => {
    expect(await post(one, `${receivable}/write-off`, { amount: '400,000' })).toBe(204)
    expect((await readPosition()).owedBack).toBe(600_000_00)

    const rest = { amount: '600,000' }
    expect(await post(one, `${receivable}/write-off`, rest)).toBe(202)
    expect(await post(one, `${receivable}/write-off`, rest)).toBe(202)
    expect((await read()).waiting).toMatchObject([
      { action: 'write-off', campaign: 'A well for Ife', amount: 600_000_00, reason },
    ])
    expect((await readPosition()).owedBack).toBe(600_000_00)
    expect(await post(two, `${receivable}/write-off`, rest)).toBe(204)
    expect((await read()).waiting).toEqual([])
    expect((await readPosition()).owedBack).toBe(0)
    expect(await findFindings()).toEqual([])
  })

  it('needs two admins for many small parts as for a large one', async () => {
    const answers = []
    for (let part = 0; part < 6; part++)
      answers.push(await post(one, `${receivable}/write-off`, { amount: '100,000' }))
    expect(answers).toEqual([204, 204, 204, 204, 204, 202])
  })

  it('is given up once when 64 admins’ requests arrive at the same time', async () => {
    Object.assign(at, await at.openAnother({ env: { RATE_LIMITS: 'off' } }))
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        post(index % 2 ? one : two, `${receivable}/write-off`, { amount: '1,000,000' }),
      ),
    )
    expect(answers.filter((status) => status === 204)).toHaveLength(1)
    expect((await readPosition()).owedBack).toBe(0)
  })

  it('is paid back by the organiser, with a document and two admins', async () => {
    const { paidOut } = await readPosition()
    const form = { amount: '250,000', document: 'Slip 17' }
    expect(await post(one, `${receivable}/repayment`, { amount: '250,000' })).toBe(400)
    expect(await post(one, `${receivable}/repayment`, form)).toBe(202)
    expect(await post(two, `${receivable}/repayment`, form)).toBe(204)
    expect(await readPosition()).toMatchObject({
      owedBack: 750_000_00,
      paidOut: paidOut - 250_000_00,
    })
    expect(await listBalances(database)).toMatchObject({ platformBank: 250_000_00 })
    expect(await post(two, `${receivable}/repayment`, { ...form, amount: '800,000' })).toBe(409)
    expect(await findFindings()).toEqual([])
  })
})

describe('money that Ajo pays in at the provider', () => {
  it('is booked by two admins', async () => {
    const form = { amount: '5,000', document: 'Slip 18' }
    expect(await post(one, '/admin/top-ups', form)).toBe(202)
    expect(await post(two, '/admin/top-ups', form)).toBe(204)
    expect(await listBalances(database)).toMatchObject({
      providerBalance: 5_000_00,
      platformBank: -5_000_00,
    })
    expect(await findFindings()).toEqual([])
    // The same sum again is another payment, which needs two admins again.
    expect(await post(two, '/admin/top-ups', form)).toBe(202)
  })
})

describe('a large payment on hold', () => {
  it.each(['refund', 'dismiss'])('needs two admins to %s', async (resolution) => {
    await at.donate(
      'donor@example.com',
      { form: { amount: kobo(900_000_00) } },
      { amount: kobo(600_000_00), requestedAmount: kobo(600_000_00) },
    )
    const response = await as(at.app, one)('/api/admin/quarantine')
    const { quarantine } = z.parse(quarantineSchema, await response.json())
    const path = `/admin/quarantine/${quarantine[0]?.id}/${resolution}`
    expect(await post(one, path)).toBe(202)
    expect(await post(two, path)).toBe(204)
  })
})

it('cancels a campaign that raised much only when two admins do', async () => {
  const campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-12-01' })
  const form = { amount: kobo(1_000_000_00) }
  await at.donate('donor@example.com', { campaign, form })
  const cancel = (person: Person) => post(person, `/campaigns/${campaign.id}/cancel`)
  const readStatus = async () => (await at.content.findCampaign(campaign.id))?.status

  expect([await cancel(one), await cancel(one), await readStatus()]).toEqual([202, 202, 'approved'])
  expect((await read()).waiting.map(({ action }) => action)).toEqual(['cancel'])
  expect([await cancel(two), await readStatus()]).toEqual([204, 'cancelled'])
})
