import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { outsideReceiptsPerCampaign, outsideReceiptsSchema } from '#shared/outside-receipt.ts'
import { outsideSentences } from '#shared/text/outside-sentences.ts'
import { invalid } from '#shared/text/invalid.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { insertDocument } from '#test/support/documents/insert-document.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { ada, as, bola, chidi, dada, type Person } from '#test/support/people/people.ts'

const { database, people } = await freshDatabase({
  owner: ada,
  stranger: bola,
  reviewer: chidi,
  admin: dada,
})
const { owner, stranger, reviewer, admin } = people
const { app, content } = await openCampaignApp(database)
const reason = { reason: 'The letter is about another campaign.' }

let campaign: { id: string }

beforeEach(async () => {
  campaign = await insertCampaignBy(content, ada, 'approved')
})

const valid = { amount: '20,000', day: inDays(-1), note: 'Collected in church', documentId: '' }
const path = (id = campaign.id) => `/api/campaigns/${id}/outside-receipts`
const add = (change: Partial<typeof valid> = {}, who = owner, id = campaign.id) =>
  as(app, who)(path(id), { method: 'POST', body: { ...valid, ...change } })
const act = (what: 'withdraw' | 'strike', id: string, who: Person, body: object = {}) =>
  as(app, who)(`${path()}/${id}/${what}`, { method: 'POST', body })
const list = async (who = owner) =>
  z.parse(outsideReceiptsSchema, await (await as(app, who)(path())).json())
const readCampaign = async () => {
  const shown = await (await as(app, stranger)(`/api/campaigns/${campaign.id}`)).json()
  return z.parse(
    z.object({ campaign: z.object({ raised: z.int(), receivedOutside: z.int() }) }),
    shown,
  ).campaign
}
const upload = (bytes: Uint8Array) => {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(bytes)], 'letter.jpg'))
  return as(app, owner)(`/api/campaigns/${campaign.id}/documents`, { method: 'POST', body })
}
const addDocument = (campaignId = campaign.id) =>
  insertDocument(database, { campaignId, ownerUid: owner.uid })
async function fields(response: Response) {
  const body = (await response.json()) as { error: { fields?: Record<string, string[]> } }
  return [response.status, body.error.fields]
}
async function addOne(change: Partial<typeof valid> = {}) {
  expect((await add(change)).status).toBe(204)
  const { receipts } = await list()
  return receipts[0]?.id ?? ''
}

