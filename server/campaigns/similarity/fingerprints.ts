import * as z from 'zod/mini'

import type { Image } from '#shared/image.ts'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { textPrint } from './text-fingerprint.ts'

export type Prints = ReturnType<typeof openPrints>

/** What can be recognised of a campaign. */
export type Recognised = {
  id: string
  description: string
  raiseMoneyFor: string
  importance: string
  impact: string
  images: readonly Pick<Image, 'id'>[]
}

const mostShown = 3
const nearBits = 7
/** Of its prints, so many in common make a text a copy. */
const copiedShare = 0.3
const bandBits = 16

/** Recognises pictures and texts that another campaign has as well, by small prints of them that lie in our own database. */
export function openPrints(database: Database) {
  return {
    /** In the place of what was known of this campaign. */
    async remember(queries: Queries, campaign: Recognised): Promise<void> {
      await forgetPrints(queries, campaign.id)
      await queries.run(
        sql`insert into text_print (campaign_id, print)
          select ${campaign.id}, print from unnest(${printsOf(campaign)}::bigint[]) as print`,
      )
      await queries.run(
        sql`insert into picture_print (campaign_id, image_id, dhash, band_0, band_1, band_2, band_3)
          select ${campaign.id}, id, dhash, substring(dhash from 1 for 16)::integer, substring(dhash from 17 for 16)::integer,
            substring(dhash from 33 for 16)::integer, substring(dhash from 49 for 16)::integer
          from image where id = any(${idsOf(campaign)}) and dhash is not null`,
      )
    },

    /** The campaigns whose texts have most in common with this one's, and which share of it. */
    async likeTexts(campaign: Recognised): Promise<{ campaignId: string; share: number }[]> {
      const prints = printsOf(campaign)
      if (prints.length === 0) return []
      const found = await database.rows(
        z.object({ campaignId: z.string(), count: z.int() }),
        sql`select campaign_id as "campaignId", count(*) as count from text_print
          where print = any(${prints}::bigint[]) and campaign_id <> ${campaign.id}
          group by campaign_id having count(*) >= ${Math.ceil(prints.length * copiedShare)}
          order by count(*) desc, campaign_id limit ${mostShown}`,
      )
      return found.map(({ campaignId, count }) => ({ campaignId, share: count / prints.length }))
    },

    /** The campaigns that show one of this one's pictures, or nearly the same. */
    async likePictures(campaign: Recognised): Promise<string[]> {
      const own = await database.rows(
        hashRow,
        sql`select dhash::text as hash from picture_print where campaign_id = ${campaign.id}`,
      )
      const found = await Promise.all(own.map(({ hash }) => near(database, campaign.id, hash)))
      return [...new Set(found.flat())].slice(0, mostShown)
    },
  }
}

const hashRow = z.object({ hash: z.string() })

async function near(database: Database, campaignId: string, hash: string): Promise<string[]> {
  const [first = [], second = [], third = [], fourth = []] = [0, 1, 2, 3].map((band) =>
    withinOneBit(hash.slice(band * bandBits, (band + 1) * bandBits)),
  )
  const rows = await database.rows(
    z.object({ id: z.string() }),
    sql`select distinct campaign_id as id from picture_print
      where (band_0 = any(${first}::integer[]) or band_1 = any(${second}::integer[])
          or band_2 = any(${third}::integer[]) or band_3 = any(${fourth}::integer[]))
        and campaign_id <> ${campaignId} and bit_count(dhash # ${hash}::text::bit(64)) <= ${nearBits}
      limit ${mostShown}`,
  )
  return rows.map(({ id }) => id)
}

/** The band itself and its sixteen neighbours. */
function withinOneBit(bits: string): number[] {
  const band = Number.parseInt(bits, 2)
  return [band, ...Array.from({ length: bandBits }, (_, bit) => band ^ (1 << bit))]
}

function printsOf({ description, raiseMoneyFor, importance, impact }: Recognised): number[] {
  return textPrint([description, raiseMoneyFor, importance, impact].join('\n'))
}

function idsOf({ images }: Recognised): string[] {
  return images.map(({ id }) => id)
}

export async function forgetPrints(queries: Queries, campaignId: string): Promise<void> {
  await queries.run(sql`delete from text_print where campaign_id = ${campaignId}`)
  await queries.run(sql`delete from picture_print where campaign_id = ${campaignId}`)
}
