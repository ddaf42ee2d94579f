import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { campaignResponseSchema } from '#shared/campaign.ts'
import { campaignLedgerSchema } from '#shared/campaign-ledger.ts'
import { decodeLeaf } from '#shared/transparency/leaf.ts'
import { kobo } from '#shared/money.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'
import { ada } from '#test/support/people/people.ts'

import { sql } from '../platform/database/sql.ts'

const { database, owner } = await testDatabase()
const at = await openLogApp({ database, owner })
const campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2027-06-01' })
const path = `/api/campaigns/${campaign.slug}/ledger`

const read = async (after = 0, order = 'oldest') => {
  const response = await at.app.request(`${path}?after=${after}&order=${order}`)
  return z.parse(campaignLedgerSchema, await response.json())
}

beforeAll(async () => {
  const first = await at.donate('ola@example.com', {
    campaign,
    form: { name: 'Ola Ojo', message: 'Good luck' },
  })
  at.pass(60_000)
  await at.donate('tunde@example.com', { campaign, form: { amount: kobo(7_350_00) } })
  at.pass(86_400_000)
  await at.refund(first, kobo(1_000_00))
  await at.transparency.advance()
  await at.donate('sade@example.com', { campaign })
})

describe('/api/campaigns/:id/ledger', () => {
  it('lists every entry with running sums that end in the total of the page', async () => {
    const { entries, sums, next } = await read()
    const response = await at.app.request(`/api/campaigns/by-slug/${campaign.slug}`)
    const { raised } = z.parse(campaignResponseSchema, await response.json()).campaign

    expect(
      entries.map(({ place, kind, raised, total, leaf }) => [place, kind, raised, total, leaf]),
    ).toEqual([
      [1, 'charge', 5_000_00, 5_000_00, 1],
      [2, 'charge', 7_350_00, 12_350_00, 2],
      [3, 'refund', -1_000_00, 11_350_00, 3],
      [4, 'charge', 5_000_00, 16_350_00, null],
    ])
    expect(entries.at(-1)?.total).toBe(raised)
    expect(sums).toMatchObject({ entries: 4, raised })
    expect(sums.donor + sums.owner + sums.platform + sums.provider).toBe(0)
    expect(next).toBeNull()
  })

  it('says what the leaves of the log say', async () => {
    const leaves = await database.rows(
      z.object({ index: z.int(), leaf: z.instanceof(Buffer) }),
      sql`select leaf_index as index, leaf from log_leaf where effect_key not like 'payee:%' order by leaf_index`,
    )
    const { entries } = await read()
    for (const [position, { index, leaf: bytes }] of leaves.entries()) {
      const { place, sum, day, tag, refersTo, commitment, ...facts } = decodeLeaf(bytes)
      const entry = entries[position]
      expect(entry).toMatchObject({ ...facts, place, total: sum, leaf: index })
      expect(Date.parse(entry?.day ?? '')).toBe(day * 86_400_000)
      expect([tag.length, commitment.length, refersTo ?? 0]).toEqual([16, 32, expect.any(Number)])
    }
  })

  it('continues after a place', async () => {
    expect((await read(2)).entries.map(({ place, total }) => [place, total])).toEqual([
      [3, 11_350_00],
      [4, 16_350_00],
    ])
  })

  it('reads from the newest entry on with the same running sums', async () => {
    const newest = await read(0, 'newest')
    expect(newest.entries.map(({ place, total }) => [place, total])).toEqual([
      [4, 16_350_00],
      [3, 11_350_00],
      [2, 12_350_00],
      [1, 5_000_00],
    ])
    expect(newest.next).toBeNull()
    expect((await read(3, 'newest')).entries.map(({ place }) => place)).toEqual([2, 1])
  })

  it('offers all entries as a spreadsheet, and names no person in either form', async () => {
    const csv = await (await at.app.request(`${path}.csv`)).text()
    const lines = csv.trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[3]).toContain('-1000.00,11350.00,3')
    const json = await (await at.app.request(path)).text()
    const secrets = await owner.rows(
      z.object({ id: z.string(), reference: z.string(), transaction: z.string() }),
      sql`select donation_id as id, reference, transaction_id::text as transaction from ledger_entry join donation on id = donation_id`,
    )
    for (const text of [csv, json])
      for (const secret of [
        'Ola',
        'ola@',
        'Good luck',
        ada.uid,
        ...secrets.flatMap((row) => Object.values(row)),
      ])
        expect(text).not.toContain(secret)
  })
})
