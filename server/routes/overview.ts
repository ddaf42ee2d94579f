import { Hono } from 'hono'

import type { Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import type { Ledger } from '../ledger/ledger.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

/** GET /api/overview: an account's figures, with campaigns of every status; for visitors the platform's, with approved campaigns (readings P9, M4). */
export function overviewRoutes({ content, ledger }: { content: ContentStore; ledger: Ledger }) {
  return new Hono<Env>().get('/', gate(may.readOverview, noSubject), async (c) => {
    const { actor } = c.var
    if (actor.kind !== 'user') {
      const [{ raised: donations, donors }, campaigns] = await Promise.all([
        ledger.platformTotals(),
        content.countCampaigns({ status: 'approved' }),
      ])
      return c.json({ scope: 'platform' as const, donations, donors, campaigns })
    }
    const [{ raised: donations, donors }, campaigns] = await Promise.all([
      ledger.ownerTotals(actor.uid),
      content.countCampaigns({ ownerUid: actor.uid }),
    ])
    return c.json({ scope: 'account' as const, donations, donors, campaigns })
  })
}
