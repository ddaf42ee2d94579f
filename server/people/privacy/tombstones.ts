import * as z from 'zod/mini'

import { categories } from '#shared/category.ts'
import { lagosDay } from '#shared/day.ts'
import type { DeletedCampaign } from '#shared/deleted-campaign.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { isCampaignId } from '../../providers/content/content.ts'
import { findRetiredSlug, type SlugDigests, isSlug } from '../../providers/content/slug.ts'

export type Tombstones = ReturnType<typeof openTombstones>

type TombstonesDeps = { database: Database; sealing: SlugDigests; mode: string }

const tombstoneRow = z.object({
  id: z.string(),
  title: z.string(),
  category: z.enum(categories),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  deletedAt: z.date(),
  donated: koboSchema,
  refunded: koboSchema,
  raised: koboSchema,
  donors: z.int(),
})

/** What stays public of a deleted campaign that received money: its sums and its ledger, without people and pictures. */
export function openTombstones({ database, sealing, mode }: TombstonesDeps) {
  return {
    /** By a former address, or by the id, which receipts link to after the deletion. */
    findBySlug: async (slug: string): Promise<(DeletedCampaign & { id: string }) | undefined> => {
      if (!isSlug(slug)) return undefined
      const id = isCampaignId(slug)
        ? slug.toLowerCase()
        : await findRetiredSlug(database, sealing, slug)
      if (id === undefined) return undefined
      const row = await database.row(
        tombstoneRow,
        sql`select campaign_id as id, title, category, start_date as "startDate", end_date as "endDate",
            deleted_at as "deletedAt", coalesce(sum(gross_kobo), 0)::bigint as donated,
            coalesce(sum(reversed_kobo), 0)::bigint as refunded, coalesce(sum(raised_kobo), 0)::bigint as raised,
            coalesce(sum(donor_count), 0)::integer as donors
          from deleted_campaign join campaign_total using (campaign_id)
          where campaign_id = ${id} and mode = ${mode} and was_public
          group by campaign_id`,
      )
      if (!row) return undefined
      const { deletedAt, ...tombstone } = row
      return { ...tombstone, slug, deletedOn: lagosDay(deletedAt) }
    },
  }
}
