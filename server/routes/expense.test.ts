import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { budgetField } from '#shared/budget.ts'
import { documentSchema } from '#shared/document.ts'
import { caseReportsSchema } from '#shared/moderation.ts'
import { spendingSchema } from '#shared/expense.ts'
import { kobo } from '#shared/money.ts'
import { expenseSentences } from '#shared/text/expense-sentences.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { moderate } from '#test/support/campaigns/moderation.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { insertDocument } from '#test/support/documents/insert-document.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { ada, as, bola, chidi, type Person } from '#test/support/people/people.ts'

const { database, people } = await freshDatabase({
  owner: ada,
  stranger: bola,
  reviewer: chidi,
})
const { owner, stranger, reviewer } = people
const { app, content } = await openCampaignApp(database)
const { findCase, ...moderation } = moderate(app)
const budget = [{ text: 'Pump', amount: kobo(5_000_000_00) }]

let campaign: { id: string }

beforeEach(async () => {
  campaign = await insertCampaignBy(content, ada, 'approved', { budget })
})

/** What the provider has paid out, and what donors got back afterwards. */
const payOut = (paidOut: number, owed = 0) =>
  database.run(sql`
    insert into campaign_total (campaign_id, mode, slot, raised_kobo, gross_kobo, reversed_kobo, paid_count, donor_count,
      paid_out_kobo, owner_receivable_kobo)
    values (${campaign.id}, 'sandbox', 0, ${paidOut - owed}, ${paidOut}, ${owed}, 1, 1, ${paidOut}, ${owed})
    on conflict (campaign_id, mode, slot) do update set raised_kobo = excluded.raised_kobo,
      reversed_kobo = excluded.reversed_kobo, owner_receivable_kobo = excluded.owner_receivable_kobo`)

async function upload(picture: Uint8Array<ArrayBuffer>, who = owner) {
  const body = new FormData()
  body.append('file', new File([picture], 'receipt.jpg'))
  const path = `/api/campaigns/${campaign.id}/documents`
  const response = await as(app, who)(path, { method: 'POST', body })
  return z.parse(documentSchema, await response.json()).id
}
const addDocument = () => insertDocument(database, { campaignId: campaign.id, ownerUid: owner.uid })
const add = async (change: Record<string, unknown> = {}, who = owner) =>
  as(app, who)(`/api/campaigns/${campaign.id}/expenses`, {
    method: 'POST',
    body: {
      line: 'Pump',
      amount: '20,000',
      day: inDays(-1),
      payee: 'A shop in Ife',
      isPublished: false,
      ...change,
      documentId: change.documentId ?? (await addDocument()),
    },
  })
const act = (what: 'withdraw' | 'strike', id: string, who: Person, body: object = {}) =>
  as(app, who)(`/api/campaigns/${campaign.id}/expenses/${id}/${what}`, { method: 'POST', body })
const read = async (who = stranger) =>
  z.parse(
    spendingSchema,
    await (await as(app, who)(`/api/campaigns/${campaign.id}/spending`)).json(),
  )
const fields = async (response: Response) =>
  ((await response.json()) as { error: { fields?: Record<string, string[]> } }).error.fields

