import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { savedDraftSchema } from '#shared/campaign.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ada, as, bola, createPerson, type Person } from '#test/support/people/people.ts'

const { database, empty } = await testDatabase()
const { app } = await openCampaignApp(database)

let owner: Person
let stranger: Person

beforeEach(async () => {
  await empty()
  owner = await createPerson(database, ada)
  stranger = await createPerson(database, bola)
})

const save = (body: unknown, who: Person = owner) =>
  as(app, who)('/api/draft', { method: 'PUT', body })

async function getDraft(who: Person) {
  const response = await as(app, who)('/api/draft')
  expect(response.status).toBe(200)
  return z.parse(savedDraftSchema, await response.json()).draft
}

describe('/api/draft', () => {
  it('is null at first', async () => {
    expect(await getDraft(owner)).toBeNull()
  })

  it('keeps only the latest values and tab', async () => {
    await save({ values: { title: 'First' }, tab: 0 })
    const values = {
      title: 'A well for \u0000 Ife \ud800',
      goalAmount: '5,000',
      showContact: true,
      images: [{ id: 'a'.repeat(64), alt: 'The well', width: 10, height: 10 }],
    }
    const response = await save({ values, tab: 1 })

    expect(response.status).toBe(200)
    const { draft } = z.parse(savedDraftSchema, await response.json())
    // Invisible characters are removed like in the submitted form.
    const cleaned = { ...values, title: 'A well for  Ife \ufffd' }
    expect(draft).toEqual({ values: cleaned, tab: 1, savedAt: expect.any(String) })
    expect(await getDraft(owner)).toEqual(draft)
  })

  it('drops the account number and unknown fields', async () => {
    const values = { title: 'A well', accountNumber: '0123456789', status: 'approved' }
    await save({ values, tab: 2 })

    expect((await getDraft(owner))?.values).toEqual({ title: 'A well' })
    const row = await database.row(
      z.object({ text: z.string() }),
      sql`select campaign_draft::text as text from campaign_draft`,
    )
    expect(row?.text).not.toContain('0123456789')
  })

  it('is separate for each person', async () => {
    await save({ values: { title: 'Ada’s' }, tab: 0 })
    await save({ values: { title: 'Bola’s' }, tab: 0 }, stranger)
    await as(app, stranger)('/api/draft', { method: 'DELETE' })

    expect((await getDraft(owner))?.values).toEqual({ title: 'Ada’s' })
    expect(await getDraft(stranger)).toBeNull()
  })

  it('can be deleted, also when there is none', async () => {
    await save({ values: {}, tab: 0 })
    for (let count = 0; count < 2; count++)
      expect((await as(app, owner)('/api/draft', { method: 'DELETE' })).status).toBe(204)
    expect(await getDraft(owner)).toBeNull()
  })

  it.each<[string, unknown]>([
    ['no tab', { values: {} }],
    ['a fourth tab', { values: {}, tab: 3 }],
    ['no values', { tab: 0 }],
    ['nested values', { values: { title: { nested: { deep: 1 } } }, tab: 0 }],
    ['too many images', { values: { images: Array(21).fill({ id: 'a' }) }, tab: 0 }],
  ])('refuses %s', async (_name, body) => {
    expect((await save(body)).status).toBe(400)
    expect(await getDraft(owner)).toBeNull()
  })

  it('refuses a body that is too large', async () => {
    const response = await save({ values: { title: 'x'.repeat(400_000) }, tab: 0 })
    expect(response.status).toBe(413)
    expect(await getDraft(owner)).toBeNull()
  })
})