describe('money from outside', () => {
  it('is shown as a sum of its own, and raised stays', async () => {
    expect(await readCampaign()).toEqual({ raised: 0, receivedOutside: 0 })
    await add({ amount: '20,000.50' })
    await add({ amount: 'N5k', day: inDays(-30), note: 'From my uncle' })
    expect(await readCampaign()).toEqual({ raised: 0, receivedOutside: 25_000_50 })
    expect(await list()).toMatchObject({
      canAdd: true,
      canStrike: false,
      receipts: [
        { amount: 20_000_50, day: inDays(-1), note: 'Collected in church', document: null },
        { amount: 5_000_00, day: inDays(-30), note: 'From my uncle' },
      ],
    })
  })

  it('needs a document above ₦50,000, which belongs to the campaign', async () => {
    expect((await add({ amount: '50,000' })).status).toBe(204)
    const refused = [400, { documentId: [outsideSentences.document] }]
    const large = { amount: '50,000.01' }
    expect(await fields(await add(large))).toEqual(refused)
    const other = await insertCampaignBy(content, ada, 'approved')
    for (const documentId of [
      await addDocument(other.id),
      '00000000-0000-4000-8000-00000000dddd',
      'x',
    ])
      expect(await fields(await add({ ...large, documentId }))).toEqual(refused)
    const documentId = await addDocument()
    expect((await add({ ...large, documentId })).status).toBe(204)
    const document = { id: documentId, name: 'letter.webp' }
    expect((await list(reviewer)).receipts).toMatchObject([{ document }, {}])
  })

  it('leaves room for five documents beside those that it names', async () => {
    for (let named = 0; named < 6; named++)
      expect((await add({ amount: '60,000', documentId: await addDocument() })).status).toBe(204)
    for (let others = 0; others < 4; others++) await addDocument()
    expect((await upload(await jpeg())).status).toBe(201)
    expect((await upload(await jpeg(9))).status).toBe(400)
  })

  it.each([
    ['no amount', { amount: '' }, { amount: [invalid.amount] }],
    ['less than ₦1', { amount: '0.99' }, { amount: [outsideSentences.amountRange] }],
    ['too much', { amount: '10,000,000,000.01' }, { amount: [outsideSentences.amountRange] }],
    ['tomorrow', { day: inDays(1) }, { day: [outsideSentences.day] }],
    [
      'more than a year before the campaign',
      { day: inDays(-367) },
      { day: [outsideSentences.day] },
    ],
    ['no day', { day: '' }, { day: [outsideSentences.day] }],
    ['no note', { note: ' ' }, { note: [outsideSentences.note] }],
    ['a note of 201 characters', { note: 'x'.repeat(201) }, { note: ['This text is too long.'] }],
  ])('is refused with %s', async (_name, change, expected) => {
    expect(await fields(await add(change))).toEqual([400, expected])
    expect((await list()).receipts).toEqual([])
  })

  it('accepts ₦1, today, a year before the campaign and a note of 200 characters', async () => {
    expect((await add({ amount: '1', day: inDays(0), note: 'x'.repeat(200) })).status).toBe(204)
    expect((await add({ day: inDays(-364) })).status).toBe(204)
  })

  it('has at most 100 rows, also when 8 arrive at once', async () => {
    await database.run(sql`
      insert into outside_receipt (campaign_id, owner_uid, amount_kobo, day, note, written_at)
      select ${campaign.id}, ${owner.uid}, 100, current_date - 1, 'x', now()
      from generate_series(1, ${outsideReceiptsPerCampaign - 2})`)
    const responses = await Promise.all(Array.from({ length: 8 }, () => add()))
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      204, 204, 400, 400, 400, 400, 400, 400,
    ])
    expect((await list()).receipts).toHaveLength(outsideReceiptsPerCampaign)
  })

  it('stops counting once its organiser withdraws it', async () => {
    const id = await addOne()
    expect((await act('withdraw', id, owner)).status).toBe(204)
    expect((await act('withdraw', id, owner)).status).toBe(404)
    expect(await readCampaign()).toEqual({ raised: 0, receivedOutside: 0 })
    expect((await list()).receipts).toMatchObject([{ id, withdrawnAt: expect.any(String) }])
  })

  it('is struck by a reviewer with a reason, which the organiser reads', async () => {
    const id = await addOne()
    expect((await act('strike', id, reviewer, { reason: 'short' })).status).toBe(400)
    expect((await act('strike', id, reviewer, reason)).status).toBe(204)
    expect((await act('strike', id, reviewer, reason)).status).toBe(404)
    expect((await act('withdraw', id, owner)).status).toBe(404)
    expect(await readCampaign()).toEqual({ raised: 0, receivedOutside: 0 })
    expect((await list()).receipts).toMatchObject([{ id, struckReason: reason.reason }])
    expect(JSON.stringify(await list())).not.toContain(reviewer.uid)
    const log = await (await as(app, admin)('/api/admin/audit-log')).text()
    expect(log).toContain('strike-outside-receipt')
  })

  it('is not struck by a reviewer on an own campaign or through another campaign', async () => {
    const own = await insertCampaignBy(content, chidi, 'approved')
    expect((await add({}, reviewer, own.id)).status).toBe(204)
    const { receipts } = z.parse(
      outsideReceiptsSchema,
      await (await as(app, reviewer)(path(own.id))).json(),
    )
    const id = receipts[0]?.id ?? ''
    const strike = `${path(own.id)}/${id}/strike`
    expect((await as(app, reviewer)(strike, { method: 'POST', body: reason })).status).toBe(409)
    expect((await act('strike', id, reviewer, reason)).status).toBe(404)
    expect((await act('withdraw', id, owner)).status).toBe(404)
  })

  it('ends once when 64 withdrawals and strikes arrive together', async () => {
    const id = await addOne()
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        index % 2 === 0 ? act('withdraw', id, owner) : act('strike', id, reviewer, reason),
      ),
    )
    const counted = Map.groupBy(responses, ({ status }) => status)
    expect([counted.get(204)?.length, counted.get(404)?.length]).toEqual([1, 63])
    const { receipts } = await list()
    expect([receipts[0]?.withdrawnAt, receipts[0]?.struckAt].filter(Boolean)).toHaveLength(1)
  })

  it('keeps what a row says against the application itself', async () => {
    await addOne()
    for (const change of [sql`amount_kobo = 1`, sql`note = 'y'`, sql`day = current_date`])
      await expect(database.run(sql`update outside_receipt set ${change}`)).rejects.toThrow(
        /permission denied/,
      )
  })

  it('goes with its campaign', async () => {
    await addOne()
    expect(
      (await as(app, owner)(`/api/campaigns/${campaign.id}`, { method: 'DELETE' })).status,
    ).toBe(204)
    expect(await database.rows(z.object({}), sql`select from outside_receipt`)).toEqual([])
  })
})
