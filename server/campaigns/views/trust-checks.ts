import * as z from 'zod/mini'

import { publicStatuses } from '#shared/campaign.ts'
import { lagosDay } from '#shared/day.ts'
import { toFullName } from '#shared/full-name.ts'
import { isInstitution, payeeKinds, payeeStates } from '#shared/payee.ts'
import type { Trust } from '#shared/trust.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { countKeepers } from '../members/members.ts'
import { matchNames } from '../payee/name-match.ts'
import type { CampaignResponses } from './campaign-response.ts'

type Deps = {
  database: Database
  content: Pick<ContentStore, 'listCampaigns'>
  responses: Pick<CampaignResponses, 'toList'>
}

const checksRow = z.object({
  kind: z.nullable(z.enum(payeeKinds)),
  name: z.nullable(z.string()),
  state: z.nullable(z.enum(payeeStates)),
  answeredAt: z.nullable(z.date()),
  confirmedName: z.nullable(z.string()),
  confirmedAt: z.nullable(z.date()),
  approvedAt: z.nullable(z.date()),
  documents: z.int(),
  accountSince: z.nullable(z.date()),
  keepers: z.int(),
})
type Checks = z.output<typeof checksRow>

/** More than one organiser can have in years. */
const mostCampaigns = 100

/** What donors may read about a campaign's checks. Derived on each read, so that a statement ends with its check. */
export function openTrustChecks({ database, content, responses }: Deps) {
  return {
    async find(campaign: StoredCampaign): Promise<Trust> {
      const [checks, earlierCampaigns] = await Promise.all([
        database.row(checksRow, selectChecks(campaign)),
        listEarlier(campaign),
      ])
      if (!checks) throw new Error('the checks have no row')
      return { ...toTrust(campaign, checks), earlierCampaigns }
    },
  }

  async function listEarlier({ id, ownerUid, createdAt }: StoredCampaign) {
    const page = await content.listCampaigns({ ownerUid }, { limit: mostCampaigns })
    const campaigns = page.campaigns.filter(
      (one) => one.id !== id && one.createdAt < createdAt && publicStatuses.includes(one.status),
    )
    const list = await responses.toList({ ...page, campaigns })
    return list.campaigns.map(({ slug, title, status, daysLeft, raised, goal }) => ({
      slug,
      title,
      status: status === 'approved' && (daysLeft ?? 1) <= 0 ? 'ended' : status,
      raised,
      goal,
    }))
  }
}

/** An approval of two follows the endorsement of another reviewer, and any event between them voids it. */
const selectChecks = ({ id, ownerUid, bankAccount }: StoredCampaign): Sql => sql`
  with event as (
    select event, actor_uid, at, lag(event) over w as before, lag(actor_uid) over w as endorsed_by,
      lag(at) over w as endorsed_at
    from campaign_history where campaign_id = ${id} window w as (order by at)
  ), approval as (
    select at, endorsed_at from event
    where event in ('approve', 'change-approve') and before in ('endorse', 'change-endorse') and endorsed_by <> actor_uid
    order by at desc limit 1
  )
  select payee.kind, payee.name, payee.state, payee.answered_at as "answeredAt", payee.confirmed_name as "confirmedName",
    payee.confirmed_at as "confirmedAt", approval.at as "approvedAt",
    (select count(*) from campaign_document document where document.campaign_id = ${id}
      and document.stored_at <= approval.endorsed_at and document.deleted_at is null) as documents,
    (select created_at from account where uid = ${ownerUid}) as "accountSince",
    ${countKeepers(id)} as keepers
  from (select 1) one
  left join campaign_payee payee
    on payee.campaign_id = ${id} and payee.sub_account_code = ${bankAccount.subAccountCode}
  left join approval on true`

function toTrust({ owner }: StoredCampaign, checks: Checks): Omit<Trust, 'earlierCampaigns'> {
  const { kind, name, state, documents, approvedAt, accountSince, keepers } = checks
  const isOwnName =
    kind === 'self' && matchNames(checks.confirmedName, toFullName(owner)) === 'same'
  const hasAgreed = kind === 'person' && state === 'confirmed'
  return {
    payee: kind && { kind, name: isInstitution(kind) ? name : null },
    bankNameMatchedOn: isOwnName ? toDay(checks.confirmedAt) : null,
    payeeAgreedOn: hasAgreed ? toDay(checks.answeredAt) : null,
    documents:
      approvedAt && documents > 0 ? { count: documents, approvedOn: lagosDay(approvedAt) } : null,
    accountSince: toDay(accountSince),
    keepers,
  }
}

const toDay = (time: Date | null) => time && lagosDay(time)
