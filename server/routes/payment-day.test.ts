import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { donationListSchema, donationDetailsSchema } from '#shared/donation.ts'
import { campaignLedgerSchema } from '#shared/campaign-ledger.ts'
import { campaignPayoutsSchema, receivedDonationsSchema } from '#shared/payouts.ts'
import { decodeLeaf } from '#shared/transparency/leaf.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'
import { ada, as, bola, createPerson } from '#test/support/people/people.ts'

import { sql } from '../platform/database/sql.ts'

const { database, owner } = await testDatabase()
const at = await openLogApp({ database, owner })
const organiser = await createPerson(database, ada)
const donor = await createPerson(database, bola)
const campaign = await insertCampaignBy(at.content, ada, 'approved')

/** Opens the form an hour before the payment. */
async function donate(paidAt: string) {
  at.clock.now = new Date(Date.parse(paidAt) - 3_600_000)
  const reference = await at.start('bola@example.com', { campaign, donorUid: bola.uid })
  at.provider.pay(reference, { paidAt: new Date(paidAt) })
  at.pass(2 * 3_600_000)
  await at.report(reference)
}
const get = async (path: string) => as(at.app, path.includes('given') ? donor : organiser)(path)
const readCsv = async (path: string) =>
  (await (await get(path)).text()).trim().split('\r\n').slice(1)

it('shows two payments around midnight of 31 December with one day and one year everywhere', async () => {
  // Lagos is an hour ahead of UTC: 23:30 on 31 December and 00:30 on 1 January. Both forms were opened on 31 December.
  await donate('2025-12-31T22:30:00.000Z')
  await donate('2025-12-31T23:30:00.000Z')
  await at.transparency.advance()
  const days = ['2025-12-31', '2026-01-01']
  const moments = ['2025-12-31T22:30:00.000Z', '2025-12-31T23:30:00.000Z']

  for (const path of [
    '/api/transactions/export.csv?tab=received',
    '/api/transactions/export.csv?tab=given',
    `/api/campaigns/${campaign.id}/donations.csv`,
  ])
    expect((await readCsv(path)).map((line) => line.split(',').slice(0, 2))).toEqual([
      ['2026-01-01', '00:30:00'],
      ['2025-12-31', '23:30:00'],
    ])

  const ledger = `/api/campaigns/${campaign.slug}/ledger`
  expect((await readCsv(`${ledger}.csv`)).map((line) => line.split(',')[1])).toEqual(days)
  const { entries } = z.parse(campaignLedgerSchema, await (await get(ledger)).json())
  expect(entries.map(({ day }) => day)).toEqual(days)
  const leaves = await owner.rows(
    z.object({ leaf: z.instanceof(Buffer) }),
    sql`select leaf from log_leaf where effect_key not like 'payee:%' order by leaf_index`,
  )
  expect(
    leaves.map(({ leaf }) =>
      new Date(decodeLeaf(leaf).day * 86_400_000).toISOString().slice(0, 10),
    ),
  ).toEqual(days)

  const sums = await (await get(`/api/campaigns/${campaign.id}/payouts`)).json()
  expect(z.parse(campaignPayoutsSchema, sums).days.map(({ day }) => day)).toEqual(days)
  const received = await (await get(`/api/campaigns/${campaign.id}/donations`)).json()
  expect(z.parse(receivedDonationsSchema, received).donations.map(({ paidAt }) => paidAt)).toEqual(
    moments.toReversed(),
  )

  const given = await (await get('/api/transactions?tab=given')).json()
  const { donations } = z.parse(donationListSchema, given)
  expect(donations.map(({ paidAt }) => paidAt)).toEqual(moments.toReversed())
  for (const { own, paidAt } of donations) {
    const path = `/api/donations/${own?.accessCode}`
    const details = z.parse(donationDetailsSchema, await (await get(path)).json())
    const year = paidAt === moments[0] ? '2025' : '2026'
    expect(details).toMatchObject({
      paidAt,
      receipt: { number: expect.stringMatching(`^${year}-`) },
    })
    const pdf = readPdfText(Buffer.from(await (await get(`${path}/receipt.pdf`)).arrayBuffer()))
    expect(pdf).toContain(
      year === '2025' ? '31 December 2025 at 23:30 (Lagos)' : '1 January 2026 at 00:30 (Lagos)',
    )
    const statement = await as(at.app, donor)(`/api/statements/${year}`)
    expect((await statement.json()) as object).toMatchObject({ donations: [{ donatedAt: paidAt }] })
  }
})

it.each([['1970-01-01T00:00:00.000Z'], ['2031-01-01T00:00:00.000Z']])(
  'books our own time for a payment that the provider dates %s',
  async (impossible) => {
    at.clock.now = new Date('2026-03-01T10:00:00.000Z')
    const reference = await at.start(`${impossible.slice(0, 4)}@example.com`, { campaign })
    at.provider.pay(reference, { paidAt: new Date(impossible) })
    at.pass(60_000)
    await at.report(reference)
    const [line] = await readCsv(`/api/campaigns/${campaign.id}/donations.csv`)
    expect(line?.split(',').slice(0, 2)).toEqual(['2026-03-01', '11:01:00'])
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  },
)
