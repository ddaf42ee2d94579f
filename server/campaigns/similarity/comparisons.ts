import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import {
  earlierRejectionSchema,
  similarNameSchema,
  type EarlierRejection,
  type SimilarName,
} from '#shared/review.ts'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { foldText } from './plain-letters.ts'

export type Comparisons = ReturnType<typeof openComparisons>

type Compared = Pick<
  StoredCampaign,
  'id' | 'ownerUid' | 'title' | 'owner' | 'contact' | 'bankAccount'
>

const maxFound = 5
/** Share of common trigrams. 'Ada Obi' and 'Obi Ada' have all in common. */
const minSimilarity = 0.6

const ownersRow = z.object({ owners: z.int() })

/** Compares a campaign with others by names, bank account and rejections, which our own tables hold for both content stores. */
export function openComparisons(database: Database) {
  return {
    /** Names of other accounts and their beneficiaries that are like those of this campaign. */
    findSimilarNames: (campaign: Compared): Promise<SimilarName[]> => {
      const [organiser, beneficiary] = toNames(campaign)
      return database.rows(
        similarNameSchema,
        sql`select campaign_id as "campaignId", kind, folded_name as name from campaign_name
          where owner_uid <> ${campaign.ownerUid}
            and (folded_name % ${organiser} or folded_name % ${beneficiary})
            and greatest(similarity(folded_name, ${organiser}), similarity(folded_name, ${beneficiary})) >= ${minSimilarity}
          order by greatest(similarity(folded_name, ${organiser}), similarity(folded_name, ${beneficiary})) desc, campaign_id
          limit ${maxFound}`,
      )
    },

    /** How many other owners named the same bank account. */
    async countAccountOwners({ ownerUid, bankAccount }: Compared): Promise<number> {
      const row = await database.row(
        ownersRow,
        sql`select count(distinct other.owner_uid) as owners
          from bank_account_use own join bank_account_use other on other.digest = own.digest
          where own.sub_account_code = ${bankAccount.subAccountCode} and other.owner_uid <> ${ownerUid}`,
      )
      return row?.owners ?? 0
    },

    /** Rejections of the same owner, of the same bank account, and of campaigns with a similar title. Newest first. */
    async findRejections({ ownerUid, title, bankAccount }: Compared): Promise<EarlierRejection[]> {
      const folded = foldText(title)
      return database.rows(
        earlierRejectionSchema,
        sql`select campaign_id as "campaignId", title, ground, at,
            case when owner_uid = ${ownerUid} then 'owner'
              when account_digest in (
                select digest from bank_account_use where sub_account_code = ${bankAccount.subAccountCode}) then 'account'
              else 'title' end as because
          from campaign_rejection
          where owner_uid = ${ownerUid}
            or account_digest in (
              select digest from bank_account_use where sub_account_code = ${bankAccount.subAccountCode})
            or (folded_title % ${folded} and similarity(folded_title, ${folded}) >= ${minSimilarity})
          order by at desc, id limit ${maxFound}`,
      )
    },
  }
}

/** Replaces the names of the campaign. */
export async function saveNames(queries: Queries, campaign: Compared): Promise<void> {
  const [organiser, beneficiary] = toNames(campaign)
  await queries.run(
    sql`insert into campaign_name (campaign_id, kind, owner_uid, folded_name)
      values (${campaign.id}, 'organiser', ${campaign.ownerUid}, ${organiser}),
        (${campaign.id}, 'beneficiary', ${campaign.ownerUid}, ${beneficiary})
      on conflict (campaign_id, kind) do update set folded_name = excluded.folded_name`,
  )
}

export async function saveAccountUse(
  queries: Queries,
  use: { ownerUid: string; subAccountCode: string; digest: Buffer; last4: string; at: Date },
): Promise<void> {
  await queries.run(
    sql`insert into bank_account_use (sub_account_code, owner_uid, digest, last4, at)
      values (${use.subAccountCode}, ${use.ownerUid}, ${use.digest}, ${use.last4}, ${use.at}) on conflict do nothing`,
  )
}

export async function saveRejection(
  queries: Queries,
  { id, ownerUid, title, bankAccount }: Compared,
  { ground, at }: { ground: string; at: Date },
): Promise<void> {
  await queries.run(
    sql`insert into campaign_rejection (id, campaign_id, owner_uid, title, folded_title, account_digest, ground, at)
      values (${randomUUID()}, ${id}, ${ownerUid}, ${title}, ${foldText(title)},
        (select digest from bank_account_use where sub_account_code = ${bankAccount.subAccountCode}), ${ground}, ${at})`,
  )
}

/** A rejection stays without the title, to recognise the bank account. */
export async function deleteComparisons(
  queries: Queries,
  { id, bankAccount }: Pick<Compared, 'id' | 'bankAccount'>,
): Promise<void> {
  await queries.run(sql`delete from campaign_name where campaign_id = ${id}`)
  await queries.run(
    sql`delete from bank_account_use where sub_account_code = ${bankAccount.subAccountCode}`,
  )
  await queries.run(
    sql`update campaign_rejection set title = '', folded_title = '' where campaign_id = ${id}`,
  )
}

function toNames({ owner, contact }: Compared): [organiser: string, beneficiary: string] {
  return [foldText(`${owner.firstname} ${owner.lastname}`), foldText(contact.name)]
}
