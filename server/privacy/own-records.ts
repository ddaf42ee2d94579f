import * as z from 'zod/mini'

import { campaignEvents, changeStatuses, fieldChangesSchema } from '#shared/campaign-history.ts'

import { doerOfEvent } from '../campaigns/lifecycle/lifecycle.ts'
import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'

/** Whom the records are about. Mails are found by an address, and nobody has one before it is confirmed. */
export type Subject = {
  uid: string
  confirmedEmail: string | null
  campaignIds: readonly string[]
  subAccountCodes: readonly string[]
}

/** What our own tables hold about a person beside their account, campaigns and gifts, under the names that they are given it by. */
export async function ownRecords(queries: Queries, subject: Subject) {
  const lists: { [Name in keyof typeof records]?: unknown[] } = {}
  for (const name of names) {
    const { row, of } = records[name]
    lists[name] = await queries.rows<z.ZodMiniType>(row, of(subject))
  }
  return lists
}

type List = { row: z.ZodMiniType; of: (subject: Subject) => Sql }

const records = {
  roles: {
    row: z.object({ role: z.string(), grantedAt: z.date() }),
    of: ({ uid }) => sql`
      select role, granted_at as "grantedAt" from account_role where uid = ${uid} order by role`,
  },
  secondFactor: {
    row: z.object({ confirmedAt: z.nullable(z.date()), recoveryCodesLeft: z.int() }),
    of: ({ uid }) => sql`
      select confirmed_at as "confirmedAt",
        (select count(*)::integer from recovery_code code where code.uid = held.uid) as "recoveryCodesLeft"
      from second_factor held where uid = ${uid}`,
  },
  codes: {
    row: z.object({ purpose: z.string(), newEmail: z.nullable(z.string()), expiresAt: z.date() }),
    of: ({ uid }) => sql`
      select purpose, new_email as "newEmail", expires_at as "expiresAt" from action_code
      where uid = ${uid} order by purpose`,
  },
  devices: {
    row: z.object({ seenAt: z.date() }),
    of: ({ uid }) => sql`
      select seen_at as "seenAt" from known_device where uid = ${uid} order by seen_at`,
  },
  mails: {
    row: z.object({ subject: z.string(), createdAt: z.date(), sentAt: z.nullable(z.date()) }),
    of: ({ confirmedEmail }) => sql`
      select subject, created_at as "createdAt", sent_at as "sentAt" from mail_outbox
      where recipient = ${confirmedEmail} order by created_at`,
  },
  feedback: {
    row: z.object({ email: z.string(), feedback: z.string(), createdAt: z.date() }),
    of: ({ uid }) => sql`
      select email, feedback, created_at as "createdAt" from feedback
      where uid = ${uid} order by created_at`,
  },
  pictures: {
    row: z.object({ id: z.string(), sentAt: z.date() }),
    of: ({ uid }) => sql`
      select image_id as id, created_at as "sentAt" from image_upload
      where owner_uid = ${uid} order by created_at`,
  },
  /** Who reviewed is not theirs to know: they read that it was a reviewer. */
  campaignHistory: {
    row: z.pipe(
      z.object({
        campaignId: z.string(),
        event: z.enum(campaignEvents),
        reason: z.nullable(z.string()),
        at: z.date(),
      }),
      z.transform((move) => ({ ...move, by: doerOfEvent(move.event) })),
    ),
    of: ({ campaignIds }) => sql`
      select campaign_id as "campaignId", event, reason, at from campaign_history
      where campaign_id = any(${campaignIds}) order by at, id`,
  },
  campaignEdits: {
    row: z.object({ campaignId: z.string(), changes: fieldChangesSchema, at: z.date() }),
    of: ({ campaignIds }) => sql`
      select campaign_id as "campaignId", changes, at from campaign_edit
      where campaign_id = any(${campaignIds}) order by at, id`,
  },
  campaignChanges: {
    row: z.object({
      campaignId: z.string(),
      status: z.enum(changeStatuses),
      proposed: z.record(z.string(), z.unknown()),
      at: z.date(),
    }),
    of: ({ campaignIds }) => sql`
      select campaign_id as "campaignId", status, proposed #- '{bankAccount,subAccountCode}' as proposed, at
      from campaign_change where campaign_id = any(${campaignIds}) order by at`,
  },
  bankAccountHolders: {
    row: z.object({ name: z.string() }),
    of: ({ subAccountCodes }) => sql`
      select distinct name from account_holder
      where sub_account_code = any(${subAccountCodes}) order by name`,
  },
  thanks: {
    row: z.object({
      campaignId: z.string(),
      message: z.string(),
      recipients: z.int(),
      createdAt: z.date(),
    }),
    of: ({ campaignIds }) => sql`
      select campaign_id as "campaignId", message, recipients, created_at as "createdAt" from thanks
      where campaign_id = any(${campaignIds}) order by created_at`,
  },
  refundRequests: {
    row: z.object({
      campaignId: z.string(),
      askedAs: z.string(),
      amountKobo: z.int(),
      reason: z.string(),
      state: z.string(),
      createdAt: z.date(),
    }),
    of: ({ uid }) => sql`
      select campaign_id as "campaignId", asked_by as "askedAs", amount_kobo as "amountKobo", reason, state,
        created_at as "createdAt"
      from refund_request where asked_uid = ${uid} order by created_at`,
  },
  reports: {
    row: z.object({
      campaignId: z.string(),
      reason: z.string(),
      details: z.string(),
      at: z.date(),
      settledAt: z.nullable(z.date()),
    }),
    of: ({ uid }) => sql`
      select campaign_id as "campaignId", reason, details, at, settled_at as "settledAt" from campaign_report
      where reporter_uid = ${uid} order by at`,
  },
  /** What they did with the campaigns of others, and at the operator's desk. */
  deeds: {
    row: z.object({
      deed: z.string(),
      campaignId: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      at: z.date(),
    }),
    of: ({ uid, campaignIds }) => sql`
      select event as deed, campaign_id as "campaignId", reason, at from campaign_history
      where actor_uid = ${uid} and campaign_id <> all(${campaignIds})
      union all
      select 'settle-report', campaign_id, null, settled_at from campaign_report where settled_by = ${uid}
      union all
      select act, null, reason, at from operator_act where uid = ${uid}
      order by at`,
  },
} satisfies Record<string, List>

const names = Object.keys(records) as (keyof typeof records)[]
