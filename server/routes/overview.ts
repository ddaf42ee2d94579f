import { Hono } from 'hono'

import type { Env } from '../http/context.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

/** GET /api/overview: one's own figures, in every status; the platform's for a visitor, approved campaigns only (readings P9, M4). */
export function overviewRoutes({ content, ledger }: { content: ContentStore; ledger: Ledger }) {
  return new Hono<Env>().get('/', gate(may.readOverview, nothing), async (c) => {
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
