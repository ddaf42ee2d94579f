import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { evidenceListSchema, evidenceResponseSchema } from '#shared/evidence.ts'
import { openDeletionApp } from '#test/support/people/deletion-app.ts'
import { storeKinds } from '#test/support/campaigns/hosted-content.ts'
import { moderate } from '#test/support/campaigns/moderation.ts'
import { ada, as, visitor, type Person } from '#test/support/people/people.ts'
import { pdf } from '#test/support/documents/pdf-files.ts'

import { sql } from './../../platform/database/sql.ts'
import type { StoredCampaign } from './../../providers/content/content.ts'
import { isPersonal } from './inventory/entry.ts'
import { inventory } from './inventory/inventory.ts'
import { evidenceSections } from './deletions.ts'

/** Tables that a deletion of campaigns clears and that are no evidence. */
const noEvidence: Record<string, string> = {
  campaign_follower: 'Says nothing about the campaign.',
  digest_item: 'Says nothing about the campaign.',
  monthly_donation: 'Says nothing about the campaign.',
  campaign_draft: 'What an edit from an old window lost, which nobody else saw.',
  campaign_webhook: 'Only the address of a program.',
  webhook_delivery: 'Copies of entries and updates.',
  campaign_consent: 'Who agreed matters only while the campaign is public.',
  campaign_member: 'The history says what came of what members confirmed.',
  campaign_request: 'As above.',
  campaign: 'What the evidence is made from.',
  image: 'Copied to the evidence.',
  hosted_image: 'Copied to the evidence.',
  search_word: 'Words of the story.',
  bank_account_holder: 'Only hides names in the title that stays.',
  campaign_slug: 'The evidence names the last address.',
  campaign_listing: 'A copy of the campaign.',
  image_fingerprint: 'Computed from the pictures.',
  text_fingerprint: 'Computed from the story.',
  moderation_case: 'Only a copy of the title is cleared; decisions and appeals are taken.',
  deleted_campaign: 'Written by the deletion.',
  deleted_campaign_slug: 'Written by the deletion.',
}

it('takes every table of a campaign that a deletion clears, or says why not', () => {
  const cleared = Object.entries(inventory)
    .filter(
      ([, entry]) =>
        isPersonal(entry) &&
        entry.erasure?.some(
          (step) =>
            step.kind === 'with-campaign' ||
            (step.kind === 'code' && step.by === 'deleteCampaigns'),
        ),
    )
    .map(([table]) => table)
  expect(cleared).toContain('campaign_history')
  const taken = [...Object.keys(evidenceSections), ...Object.keys(noEvidence)]
  expect(cleared.filter((table) => !taken.includes(table))).toEqual([])
})

