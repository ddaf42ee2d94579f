import { beforeAll, expect, it } from 'vitest'

import { testDatabase } from '#test/database.ts'
import { insertPaidDonations } from '#test/insert-donations.ts'
import { explain, recordQueries } from '#test/query-plans.ts'
import { testSealing as sealing } from '#test/sealing.ts'

import { receivedDonations } from './received-donations.ts'

const { database, owner } = await testDatabase()
const deps = { mode: 'sandbox' as const, now: () => new Date(), sealing }

beforeAll(() => insertPaidDonations(owner.pool, 5_000, 5_000))

it("reads a page of an organiser's list from an index, without sorting all donations of the campaign", async () => {
  const { database: recorded, executed } = recordQueries(database)
  const received = receivedDonations({ ...deps, database: recorded })
  const page = { campaignId: 'paid-0', limit: 20, reader: 'owner' } as const
  const { next } = await received.listReceived(page)
  expect(next).not.toBeNull()

  const nodes = (await Promise.all(executed.map((query) => explain(database, query)))).flat()
  expect(nodes.map((node) => node['Index Name'])).toContain('donation_of_campaign')
  const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
  // Tables without rows may be scanned.
  expect(scanned.map((node) => node['Relation Name'])).not.toContain('ledger_entry')
})
