import { randomUUID } from 'node:crypto'

import { sql } from '#server/platform/database/sql.ts'
import { attachDraftDocuments } from '#server/campaigns/documents/document-rows.ts'
import { retireSlugs } from '#server/providers/content/slug.ts'
import type { Services } from '#server/services.ts'
import { surgeryEvidence as body } from '#test/support/campaigns/evidence.ts'
import { webp } from '#test/support/campaigns/image-files.ts'
import { pdf } from '#test/support/documents/pdf-files.ts'

const noOne = body.owner.uid

/** A deleted campaign that was public, with evidence, a picture and a document. */
export async function insertDeletedCampaign({ database, sealing, documents }: Services) {
  const { slug } = body.campaign
  const upload = { fileName: 'Hospital bill.pdf', bytes: pdf() }
  const { id: documentId } = await documents.addToDraft(noOne, upload)
  const id = randomUUID()
  const picture = sealing.seal('evidence-image', await webp())
  await database.transaction(async (queries) => {
    const { run } = queries
    await attachDraftDocuments(queries, { ownerUid: noOne, id })
    await run(sql`insert into deleted_campaign (campaign_id, title, category, was_public, deleted_at, finished_at)
      values (${id}, 'Surgery for …', 'Health', true, now(), now())`)
    await run(sql`insert into campaign_slug (slug, campaign_id) values (${slug}, ${id})`)
    await retireSlugs(queries, sealing, id)
    await run(sql`insert into campaign_total (
        campaign_id, mode, slot, raised_kobo, gross_kobo, reversed_kobo, paid_count, donor_count)
      values (${id}, 'sandbox', 0, 0, 0, 0, 0, 0)`)
    await run(sql`insert into evidence (campaign_id, body_sealed, has_money, reports, deleted_at)
      values (${id}, ${sealing.seal('evidence', JSON.stringify(body))}, true, 1, now())`)
    await run(sql`insert into evidence_image (campaign_id, image_id, bytes_sealed, stored_at)
      values (${id}, ${'a'.repeat(64)}, ${picture}, now())`)
  })
  return { id, slug, documentId }
}
