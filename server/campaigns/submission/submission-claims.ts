import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

/** One press of 'Submit': who pressed, under which key, with what. */
export type Press = { ownerUid: string; key: string; fingerprint: Buffer }

export type Claim =
  | { kind: 'mine'; campaignId: string; subAccountCode: string | null }
  | { kind: 'done'; campaignId: string }
  | { kind: 'at-work' | 'mismatch' }

const claimMs = 60_000

const mineSchema = z.object({ campaignId: z.string(), subAccountCode: z.nullable(z.string()) })
const knownSchema = z.object({
  campaignId: z.string(),
  fingerprint: z.instanceof(Buffer),
  completed: z.boolean(),
})

/** Lets one request do what a form asks for, however often the form arrives. */
export function submissionClaims({ database, now }: { database: Database; now: () => Date }) {
  return {
    async take(press: Press): Promise<Claim> {
      const { ownerUid, key, fingerprint } = press
      const until = new Date(now().getTime() + claimMs)
      const mine = await database.row(
        mineSchema,
        sql`insert into campaign_submission as known (owner_uid, key, fingerprint, campaign_id, claimed_until)
          values (${ownerUid}, ${key}, ${fingerprint}, ${randomUUID()}, ${until})
          on conflict (owner_uid, key) do update set claimed_until = excluded.claimed_until
          where known.completed_at is null and known.claimed_until <= ${now()}
            and known.fingerprint = excluded.fingerprint
          returning campaign_id as "campaignId", sub_account_code as "subAccountCode"`,
      )
      return mine ? { kind: 'mine', ...mine } : knownClaim(database, press)
    },

    async keepSubAccount({ ownerUid, key }: Press, subAccountCode: string) {
      await database.run(
        sql`update campaign_submission set sub_account_code = ${subAccountCode}
          where owner_uid = ${ownerUid} and key = ${key}`,
      )
    },

    async complete({ ownerUid, key }: Press, within: Queries) {
      await within.run(
        sql`update campaign_submission set completed_at = ${now()}
          where owner_uid = ${ownerUid} and key = ${key}`,
      )
    },

    /** Nothing came of it: the same form may be sent again, and a corrected one too while nothing exists at the provider. */
    async release({ ownerUid, key }: Press) {
      await database.run(
        sql`delete from campaign_submission
          where owner_uid = ${ownerUid} and key = ${key} and sub_account_code is null`,
      )
      await database.run(
        sql`update campaign_submission set claimed_until = ${now()}
          where owner_uid = ${ownerUid} and key = ${key} and completed_at is null`,
      )
    },
  }
}

async function knownClaim(
  database: Database,
  { ownerUid, key, fingerprint }: Press,
): Promise<Claim> {
  const known = await database.row(
    knownSchema,
    sql`select campaign_id as "campaignId", fingerprint, completed_at is not null as completed
      from campaign_submission where owner_uid = ${ownerUid} and key = ${key}`,
  )
  // Released a moment ago: worth another try.
  if (!known) return { kind: 'at-work' }
  if (!known.fingerprint.equals(fingerprint)) return { kind: 'mismatch' }
  return known.completed ? { kind: 'done', campaignId: known.campaignId } : { kind: 'at-work' }
}
