import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { evidenceResponseSchema } from '#shared/evidence.ts'
import { openDeletionApp } from '#test/support/people/deletion-app.ts'
import { storeKinds } from '#test/support/campaigns/hosted-content.ts'
import { moderate } from '#test/support/campaigns/moderation.ts'
import { pdf } from '#test/support/documents/pdf-files.ts'
import { as, bola, visitor, type Person } from '#test/support/people/people.ts'

import { sql } from '../../../platform/database/sql.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'

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

  it('outlive a deletion with evidence, for reviewers only', async () => {
    await deleteReported()
    at.pass(3 * 86_400_000)
    for (const task of ['finish-deletions', 'end-terms', 'purge-documents']) await at.runTask(task)
    const answer = await as(at.app, reviewer)(`/api/evidence/${campaign.id}`)
    const { evidence } = z.parse(evidenceResponseSchema, await answer.json())
    expect(evidence.documents).toMatchObject([{ id: documentId, name: 'Hospital bill.pdf' }])

    const file = await as(at.app, reviewer)(evidencePath())
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(pdf()))
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    for (const who of [visitor, organiser, await at.createPerson(bola)])
      expect(await getStatus(who, evidencePath())).toBe(404)
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

  it('are served of their own campaign alone, and each reading is recorded', async () => {
    const other = await at.publish(organiser)
    const otherId = await at.addDocument(organiser, other)
    await deleteReported()
    const ofOther = `/api/evidence/${campaign.id}/documents/${otherId}`
    for (const path of [ofOther, `/api/evidence/${other.id}/documents/${otherId}`])
      expect(await getStatus(reviewer, path)).toBe(404)
    expect(await getStatus(reviewer, evidencePath())).toBe(200)
    const read = await owner.rows(
      z.object({ ids: z.array(z.string()) }),
      sql`select campaign_ids as ids from access_log
        where action = 'GET /api/evidence/:id/documents/:documentId' and ${campaign.id} = any(campaign_ids)`,
    )
    expect(read.at(-1)).toEqual({ ids: [campaign.id] })
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