describe.each(storeKinds)('with the %s content store', async (kind) => {
  const at = await openDeletionApp(kind)
  const { owner } = at
  let organiser: Person
  let reviewer: Person
  let campaign: StoredCampaign

  beforeEach(async () => {
    ;({ organiser, reviewer, campaign } = await at.reset())
  })

  const insertPayee = () =>
    owner.run(sql`
      insert into campaign_payee (campaign_id, sub_account_code, is_current, kind, name, email_sealed, state, created_at)
      values (${campaign.id}, 'ACCT_payee', true, 'person', 'Bisi Obi', ${at.sealing.seal('payee-email', 'bisi@example.org')},
        'confirmed', now())`)

  async function deleteReported() {
    await insertPayee()
    const reference = await at.donate(campaign)
    await at.report(campaign)
    const { findCase, act } = moderate(at.app)
    const { id } = await findCase(reviewer, campaign.id)
    expect((await act(reviewer, id, 'dismiss')).status).toBe(204)
    await at.recordAnswer(campaign, 'Call 0801 234 5678, file 77.')
    await at.settle([reference])
    await at.end(campaign)
    expect((await at.deleteAccount(organiser)).status).toBe(204)
  }
  const readEvidence = async () => {
    const response = await as(at.app, reviewer)(`/api/evidence/${campaign.id}`)
    return response.status === 200
      ? z.parse(evidenceResponseSchema, await response.json()).evidence
      : response.status
  }
  const countImages = async () => (await owner.pool.query('select from evidence_image')).rowCount

  it('shows reviewers the content, answers, reports and pictures of a deleted campaign', async () => {
    await deleteReported()
    const { evidence } = z.parse(
      evidenceListSchema,
      await (await as(at.app, reviewer)('/api/evidence')).json(),
    )
    expect(evidence).toEqual([
      {
        id: campaign.id,
        title: campaign.title,
        owner: 'Ada Okafor',
        deletedAt: '2026-05-01T09:00:00.000Z',
        storedUntil: '2033-01-01',
        hasMoney: true,
        reports: 1,
      },
    ])
    expect(await readEvidence()).toMatchObject({
      campaign: { title: campaign.title, description: campaign.description },
      contact: { email: campaign.contact.email, phone: campaign.contact.phone },
      bank: { last4: '6789' },
      images: [{ alt: 'Ada in the hospital', isStored: true }],
      records: expect.arrayContaining([
        expect.objectContaining({ kind: 'history', text: 'Call 0801 234 5678, file 77.' }),
        expect.objectContaining({ kind: 'payee', text: 'person\nBisi Obi\nbisi@example.org' }),
        expect.objectContaining({ kind: 'report', text: 'The hospital does not know Ada.' }),
      ]),
    })
    const picture = await as(at.app, reviewer)(`/api/evidence/${campaign.id}/images/1`)
    expect(picture.headers.get('content-type')).toMatch(/^image\/(webp|jpeg)$/)
    expect(picture.headers.get('cache-control')).toBe('no-store')
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(500)
  })

  it('records each reading in the access log', async () => {
    await deleteReported()
    await as(at.app, reviewer)('/api/evidence')
    await readEvidence()
    await as(at.app, reviewer)(`/api/evidence/${campaign.id}/images/1`)
    const rows = await owner.rows(
      z.object({ action: z.string(), ids: z.array(z.string()), uids: z.array(z.string()) }),
      sql`select action, campaign_ids as ids, subject_uids as uids from access_log
        where action like '%evidence%' order by at`,
    )
    const about = { ids: [campaign.id], uids: [ada.uid] }
    expect(rows).toEqual([
      { action: 'GET /api/evidence', ids: [campaign.id], uids: [] },
      { action: 'GET /api/evidence/:id', ...about },
      { action: 'GET /api/evidence/:id/images/:position', ...about },
    ])
  })

  it('keeps no evidence of a campaign without money and reports', async () => {
    expect((await at.deleteCampaign(organiser, campaign)).status).toBe(204)
    expect(await readEvidence()).toBe(404)
    expect(await countImages()).toBe(0)
  })

  it('deletes evidence and pictures at the end of the term, and not before', async () => {
    await deleteReported()
    at.clock.now = new Date('2026-05-03T09:00:00.000Z')
    const deleteAt = (time: string) => owner.run(sql`update evidence set deleted_at = ${time}`)
    // Six years after the end of 2019, in Lagos.
    await deleteAt('2019-12-31T23:00:00.000Z')
    await at.runTask('end-terms')
    expect(await countImages()).toBe(1)
    expect((await owner.pool.query('select from evidence')).rowCount).toBe(1)

    await deleteAt('2019-12-31T22:59:59.000Z')
    await at.runTask('end-terms')
    expect(await countImages()).toBe(0)
    expect((await owner.pool.query('select from evidence')).rowCount).toBe(0)
  })

  it('deletes pictures of a deletion that was refused after a day', async () => {
    await owner.run(sql`insert into evidence_image (campaign_id, image_id, bytes_sealed, stored_at)
      values (${campaign.id}, 'a', 'sealed', ${at.clock.now})`)
    at.clock.now = new Date('2026-05-02T10:00:00.000Z')
    await at.runTask('end-terms')
    expect(await countImages()).toBe(0)
  })
})

