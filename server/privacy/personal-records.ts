import * as z from 'zod/mini'

import { campaignEvents, changeStatuses, fieldChangesSchema } from '#shared/campaign-history.ts'

import { getTransitionActor } from '../campaigns/lifecycle/transition-rules.ts'
import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'

/** The person and what belongs to them. `confirmedEmail` is null until the address is confirmed. */
export type Subject = {
  uid: string
  confirmedEmail: string | null
  campaignIds: readonly string[]
  subAccountCodes: readonly string[]
}

/** Records about a person other than the account, campaigns, donations and refunds. The keys are those of the data export. */
export async function listPersonalRecords(queries: Queries, subject: Subject) {
  const lists: { [Name in keyof typeof records]?: unknown[] } = {}
  for (const name of names) {
    const { row, select } = records[name]
    lists[name] = await queries.rows<z.ZodMiniType>(row, select(subject))
  }
  return lists
}

type RecordList = { row: z.ZodMiniType; select: (subject: Subject) => Sql }

const records = {
  roles: {
    row: z.object({ role: z.string(), grantedAt: z.date() }),
    select: ({ uid }) => sql`
      select role, granted_at as "grantedAt" from account_role where uid = ${uid} order by role`,
  },
  twoFactor: {
    row: z.object({ confirmedAt: z.nullable(z.date()), recoveryCodesLeft: z.int() }),
    select: ({ uid }) => sql`
      select confirmed_at as "confirmedAt",
        (select count(*)::integer from recovery_code code where code.uid = two_factor.uid) as "recoveryCodesLeft"
      from two_factor where uid = ${uid}`,
  },
  codes: {
    row: z.object({ purpose: z.string(), newEmail: z.nullable(z.string()), expiresAt: z.date() }),
    select: ({ uid }) => sql`
      select purpose, new_email as "newEmail", expires_at as "expiresAt" from action_code
      where uid = ${uid}
      union all select 'verifyEmail', null, expires_at from earlier_verification_code where uid = ${uid}
      order by purpose, "expiresAt"`,
  },
  devices: {
    row: z.object({ seenAt: z.date() }),
    select: ({ uid }) => sql`
      select seen_at as "seenAt" from known_device where uid = ${uid} order by seen_at`,
  },
  mails: {
    row: z.object({ subject: z.string(), createdAt: z.date(), sentAt: z.nullable(z.date()) }),
    select: ({ confirmedEmail }) => sql`
      select subject, created_at as "createdAt", sent_at as "sentAt" from mail_outbox
      where recipient = ${confirmedEmail} order by created_at`,
  },
  undeliverable: {
    row: z.object({ words: z.string(), at: z.date() }),
    select: ({ confirmedEmail }) => sql`
      select words, at from mail_suppression where address = lower(${confirmedEmail})`,
  },
  feedback: {
    row: z.object({ email: z.string(), feedback: z.string(), createdAt: z.date() }),
    select: ({ uid }) => sql`
      select email, feedback, created_at as "createdAt" from feedback
      where uid = ${uid} order by created_at`,
  },
  images: {
    row: z.object({ id: z.string(), uploadedAt: z.date() }),
    select: ({ uid }) => sql`
      select image_id as id, created_at as "uploadedAt" from image_upload
      where owner_uid = ${uid} order by created_at`,
  },
  /** Without the reviewer's name: owners see only that a reviewer decided. */
  campaignHistory: {
    row: z.pipe(
      z.object({
        campaignId: z.string(),
        event: z.enum(campaignEvents),
        reason: z.nullable(z.string()),
        at: z.date(),
      }),
      z.transform((entry) => ({ ...entry, by: getTransitionActor(entry.event) })),
    ),
    select: ({ campaignIds }) => sql`
      select campaign_id as "campaignId", event, reason, at from campaign_history
      where campaign_id = any(${campaignIds}) order by at, id`,
  },
  campaignEdits: {
    row: z.object({ campaignId: z.string(), changes: fieldChangesSchema, at: z.date() }),
    select: ({ campaignIds }) => sql`
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
    select: ({ campaignIds }) => sql`
      select campaign_id as "campaignId", status, proposed #- '{bankAccount,subAccountCode}' as proposed, at
      from campaign_pending_change where campaign_id = any(${campaignIds}) order by at`,
  },
  bankAccountHolders: {
    row: z.object({ name: z.string() }),
    select: ({ subAccountCodes }) => sql`
      select distinct name from bank_account_holder
      where sub_account_code = any(${subAccountCodes}) order by name`,
  },
  thankYouMessages: {
    row: z.object({
      campaignId: z.string(),
      message: z.string(),
      recipients: z.int(),
      createdAt: z.date(),
    }),
    select: ({ campaignIds }) => sql`
      select campaign_id as "campaignId", message, recipients, created_at as "createdAt" from thank_you_message
      where campaign_id = any(${campaignIds}) order by created_at`,
  },
  reports: {
    row: z.object({
      campaignId: z.string(),
      reason: z.string(),
      details: z.string(),
      at: z.date(),
      resolvedAt: z.nullable(z.date()),
    }),
    select: ({ uid }) => sql`
      select campaign_id as "campaignId", reason, details, at, resolved_at as "resolvedAt" from campaign_report
      where reporter_uid = ${uid} order by at`,
  },
  /** Actions as reviewer or admin on other people's campaigns. */
  actions: {
    row: z.object({
      action: z.string(),
      campaignId: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      at: z.date(),
    }),
    select: ({ uid, campaignIds }) => sql`
      select event as action, campaign_id as "campaignId", reason, at from campaign_history
      where actor_uid = ${uid} and campaign_id <> all(${campaignIds})
      union all
      select 'resolve-report', campaign_id, null, resolved_at from campaign_report where resolved_by = ${uid}
      union all
      select action, null, reason, at from audit_log where uid = ${uid}
      order by at`,
  },
} satisfies Record<string, RecordList>

const names = Object.keys(records) as (keyof typeof records)[]
