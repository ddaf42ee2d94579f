import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { seededRandom } from '#dev/sample-data/seed.ts'
import { sql } from '#server/platform/database/sql.ts'
import { type Draft, draftSchema, savedDraftSchema } from '#shared/campaign.ts'
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

async function listSaved() {
  return z.parse(savedDraftSchema, await (await as(app, owner)('/api/draft')).json())
}

async function listTitles() {
  const { draft, kept } = await listSaved()
  return { draft: draft?.values.title, kept: kept.map(({ values }) => values.title) }
}

const toWords = (version: Draft | null | undefined) =>
  z.parse(z._default(z.string(), ''), version?.values.title).split(' ')

type Tab = { words: string[]; base: string | undefined; writer: string; replaces: boolean }

/** Tabs that type one word after the other. Returns the words that stand neither in the draft nor in a kept version. */
async function playHistory(random: () => number) {
  const tabs: Tab[] = []
  const typed = new Set<string>()
  const pick = (length: number) => Math.floor(random() * length)
  const openTab = async (from: 'draft' | 'kept') => {
    const { draft, kept } = await listSaved()
    const shown = from === 'draft' ? draft : kept[pick(kept.length)]
    const words = toWords(shown)
    const base = shown?.savedAt
    tabs.push({ words, base, writer: `tab-${tabs.length}`, replaces: from === 'kept' })
  }
  const saveTab = async (tab: Tab) => {
    const title = tab.words.join(' ')
    const { base, writer, replaces } = tab
    const answer = await save({ values: { title }, tab: 0, base, writer, replaces })
    if (answer.status === 409) {
      tab.replaces = random() < 0.3
      return
    }
    expect(answer.status).toBe(200)
    // Every fifth answer is lost on the way.
    if (random() < 0.2) return
    tab.replaces = false
    tab.base = z.parse(z.object({ draft: draftSchema }), await answer.json()).draft.savedAt
  }
  await openTab('draft')
  for (let step = 0; step < 14; step++) {
    const tab = tabs[pick(tabs.length)]
    const chance = random()
    if (chance < 0.2 && tabs.length < 4) await openTab(random() < 0.7 ? 'draft' : 'kept')
    else if (chance < 0.25) await as(app, owner)('/api/draft', { method: 'DELETE' })
    else if (tab) {
      const word = `word${step}`
      tab.words.push(word)
      typed.add(word)
      await saveTab(tab)
    }
  }
  const { draft, kept } = await listSaved()
  const held = new Set([draft, ...kept].flatMap((one) => toWords(one)))
  return [...typed].filter((word) => !held.has(word))
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
      images: [
        { id: 'a'.repeat(64), alt: 'The well', width: 10, height: 10, focus: { x: 50, y: 20 } },
      ],
    }
    const response = await save({ values, tab: 1 })

    expect(response.status).toBe(200)
    const { draft } = z.parse(z.object({ draft: draftSchema }), await response.json())
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

  it('keeps both versions of two tabs, and lets the person choose', async () => {
    await save({ values: { title: 'First' }, tab: 0, writer: 'a' })
    const base = (await getDraft(owner))?.savedAt
    await save({ values: { title: 'A story' }, tab: 0, writer: 'a', base })
    const old = { values: { title: 'First', city: 'Ibadan' }, tab: 0, writer: 'b', base }
    const refused = await save(old)

    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ error: { code: 'draft-changed' } })
    expect(await listTitles()).toEqual({ draft: 'A story', kept: ['First'] })
    expect((await save({ ...old, replaces: true })).status).toBe(200)
    expect(await listTitles()).toEqual({ draft: 'First', kept: ['A story'] })
  })

  it('accepts a save whose answer was lost', async () => {
    for (let count = 0; count < 2; count++)
      expect((await save({ values: { title: 'First' }, tab: 0, writer: 'a' })).status).toBe(200)
    const next = { values: { title: 'Second' }, tab: 0, writer: 'a', base: 'lost' }
    expect((await save(next)).status).toBe(200)
    expect(await listTitles()).toEqual({ draft: 'Second', kept: [] })
  })

  it('loses nothing that was typed in random histories of tabs and devices', async () => {
    const random = seededRandom(31).next
    const histories = Number(process.env['DRAFT_HISTORIES'] ?? 12)
    for (let history = 0; history < histories; history++) {
      await database.run(sql`delete from campaign_draft`)
      expect(await playHistory(random)).toEqual([])
    }
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