describe('an expense', () => {
  it('is read by everybody, its document only where the organiser publishes it', async () => {
    await payOut(50_000_00)
    expect((await add()).status).toBe(204)
    const documentId = await upload(new Uint8Array(await jpeg()))
    expect((await add({ amount: '10,000', isPublished: true, documentId })).status).toBe(204)

    const { expenses, ...sums } = await read()
    expect(sums).toMatchObject({ received: 50_000_00, paidOut: 50_000_00, accounted: 30_000_00 })
    expect(sums).toMatchObject({ owed: 0, canAdd: false, canStrike: false })
    expect(expenses.map(({ document }) => document?.name)).toEqual(['receipt.webp', undefined])
    const [shown] = expenses
    const file = await as(app, stranger)(`/api/documents/${shown?.document?.id}/file`)
    expect(file.status).toBe(200)
    const mine = await read(owner)
    expect(mine.canAdd).toBe(true)
    const hidden = mine.expenses.find(({ id }) => id !== shown?.id)?.document?.id
    expect((await as(app, stranger)(`/api/documents/${hidden}/file`)).status).toBe(404)
    const listed = await as(app, stranger)(`/api/campaigns/${campaign.id}/public-documents`)
    expect(await listed.json()).toEqual({ documents: [] })
  })

  it('is refused above what was paid out, also when 16 are sent at once', async () => {
    expect(await fields(await add())).toEqual({ amount: [expenseSentences.paidOut] })
    await payOut(50_000_00)
    const documents: string[] = []
    for (let number = 0; number < 4; number++) documents.push(await addDocument())
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => add({ documentId: documents[index % 4] })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(2)
    expect(await read()).toMatchObject({ accounted: 40_000_00, paidOut: 50_000_00 })
  })

  it('is refused without a line of the budget and a document of its own', async () => {
    await payOut(50_000_00)
    expect(await fields(await add({ line: 'Car' }))).toEqual({ line: [expenseSentences.line] })
    const documentId = await addDocument()
    expect((await add({ documentId })).status).toBe(204)
    expect(await fields(await add({ documentId }))).toEqual({
      documentId: [expenseSentences.document],
    })
  })

  it('stays when money goes back to donors, and the organiser owes that', async () => {
    await payOut(50_000_00)
    await add({ amount: '50,000' })
    await payOut(50_000_00, 20_000_00)
    expect(await read()).toMatchObject({ received: 30_000_00, paidOut: 50_000_00 })
    expect(await read()).toMatchObject({ accounted: 50_000_00, owed: 20_000_00 })
  })

  it('with a paper that was used before is kept from the public until a reviewer dismisses the report', async () => {
    await payOut(50_000_00)
    const picture = new Uint8Array(await jpeg())
    await add({ documentId: await upload(picture), isPublished: true })
    expect((await read()).expenses).toMatchObject([{ document: { name: 'receipt.webp' } }])
    campaign = await insertCampaignBy(content, ada, 'approved', { budget })
    await payOut(50_000_00)
    const facts = { amount: '12,345.60', payee: 'Ayo and sons', isPublished: true }
    const documentId = await upload(picture)
    expect((await add({ ...facts, documentId })).status).toBe(204)

    expect((await read()).expenses).toMatchObject([{ document: null }])
    expect((await as(app, stranger)(`/api/documents/${documentId}/file`)).status).toBe(404)
    for (const who of [owner, reviewer])
      expect((await read(who)).expenses).toMatchObject([
        { document: { id: documentId, isHeld: true } },
      ])
    const { id } = await findCase(reviewer, campaign.id)
    const { reports } = z.parse(
      caseReportsSchema,
      await (await as(app, reviewer)(`/api/cases/${id}/reports`)).json(),
    )
    expect(reports).toMatchObject([{ reason: 'fraud' }])
    expect(reports[0]?.details).toContain('₦12,345.60')
    await moderation.act(reviewer, id, 'dismiss')
    expect((await as(app, stranger)(`/api/documents/${documentId}/file`)).status).toBe(200)
    for (const who of [stranger, owner])
      expect((await read(who)).expenses).toMatchObject([
        { document: { id: documentId, isHeld: false } },
      ])

    // Another paper with one digit changed.
    campaign = await insertCampaignBy(content, ada, 'approved', { budget })
    await payOut(50_000_00)
    await add({ ...facts, amount: '12,845.60', payee: 'Ayo & Sons' })
    expect((await read()).expenses).toMatchObject([{ document: null }])
    await add({ ...facts, amount: '22,845.60', payee: 'Ayo & Sons' })
    expect((await read()).expenses).toMatchObject([{ document: {} }, { document: null }])
  })

  it('is recorded again with the same paper once it was withdrawn, and counts twice with none', async () => {
    await payOut(50_000_00)
    const picture = new Uint8Array(await jpeg())
    await add({ documentId: await upload(picture), isPublished: true })
    const [first] = (await read()).expenses
    await act('withdraw', first?.id ?? '', owner)
    await add({ documentId: await upload(picture), isPublished: true })
    expect((await read()).expenses).toMatchObject([{ document: {} }])
    await add({ documentId: await upload(picture), amount: '10', isPublished: true })
    expect((await read()).expenses.filter(({ document }) => document === null)).toHaveLength(1)
  })

  it('is recorded, read and withdrawn by a treasurer, whose name the history has', async () => {
    await payOut(50_000_00)
    await database.run(sql`
      insert into campaign_member (campaign_id, role, invited_at, uid, accepted_at, confirms_from)
      values (${campaign.id}, 'treasurer', now(), ${bola.uid}, now(), now())`)
    const documentId = await upload(new Uint8Array(await jpeg()), stranger)
    expect((await add({ documentId }, stranger)).status).toBe(204)
    const { expenses, ...can } = await read(stranger)
    expect(can).toMatchObject({ canAdd: true, canWithdraw: true, canStrike: false })
    const [expense] = expenses
    const file = await as(app, stranger)(`/api/documents/${expense?.document?.id}/file`)
    expect(file.status).toBe(200)
    expect((await act('withdraw', expense?.id ?? '', stranger)).status).toBe(204)
    const actors = await database.values(
      z.string(),
      sql`select actor_uid from campaign_history where campaign_id = ${campaign.id} and event = 'document-add'`,
    )
    expect(actors).toEqual([bola.uid])
  })

  it('is recorded after the end of the campaign too', async () => {
    await payOut(50_000_00)
    await content.changeCampaign(campaign.id, { to: 'ended' })
    expect((await add()).status).toBe(204)
  })

  it('stays with its line when the text of the line is edited, and its form keeps the key', async () => {
    await payOut(50_000_00)
    await add()
    const typed = ['Pump', 'Pipes', 'Work'].map((text) => ({ text, amount: '10,000', key: text }))
    const edit = (texts: string[]) =>
      z.parse(
        budgetField,
        typed.map((line, at) => ({ ...line, text: texts[at] })),
      )
    const edited = edit(['New pump', 'Pipes', 'Work'])
    expect(edited.map(({ key }) => key)).toEqual(['Pump', undefined, undefined])
    const swapped = edit(['Pipes', 'Pump', 'Work']).map(({ key }) => key)
    expect(swapped).toEqual(['Pump', 'Pipes', undefined])
    const added = { text: 'Pump', amount: '5,000' }
    const [, , , last] = z.parse(budgetField, [
      { ...typed[0], text: 'New' },
      ...typed.slice(1),
      added,
    ])
    expect(last?.key).toBe('Pu 2')
    await content.changeCampaign(campaign.id, { to: 'approved', fields: { budget: edited } })
    expect((await add({ line: 'New pump' })).status).toBe(400)
    expect((await add()).status).toBe(204)
    expect((await read()).expenses.map(({ line }) => line)).toEqual(['Pump', 'Pump'])
    const form = await as(app, owner)(`/api/campaigns/${campaign.id}/form`)
    expect(await form.json()).toMatchObject({
      values: { budget: [{ text: 'New pump', key: 'Pump' }, {}, {}] },
    })
  })

  it('no longer counts once its organiser withdraws it', async () => {
    await payOut(20_000_00)
    await add()
    const [expense] = (await read()).expenses
    expect((await act('withdraw', expense?.id ?? '', owner)).status).toBe(204)
    expect((await act('withdraw', expense?.id ?? '', owner)).status).toBe(404)
    expect(await read()).toMatchObject({ accounted: 0, expenses: [] })
    expect((await add()).status).toBe(204)
  })

  it('is struck by a reviewer, whose reason the organiser reads and visitors do not', async () => {
    await payOut(20_000_00)
    await add({ isPublished: true, documentId: await upload(new Uint8Array(await jpeg())) })
    const { expenses } = await read(reviewer)
    const [expense] = expenses
    const reason = 'The receipt is of another campaign.'
    expect((await act('strike', expense?.id ?? '', reviewer, { reason })).status).toBe(204)
    expect(await read()).toMatchObject({ accounted: 0, expenses: [] })
    expect((await read(owner)).expenses).toMatchObject([{ reason }])
    const file = await as(app, stranger)(`/api/documents/${expense?.document?.id}/file`)
    expect(file.status).toBe(404)
  })
})
