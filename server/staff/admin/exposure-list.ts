import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { holdStates, type Exposure, type PayoutHold } from '#shared/exposure.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { toPostings } from '../../money/ledger/chart.ts'
import { bookEntry, lockPosition, platformCampaign } from '../../money/ledger/book-entry.ts'
import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import type { exposures, ExposureCaps } from '../../money/payouts/exposure.ts'
import { listWaitingActs, mayAct } from '../../money/payouts/second-person.ts'
import { recordAction } from './audit-log.ts'

export type ExposureDeps = LedgerDeps & {
  caps: ExposureCaps
  /** Above this sum of a day a second admin is needed. */
  secondPersonAbove: Kobo
  exposures: Pick<ReturnType<typeof exposures>, 'listExposures'>
}

const holdRow = z.object({
  campaign: z.string(),
  subAccount: z.string(),
  state: z.enum(holdStates),
  reason: z.nullable(z.string()),
  seen: z.nullable(z.string()),
  inForceSince: z.nullable(z.date()),
  checkedAt: z.nullable(z.date()),
})
const receivableRow = z.object({ campaignId: z.string() })

/** What Ajo may lose by returns after payouts, and the payouts that are held. */
export function exposureList(deps: ExposureDeps) {
  const { database, mode, now, caps } = deps
  return {
    async read(): Promise<Exposure> {
      const rows = await deps.exposures.listExposures()
      return {
        total: kobo(rows.reduce((total, { exposure }) => total + exposure, 0)),
        caps: {
          perCampaign: kobo(caps.perCampaign),
          perOwner: kobo(caps.perOwner),
          inTotal: kobo(caps.inTotal),
        },
        campaigns: rows.slice(0, 100).map(({ campaignId, title, ...row }) => ({
          campaignId,
          title,
          receivable: kobo(row.receivable),
          undeducted: kobo(row.undeducted),
          open: kobo(row.open),
          available: kobo(row.available),
          exposure: kobo(row.exposure),
        })),
        holds: await listHolds(deps),
        waiting: (await listWaitingActs(database, now())).map(({ at, ...act }) => ({
          ...act,
          at: at.toISOString(),
        })),
      }
    },

    /** Undefined if the owner of the campaign owes nothing. */
    findReceivable: (campaignId: string) =>
      database.row(
        receivableRow,
        sql`select campaign_id as "campaignId" from campaign_total where mode = ${mode} and campaign_id = ${campaignId}
            group by campaign_id having sum(owner_receivable_kobo) > 0`,
      ),

    /**
     * Gives up what the owner owes or a part of it, which becomes the platform's loss, books what the owner paid back to Ajo's bank account, or
     * what Ajo paid in at the provider. False if it waits for a second admin.
     */
    book: (claim: Claim): Promise<boolean> =>
      database.transaction(async (queries) => {
        const { kind, campaignId = platformCampaign, uid, amount, document = '' } = claim
        const at = now()
        const { ownerReceivable } = await lockPosition(queries, { campaignId, mode })
        if (kind !== 'top_up' && ownerReceivable === 0) throw new Refused('already-resolved')
        if (kind !== 'top_up' && amount > ownerReceivable) throw new Refused('claim-changed')
        const { action, postings } = claims[kind]
        const reason = [document, claim.reason].filter(Boolean).join(': ')
        const limit = kind === 'write_off' ? deps.secondPersonAbove : kobo(0)
        const act = { name: action, campaignId: claim.campaignId ?? null, amount, uid, reason, at }
        if (!(await mayAct(queries, act, limit))) return false
        await bookEntry(deps, queries, {
          kind,
          effectKey: `${kind}:${mode}:${randomUUID()}`,
          campaignId,
          postings: postings(amount),
          memo: reason,
          effectiveAt: at,
          source: 'admin',
        })
        const subject = `campaign ${campaignId}`
        await recordAction(queries, { uid, action, subject, reason, at })
        return true
      }),
  }
}

const claims = {
  write_off: { action: 'write-off', postings: toPostings.writeOff },
  owner_repayment: { action: 'owner-repayment', postings: toPostings.ownerRepayment },
  top_up: { action: 'top-up', postings: toPostings.topUp },
} as const
type Claim = {
  kind: keyof typeof claims
  campaignId?: string
  uid: string
  reason: string
  amount: Kobo
  /** The number of the bank's statement or slip. */
  document?: string | undefined
}

async function listHolds({ database, mode }: LedgerDeps): Promise<PayoutHold[]> {
  const holds = await database.rows(
    holdRow,
    sql`select subject.title as campaign, sub_account_code as "subAccount", state, reason, seen,
          in_force_since as "inForceSince", checked_at as "checkedAt"
        from payout_hold hold
        cross join lateral (
          select campaign_title as title from donation where donation.campaign_id = hold.campaign_id limit 1) subject
        where mode = ${mode} and state <> 'released' order by state, requested_at limit 100`,
  )
  return holds.map((hold) => ({
    ...hold,
    inForceSince: hold.inForceSince?.toISOString() ?? null,
    checkedAt: hold.checkedAt?.toISOString() ?? null,
  }))
}
