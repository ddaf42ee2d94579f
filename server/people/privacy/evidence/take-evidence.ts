import { toStory } from '#shared/campaign-version.ts'
import { toFullName } from '#shared/full-name.ts'
import * as z from 'zod/mini'

import type { EvidenceBody } from '#shared/evidence.ts'

import type { Database, Queries, Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { listEvidenceRecords } from './evidence-sections.ts'

export type TakeEvidenceDeps = {
  database: Database
  imageStorage: Pick<ImageStorage, 'read'>
  sealing: Sealing
  now: () => Date
}

export const evidencePurpose = 'evidence'
export const evidenceImagePurpose = 'evidence-image'

const causeRow = z.object({ hasMoney: z.boolean(), reports: z.int() })
const holderRow = z.object({ name: z.string() })

/** Evidence is kept of campaigns that received money or were ever reported or frozen. */
export async function findEvidenceCause(queries: Queries, campaignId: string) {
  const cause = await queries.row(
    causeRow,
    sql`select
      exists (select from ledger_entry where campaign_id = ${campaignId})
        or exists (select from quarantined_payment where campaign_id = ${campaignId}) as "hasMoney",
      (select count(*)::integer from campaign_report where campaign_id = ${campaignId})
        + (select count(*)::integer from campaign_history
           where campaign_id = ${campaignId} and event = 'freeze') as reports`,
  )
  return cause && (cause.hasMoney || cause.reports > 0) ? cause : undefined
}

/** Copies the pictures, sealed, one at a time. Runs before the transaction of the deletion, because it reads the storage. */
export async function copyImages(
  { database, imageStorage, sealing, now }: TakeEvidenceDeps,
  campaign: StoredCampaign,
): Promise<void> {
  if (!(await findEvidenceCause(database, campaign.id))) return
  const { imageIds } = await listEvidenceRecords({ queries: database, sealing }, campaign.id)
  for (const id of new Set([...campaign.images.map((image) => image.id), ...imageIds])) {
    const bytes = await imageStorage.read(id)
    if (!bytes) continue
    await database.run(
      sql`insert into evidence_image (campaign_id, image_id, bytes_sealed, stored_at)
        values (${campaign.id}, ${id}, ${sealing.seal(evidenceImagePurpose, bytes)}, ${now()})
        on conflict do nothing`,
    )
  }
}

/** Writes the evidence in the transaction of the deletion, before anything is deleted. */
export async function insertEvidence(
  queries: Transaction,
  { sealing, now }: Pick<TakeEvidenceDeps, 'sealing' | 'now'>,
  campaign: StoredCampaign,
): Promise<void> {
  const cause = await findEvidenceCause(queries, campaign.id)
  if (!cause) return
  const body = JSON.stringify(await toBody({ queries, sealing }, campaign))
  await queries.run(
    sql`insert into evidence (campaign_id, body_sealed, has_money, reports, deleted_at)
      values (${campaign.id}, ${sealing.seal(evidencePurpose, body)}, ${cause.hasMoney}, ${cause.reports}, ${now()})
      on conflict do nothing`,
  )
}

async function toBody(
  deps: { queries: Queries; sealing: Pick<Sealing, 'open'> },
  campaign: StoredCampaign,
): Promise<EvidenceBody> {
  const { contact, bankAccount, owner, ownerUid, slug, status, createdAt } = campaign
  const { images, ...story } = toStory(campaign)
  const holder = await deps.queries.row(
    holderRow,
    sql`select name from bank_account_holder where sub_account_code = ${bankAccount.subAccountCode}`,
  )
  const { records, imageIds } = await listEvidenceRecords(deps, campaign.id)
  const listed = new Map([
    ...imageIds.map((id) => [id, ''] as const),
    ...images.map(({ id, alt }) => [id, alt] as const),
  ])
  return {
    campaign: { ...story, slug, status, createdAt: createdAt.toISOString() },
    owner: { uid: ownerUid, name: toFullName(owner) },
    contact: { name: contact.name, email: contact.email, phone: contact.phone },
    bank: { code: bankAccount.bankCode, last4: bankAccount.last4, holder: holder?.name ?? null },
    images: [...listed].map(([id, alt]) => ({ id, alt })),
    records,
  }
}
