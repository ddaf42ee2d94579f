import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { insertReport } from '#server/staff/moderation/reports.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'

import type { Role } from './matrix-roles.ts'

export type ModerationCases = { ownersCase: number; reviewersCase: number; ownersAppeal: number }

export type CampaignName =
  | 'owners'
  | 'ownersPending'
  | 'otherOwners'
  | 'reviewersPending'
  | 'frozen'
  | 'takenDown'

type Campaigns = Record<CampaignName, { id: string }>
type People = Record<Role, { uid: string; email: string } | undefined>
type World = { people: People; campaigns: Campaigns }

const found = z.object({ id: z.int() })

/**
 * Cases about the owner's and a reviewer's campaign, an appeal about a frozen one, and the relations of reviewers to the owner's
 * campaigns: one approved, one gave to, and one reported them.
 */
export async function insertModerationCases(
  owner: Database,
  sealing: Sealing,
  { people, campaigns }: World,
): Promise<ModerationCases> {
  const { owners, ownersPending, reviewersPending, frozen, takenDown } = campaigns
  const uid = (role: Role) => people[role]?.uid ?? ''
  const report = (campaign: { id: string }, ownerUid: string, reporterUid: string | null) =>
    insertReport(owner, {
      id: randomUUID(),
      campaign: { ...campaign, title: 'A well for Ife', ownerUid },
      reason: 'fraud',
      details: 'The pictures are of another village.',
      at: new Date(),
      reporter: {
        uid: reporterUid,
        reference: `R-${randomUUID()}`,
        language: 'en',
        emailSealed: null,
      },
    })

  await owner.run(sql`
    insert into scheduled_decision (campaign_id, id, reviewer_uid, decision, created_at, effective_at)
    values (${frozen.id}, ${randomUUID()}, ${uid('reviewer')}, '{"event": "approve", "version": 0}', now(), now())`)
  const donorKey = sealing.fingerprint('donor', people.reviewerWhoDonated?.email ?? '')
  for (const campaign of [owners, ownersPending, frozen, takenDown]) {
    await report(campaign, uid('owner'), uid('reviewerWhoReported'))
    await owner.run(sql`
      insert into campaign_donor (campaign_id, mode, donor_key, donations)
      values (${campaign.id}, 'sandbox', ${donorKey}, 1)`)
  }
  await report(reviewersPending, uid('reviewerWhoOwns'), null)
  for (const campaign of [owners, frozen, takenDown])
    await owner.run(sql`
      insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, at)
      values (${campaign.id}, ${randomUUID()}, 'approve', 'pending', 'approved', ${uid('reviewerWhoApproved')}, now())`)

  for (const { id } of [frozen, takenDown])
    await owner.run(sql`
      insert into campaign_freeze (campaign_id, reason, actor_uid, at) values (${id}, 'A question', 'someone', now())`)
  await owner.run(sql`
    insert into moderation_decision (
      campaign_id, case_id, kind, ground, public_reason, reason, report_reasons, actor_uid, at, status_before)
    select campaign_id, id, 'freeze', null, null, 'Please show the clinic.', '{fraud}'::text[], 'someone', opened_at, null
      from moderation_case where campaign_id = ${frozen.id}
    union all select campaign_id, id, 'takedown', 'fraud', 'The pictures are stolen.', 'You stole the pictures.', '{fraud}'::text[],
      'someone', opened_at, 'approved' from moderation_case where campaign_id = ${takenDown.id}`)
  const appeal = await owner.row(
    found,
    sql`insert into moderation_appeal (campaign_id, owner_uid, kind, decided_by, decided_at, text, at)
      select campaign_id, ${uid('owner')}, kind, actor_uid, at, 'This is our clinic.', now()
      from moderation_decision where campaign_id = ${frozen.id} returning id`,
  )
  const findCase = async ({ id }: { id: string }) =>
    (await owner.row(found, sql`select id from moderation_case where campaign_id = ${id}`))?.id ?? 0
  return {
    ownersCase: await findCase(owners),
    reviewersCase: await findCase(reviewersPending),
    ownersAppeal: appeal?.id ?? 0,
  }
}