describe.each(storeKinds)('supporting documents with the %s content store', async (kind) => {
  const at = await openDeletionApp(kind)
  const { owner } = at
  let organiser: Person
  let reviewer: Person
  let campaign: StoredCampaign
  let documentId: string

  beforeEach(async () => {
    ;({ organiser, reviewer, campaign } = await at.reset())
    await at.runTask('purge-documents')
    documentId = await at.addDocument(organiser, campaign)
  })

  async function dismissReport() {
    await at.report(campaign)
    const { findCase, act } = moderate(at.app)
    const { id } = await findCase(reviewer, campaign.id)
    expect((await act(reviewer, id, 'dismiss')).status).toBe(204)
  }
  async function deleteReported() {
    await dismissReport()
    expect((await at.deleteCampaign(organiser, campaign)).status).toBe(204)
  }
  const evidencePath = () => `/api/evidence/${campaign.id}/documents/${documentId}`
  const documentPath = () => `/api/documents/${documentId}/file`
  const getStatus = async (who: Person | typeof visitor, path: string) =>
    (await as(at.app, who)(path)).status

  const rowSchema = z.object({ name: z.string(), fileKey: z.string(), hasKey: z.boolean() })
  const readRows = () =>
    owner.rows(
      rowSchema,
      sql`select name, file_key as "fileKey", key_sealed is not null as "hasKey" from campaign_document`,
    )
  const listFiles = () =>
    readdirSync(join(at.dataDir, 'documents'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)

  it('outlive a deletion with evidence, for reviewers only, and each reading is recorded', async () => {
    await deleteReported()
    at.pass(3 * 86_400_000)
    for (const task of ['finish-deletions', 'end-terms', 'purge-documents']) await at.runTask(task)
    const answer = await as(at.app, reviewer)(`/api/evidence/${campaign.id}`)
    const { evidence } = z.parse(evidenceResponseSchema, await answer.json())
    expect(evidence.documents).toMatchObject([{ id: documentId, name: 'Hospital bill.pdf' }])

    const file = await as(at.app, reviewer)(evidencePath())
    const read = await owner.values(
      z.array(z.string()),
      sql`select campaign_ids from access_log where action = 'GET /api/evidence/:id/documents/:documentId'`,
    )
    expect(read).toEqual([[campaign.id]])
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(pdf()))
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    for (const who of [visitor, organiser, reviewer])
      expect(await getStatus(who, documentPath())).toBe(404)
    expect(
      (await as(at.app, organiser)(`/api/documents/${documentId}`, { method: 'DELETE' })).status,
    ).toBe(404)
    const data = await (await as(at.app, organiser)('/api/account/data')).text()
    expect(data).not.toContain('Hospital bill')
  })

  it('stay when the account is deleted', async () => {
    await dismissReport()
    expect((await at.deleteAccount(organiser)).status).toBe(204)
    at.pass(2 * 86_400_000)
    await at.runTask('purge-documents')
    expect(await getStatus(reviewer, evidencePath())).toBe(200)
    expect(await getStatus(reviewer, documentPath())).toBe(404)
  })

  it('lose row, key and file at the end of the term, and not before', async () => {
    await deleteReported()
    at.pass(3 * 86_400_000)
    const [row] = await readRows()
    const fileKey = row?.fileKey ?? ''
    const isStored = () => listFiles().some((name) => name.includes(fileKey))
    const endAt = async (time: string) => {
      await owner.run(sql`update evidence set deleted_at = ${time}`)
      for (const task of ['end-terms', 'purge-documents']) await at.runTask(task)
    }
    // Six years after the end of 2019, in Lagos.
    await endAt('2019-12-31T23:00:00.000Z')
    expect(await readRows()).toEqual([{ name: 'Hospital bill.pdf', fileKey, hasKey: true }])
    expect(isStored()).toBe(true)
    expect(await getStatus(reviewer, evidencePath())).toBe(200)

    await endAt('2019-12-31T22:59:59.000Z')
    expect(await readRows()).toEqual([])
    expect(isStored()).toBe(false)
    expect(await getStatus(reviewer, evidencePath())).toBe(404)
  })

  it('are deleted with a campaign that leaves no evidence', async () => {
    const [row] = await readRows()
    expect((await at.deleteCampaign(organiser, campaign)).status).toBe(204)
    expect(await readRows()).toMatchObject([{ name: '', hasKey: false }])
    await at.runTask('purge-documents')
    expect(await readRows()).toEqual([])
    expect(listFiles().filter((name) => name.includes(row?.fileKey ?? ''))).toEqual([])
  })
})
