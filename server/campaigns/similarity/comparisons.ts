import { randomUUID, createHash } from 'node:crypto'
import * as z from 'zod/mini'

import {
  earlierRejectionSchema,
  similarNameSchema,
  type EarlierRejection,
  type SimilarName,
} from '#shared/review.ts'
import { joinTexts, type CampaignTexts } from '#shared/campaign-content.ts'
import type { Image } from '#shared/image-schema.ts'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { foldText } from './plain-letters.ts'
import { toWords } from '../../providers/content/search-text.ts'

export type Comparisons = ReturnType<typeof openComparisons>

type Compared = Pick<
  StoredCampaign,
  'id' | 'ownerUid' | 'title' | 'owner' | 'contact' | 'bankAccount'
>

const maxTexts = 5
/** Share of common trigrams. 'Ada Obi' and 'Obi Ada' have all in common. */
const minSimilarity = 0.6

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
          limit ${maxTexts}`,
      )
    },

    /** How many other owners named the same bank account. */
    async countAccountOwners({ ownerUid, bankAccount }: Compared): Promise<number> {
      const row = await database.value(
        z.int(),
        sql`select count(distinct other.owner_uid) as owners
          from bank_account_use own join bank_account_use other on other.digest = own.digest
          where own.sub_account_code = ${bankAccount.subAccountCode} and other.owner_uid <> ${ownerUid}`,
      )
      return row ?? 0
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
          order by at desc, id limit ${maxTexts}`,
      )
    },
  }
}

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

export type Fingerprints = ReturnType<typeof openFingerprints>

export type FingerprintedCampaign = CampaignTexts & {
  id: string
  images: readonly Pick<Image, 'id'>[]
}

const maxFound = 3
/** Images with at most so many different bits count as similar. */
const maxHammingDistance = 7
/** Texts with at least this share of common hashes count as similar. */
const minSharedHashes = 0.3
const bandBits = 16

const countRow = z.object({ campaignId: z.string(), count: z.int() })

/** Finds campaigns with similar texts or images by fingerprints in our own database. */
export function openFingerprints(database: Database) {
  return {
    async save(queries: Queries, campaign: FingerprintedCampaign): Promise<void> {
      const imageIds = campaign.images.map(({ id }) => id)
      await deleteFingerprints(queries, campaign.id, sql`document_id is null`)
      await queries.run(
        sql`insert into text_fingerprint (campaign_id, fingerprint)
          select ${campaign.id}, fingerprint from unnest(${hashTexts(campaign)}::bigint[]) as fingerprint`,
      )
      await queries.run(
        sql`insert into image_fingerprint (campaign_id, image_id, dhash, band_0, band_1, band_2, band_3)
          select ${campaign.id}, id, dhash, substring(dhash from 1 for 16)::integer, substring(dhash from 17 for 16)::integer,
            substring(dhash from 33 for 16)::integer, substring(dhash from 49 for 16)::integer
          from image where id = any(${imageIds}) and dhash is not null`,
      )
    },

    /** Most similar first. `share` is the share of this campaign's hashes that the other one has. */
    async findSimilarTexts(
      campaign: FingerprintedCampaign,
    ): Promise<{ campaignId: string; share: number }[]> {
      const hashes = hashTexts(campaign)
      if (hashes.length === 0) return []
      const found = await database.rows(
        countRow,
        sql`select campaign_id as "campaignId", count(*) as count from text_fingerprint
          where fingerprint = any(${hashes}::bigint[]) and campaign_id <> ${campaign.id}
          group by campaign_id having count(*) >= ${Math.ceil(hashes.length * minSharedHashes)}
          order by count(*) desc, campaign_id limit ${maxFound}`,
      )
      return found.map(({ campaignId, count }) => ({ campaignId, share: count / hashes.length }))
    },

    async findSimilarImages(campaign: FingerprintedCampaign): Promise<string[]> {
      const own = await database.values(
        z.string(),
        sql`select dhash::text from image_fingerprint where campaign_id = ${campaign.id} and document_id is null`,
      )
      const found = await Promise.all(
        own.map((hash) => findByImageHash(database, campaign.id, hash)),
      )
      return [...new Set(found.flat())].slice(0, maxFound)
    },
  }
}

/** With at most seven different bits in four bands, one band differs in at most one bit. The band indexes find it. */
async function findByImageHash(
  database: Database,
  campaignId: string,
  hash: string,
): Promise<string[]> {
  const [first = [], second = [], third = [], fourth = []] = [0, 1, 2, 3].map((band) =>
    withinOneBit(hash.slice(band * bandBits, (band + 1) * bandBits)),
  )
  return database.values(
    z.string(),
    sql`select distinct campaign_id from image_fingerprint
      where (band_0 = any(${first}::integer[]) or band_1 = any(${second}::integer[])
          or band_2 = any(${third}::integer[]) or band_3 = any(${fourth}::integer[]))
        and document_id is null and campaign_id <> ${campaignId} and bit_count(dhash # ${hash}::text::bit(64)) <= ${maxHammingDistance}
      limit ${maxFound}`,
  )
}

/** The band itself and the sixteen values that differ from it in one bit. */
function withinOneBit(bits: string): number[] {
  const band = Number.parseInt(bits, 2)
  return [band, ...Array.from({ length: bandBits }, (_, bit) => band ^ (1 << bit))]
}

const hashTexts = (texts: CampaignTexts): number[] => toTextFingerprint(joinTexts(texts))

export async function deleteFingerprints(
  queries: Queries,
  campaignId: string,
  images = sql`true`,
): Promise<void> {
  await queries.run(sql`delete from text_fingerprint where campaign_id = ${campaignId}`)
  await queries.run(
    sql`delete from image_fingerprint where campaign_id = ${campaignId} and ${images}`,
  )
}

const maxHashes = 48
const minShingles = 8

/**
 * A bottom-k sketch: the smallest hashes of all three-word shingles. The share of hashes that two texts have in common
 * estimates the share of common shingles at any length. Short texts have none, because they match by chance.
 */
export function toTextFingerprint(text: string): number[] {
  const words = toWords(text)
  const shingles = new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')))
  if (shingles.size < minShingles) return []
  return [...shingles]
    .map(toHash)
    .toSorted((one, other) => one - other)
    .slice(0, maxHashes)
}

function toHash(shingle: string): number {
  return createHash('sha256').update(shingle).digest().readUIntBE(0, 6)
}
