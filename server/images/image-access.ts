import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { isImageId } from './image-storage.ts'

export type ImageAccess = ReturnType<typeof openImageAccess>

type ImageAccessDeps = {
  database: Database
  /** True if a published campaign shows the image. */
  content: { showsImage: (imageId: string) => Promise<boolean> }
}

const accessRow = z.object({ uploaderUids: z.array(z.string()), isInVersion: z.boolean() })

/** Who may load an image. Pictures of drafts, of campaigns in review and of waiting changes are for their uploaders and reviewers. */
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
                and not exists (
                  select from moderation_decision d
                  where d.campaign_id = v.campaign_id and d.kind = 'takedown' and d.ended_at is null)
            ) as "isInVersion"
          from image i where i.id = ${id}`,
      )
      if (!row) return undefined
      const { uploaderUids, isInVersion } = row
      return { uploaderUids, isShown: isInVersion || (await content.showsImage(id)) }
    },
  }
}
