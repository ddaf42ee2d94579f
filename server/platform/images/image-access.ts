import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { isImageId } from './image-storage.ts'
import { isInUpdate } from './orphans.ts'

export type ImageAccess = ReturnType<typeof openImageAccess>

type ImageAccessDeps = {
  database: Database
  /** True if a published campaign shows the image. */
  content: { showsImage: (imageId: string) => Promise<boolean> }
}

const accessRow = z.object({ uploaderUids: z.array(z.string()), isPublished: z.boolean() })

const isTakenDown = (campaignId: Sql) => sql`exists (
  select from moderation_decision d where d.campaign_id = ${campaignId} and d.kind = 'takedown' and d.ended_at is null)`

/** Who may load an image. Those of versions and updates are for everyone. Pictures of drafts, of campaigns in review and of waiting changes are for their uploaders and reviewers. */
export function openImageAccess({ database, content }: ImageAccessDeps) {
  return {
    find: async (id: string): Promise<{ isShown: boolean; uploaderUids: string[] } | undefined> => {
      if (!isImageId(id)) return undefined
      // Assets that other programs uploaded to a hosted store are public there.
      if (id.startsWith('image-')) return { isShown: true, uploaderUids: [] }
      const row = await database.row(
        accessRow,
        sql`select array(select owner_uid from image_upload where image_id = i.id) as "uploaderUids",
            exists (
              select from campaign_version v
              where v.content->'images' @> jsonb_build_array(jsonb_build_object('id', i.id)) and v.review <> 'taken-back'
                and not ${isTakenDown(sql`v.campaign_id`)}
            ) or exists (
              select from campaign_update published
              where ${isInUpdate} and published.hidden_at is null and not ${isTakenDown(sql`published.campaign_id`)}
            ) as "isPublished"
          from image i where i.id = ${id}`,
      )
      if (!row) return undefined
      const { uploaderUids, isPublished } = row
      return { uploaderUids, isShown: isPublished || (await content.showsImage(id)) }
    },
  }
}
