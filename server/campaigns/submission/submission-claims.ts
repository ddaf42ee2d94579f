import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** `key` is the idempotency key of the request. */
export type SubmissionRequest = { ownerUid: string; key: string; bodyHash: Buffer }
export type ClaimedSubmission = z.output<typeof claimedRow>
export type StoredSubmission = z.output<typeof storedRow>

const claimMs = 60_000

const claimedRow = z.object({ campaignId: z.string(), subAccountCode: z.nullable(z.string()) })
const storedRow = z.object({
  campaignId: z.string(),
  bodyHash: z.instanceof(Buffer),
  isCompleted: z.boolean(),
  claimedUntil: z.date(),
})

/** Lets one request at a time work on a submission, and repeats get its result. */
export function submissionClaims({ database, now }: { database: Database; now: () => Date }) {
  return {
    find: ({ ownerUid, key }: SubmissionRequest): Promise<StoredSubmission | undefined> =>
      database.row(
        storedRow,
        sql`select campaign_id as "campaignId", fingerprint as "bodyHash", completed_at is not null as "isCompleted",
            claimed_until as "claimedUntil"
          from campaign_submission where owner_uid = ${ownerUid} and key = ${key}`,
      ),

    /** Undefined if another request holds the claim. It expires after a minute, so that a crashed request can be continued. */
    claim({ ownerUid, key, bodyHash }: SubmissionRequest): Promise<ClaimedSubmission | undefined> {
      const until = new Date(now().getTime() + claimMs)
      return database.row(
        claimedRow,
        sql`insert into campaign_submission as existing (owner_uid, key, fingerprint, campaign_id, claimed_until)
          values (${ownerUid}, ${key}, ${bodyHash}, ${randomUUID()}, ${until})
          on conflict (owner_uid, key) do update set claimed_until = excluded.claimed_until
          where existing.completed_at is null and existing.claimed_until <= ${now()}
            and existing.fingerprint = excluded.fingerprint
          returning campaign_id as "campaignId", sub_account_code as "subAccountCode"`,
      )
    },

    async saveSubAccount({ ownerUid, key }: SubmissionRequest, subAccountCode: string) {
      await database.run(
        sql`update campaign_submission set sub_account_code = ${subAccountCode}
          where owner_uid = ${ownerUid} and key = ${key}`,
      )
    },

    async complete({ ownerUid, key }: SubmissionRequest, within: Transaction) {
      await within.run(
        sql`update campaign_submission set completed_at = ${now()}
          where owner_uid = ${ownerUid} and key = ${key}`,
      )
    },

    /** After a failure. Without a sub-account the key is free again, also for a corrected form. */
    async release({ ownerUid, key }: SubmissionRequest) {
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
