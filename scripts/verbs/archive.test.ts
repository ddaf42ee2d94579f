import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeEach, expect, it } from 'vitest'

import { attachDraftDocuments } from '#server/campaigns/documents/document-rows.ts'
import { listAuditLog } from '#server/staff/admin/audit-log.ts'
import { inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { kobo } from '#shared/money.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { pdf } from '#test/support/documents/pdf-files.ts'
import { openMoneyApp, type MoneyApp } from '#test/support/money/money-app.ts'
import { ada, bola, createPerson } from '#test/support/people/people.ts'

import { archive } from './archive.ts'
import type { VerbOptions } from './verb.ts'

const here = await testDatabase()
const there = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'ajo-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string) => join(folder, `${name}.zip`)

let from: MoneyApp
let to: MoneyApp

beforeEach(async () => {
  for (const each of [here, there]) await each.empty()
  from = await openMoneyApp(here)
  to = await openMoneyApp(there)
  await createPerson(here.database, ada)
  await createPerson(there.database, bola)
})

/** Applies the verb. Returns its sentence. */
async function run(at: MoneyApp, verb: 'export' | 'import', word: string, options: VerbOptions) {
  const found = await archive[verb]?.find(at, [word], options)
  return typeof found === 'object'
    ? found.apply?.({ uid: 'command-line', reason: 'A move' })
    : found
}

async function insert() {
  const { id, width, height } = await from.images.add(ada.uid, await jpeg())
  const images = [{ id, width, height, alt: 'The dry well', focus: { x: 20, y: 50 } }]
  const campaign = await insertCampaignBy(from.content, ada, 'approved', { images })
  await from.documents.addToCampaign(campaign, { fileName: 'Permit.pdf', bytes: pdf() })
  return campaign
}

it('is the same file again after it was imported into an empty Ajo', async () => {
  const { slug, title } = await insert()
  const options = (name: string) => ({ file: fileOf(name), documents: true })
  expect(await run(from, 'export', slug, options('first'))).toBe(
    `${slug} with 1 pictures and 1 documents is written to ${fileOf('first')}.`,
  )
  expect(await run(to, 'import', bola.email, { file: fileOf('first') })).toBe(
    `The draft of ${bola.email} has 1 pictures and 1 documents. They open it, add their bank account, and submit it for review.`,
  )
  expect((await to.drafts.find({ ownerUid: bola.uid })).draft?.values).toMatchObject({ title })
  await run(to, 'export', bola.email, options('second'))
  expect(readFileSync(fileOf('second')).equals(readFileSync(fileOf('first')))).toBe(true)
  expect((await listAuditLog(there.database)).entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['import-campaign', 'export-campaign']),
  )
})

it('keeps what the organiser received outside, as the draft and as the campaign that it becomes', async () => {
  const campaign = await insert()
  const upload = { fileName: 'List.pdf', bytes: pdf({ objects: ['(A list)'] }) }
  const list = await from.documents.addToCampaign(campaign, upload)
  const add = (amount: number, days: number, documentId = '', note = 'From church') =>
    from.outsideReceipts.add(campaign, {
      amount: kobo(amount),
      day: inDays(days),
      note,
      documentId,
    })
  await add(40_000_00, -2)
  await add(90_000_00, -3, list.id)
  await add(30_000_00, -4, '', 'A mistake')
  const mistake = (await from.outsideReceipts.list(campaign.id)).find(
    ({ note }) => note === 'A mistake',
  )
  await from.outsideReceipts.withdraw(campaign, mistake?.id ?? '')
  const { slug } = campaign
  await run(from, 'export', slug, { file: fileOf('outside'), documents: true })
  await run(from, 'export', slug, { file: fileOf('bare') })
  await run(to, 'import', bola.email, { file: fileOf('outside') })
  await run(to, 'export', bola.email, { file: fileOf('again'), documents: true })
  expect(readFileSync(fileOf('again')).equals(readFileSync(fileOf('outside')))).toBe(true)

  const imported = await insertCampaignBy(to.content, bola, 'pending')
  await there.database.transaction(async (queries) => {
    await attachDraftDocuments(queries, imported)
    await to.drafts.clear(bola.uid, queries)
  })
  expect(await to.outsideReceipts.list(imported.id)).toMatchObject([
    { amount: 40_000_00, note: 'From church', document: null },
    { amount: 90_000_00, note: 'From church', document: { name: 'List.pdf' } },
  ])
  await run(to, 'import', bola.email, { file: fileOf('bare') })
  expect(await to.outsideReceipts.listOfDraft(bola.uid)).toMatchObject([{ amount: 40_000_00 }])
  await to.drafts.discard(bola.uid)
  expect(await to.outsideReceipts.listOfDraft(bola.uid)).toEqual([])
})

it('has neither the contact, the bank account nor, unasked, a document', async () => {
  const { slug, contact, bankAccount } = await insert()
  await run(from, 'export', slug, { file: fileOf('plain') })
  const text = readFileSync(fileOf('plain')).toString('latin1')
  for (const part of [contact.email, contact.phone, bankAccount.subAccountCode, 'Permit'])
    expect(text).not.toContain(part)
})

it('replaces no draft, and says what an archive lacks', async () => {
  const { slug } = await insert()
  await run(from, 'export', slug, { file: fileOf('whole') })
  await run(to, 'import', bola.email, { file: fileOf('whole') })
  expect(await run(to, 'import', bola.email, { file: fileOf('whole') })).toBe(
    `${bola.email} has a draft. It must be submitted or discarded first.`,
  )
  await to.drafts.discard(bola.uid)
  const values = { images: [{ id: 'a'.repeat(64), alt: '' }] }
  const json = strToU8(JSON.stringify({ format: 1, values }))
  writeFileSync(fileOf('cut'), zipSync({ 'campaign.json': json }))
  await expect(run(to, 'import', bola.email, { file: fileOf('cut') })).rejects.toThrow(
    `the picture ${'a'.repeat(64)} is missing`,
  )
  const outside = [{ amount: 60_000_00, day: '2026-01-02', note: 'Cash', document: 1 }]
  const unproved = strToU8(JSON.stringify({ format: 1, values: {}, outside }))
  writeFileSync(fileOf('unproved'), zipSync({ 'campaign.json': unproved }))
  await expect(run(to, 'import', bola.email, { file: fileOf('unproved') })).rejects.toThrow(
    'the document 1 is missing',
  )
  writeFileSync(fileOf('text'), 'no archive')
  await expect(run(to, 'import', bola.email, { file: fileOf('text') })).rejects.toThrow(
    'is no archive of a campaign',
  )
})
