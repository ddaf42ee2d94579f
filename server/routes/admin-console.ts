import { Hono } from 'hono'

import { searchQuerySchema } from '#shared/console.ts'

import type { AdminConsole } from '../staff/admin/console.ts'
import { parseInput, Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Refunds } from '../money/refunds/refunds.ts'

type ConsoleRouteDeps = {
  adminConsole: AdminConsole
  refunds: Pick<Refunds, 'findRefundableDonation'>
  content: Pick<ContentStore, 'findCampaign'>
}

/** /api/admin: totals, search, and a page for each donation, person and campaign. */
export function adminConsoleRoutes({ adminConsole, refunds, content }: ConsoleRouteDeps) {
  const findDonation = async (id: string) => {
    const donation = await refunds.findRefundableDonation(id)
    return donation?.foundBy === 'id' ? donation : undefined
  }
  return new Hono<Env>()
    .get('/totals', gate(may.readAdmin, noSubject), async (c) =>
      c.json(await adminConsole.readTotals()),
    )
    .get('/search', gate(may.searchConsole, noSubject), async (c) => {
      const { q } = parseInput(searchQuerySchema, c.req.query())
      const found = await adminConsole.search(q)
      c.set('readSubjects', { count: found.donations.length + found.people.length })
      return c.json(found)
    })
    .get('/donations/:id', gate(may.readDonationFile, findDonation), async (c) => {
      const { campaignId, id } = c.var.subject
      const file = await adminConsole.readDonation({ campaignId, id })
      if (!file) throw new Refused('not-found')
      return c.json(file)
    })
    .get('/people/:id', gate(may.readPersonFile, adminConsole.readPerson), (c) => {
      const { person } = c.var.subject
      c.set('readSubjects', person.kind === 'account' ? { uids: [person.id] } : { count: 1 })
      return c.json(c.var.subject)
    })
    .get('/campaigns/:id', gate(may.readCampaignFile, content.findCampaign), async (c) =>
      c.json(await adminConsole.readCampaign(c.var.subject)),
    )
}
