import * as z from 'zod/mini'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import { literal, sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { recordVersion, type Publication } from './record-version.ts'
import {
  findLatestVersion,
  findReviewedVersion,
  unsettled,
  versionColumns,
  versionRow,
  type VersionRow,
} from './version-rows.ts'

export type Versions = ReturnType<typeof openVersions>

type VersionsDeps = { database: Database; sealing: Pick<Sealing, 'fingerprint'> }

const openRow = z.object({ campaignId: z.string(), at: z.date() })
const totalRow = z.object({ total: z.int() })
const maxPublic = 100

/** Earlier and present public states of campaigns, in both content modes. */
export function openVersions(deps: VersionsDeps) {
  const { database } = deps
  return {
    record: (queries: Transaction, publication: Publication) =>
      recordVersion(deps, queries, publication),

    findLatest: (campaignId: string, queries: Queries = database) =>
      findLatestVersion(queries, campaignId),
    findReviewed: (campaignId: string, queries: Queries = database) =>
      findReviewedVersion(queries, campaignId),

    /** Newest first, without those that a reviewer took back. */
    listPublic: (campaignId: string): Promise<VersionRow[]> =>
      database.rows(
        versionRow,
        sql`select ${versionColumns} from campaign_version
          where campaign_id = ${campaignId} and review <> 'taken-back'
          order by number desc limit ${literal(maxPublic)}`,
      ),

    listOpen: (limit: number) => listOpen(database, limit),

    /** Marks all versions up to the number as reviewed. False, with nothing changed, when it is not the newest. */
    async accept(campaignId: string, number: number, { uid, at }: { uid: string; at: Date }) {
      const accepted = await database.run(
        sql`update campaign_version set review = 'reviewed', reviewed_by = ${uid}, reviewed_at = ${at}
          where campaign_id = ${campaignId} and ${unsettled} and number <= ${number} and not exists (
            select from campaign_version later where later.campaign_id = ${campaignId} and later.number > ${number})`,
      )
      return accepted > 0
    },
  }
}

/** Campaigns with corrections that wait for a reviewer, longest waiting first, and their number. */
async function listOpen(database: Database, limit: number) {
  const rows = await database.rows(
    openRow,
    sql`select campaign_id as "campaignId", min(at) as at from campaign_version
      where review = 'open' group by campaign_id order by min(at), campaign_id limit ${literal(limit)}`,
  )
  const count = await database.row(
    totalRow,
    sql`select count(distinct campaign_id) as total from campaign_version where review = 'open'`,
  )
  return { rows, total: count?.total ?? 0 }
}
