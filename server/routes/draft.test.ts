import { AsyncLocalStorage } from 'node:async_hooks'

import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { seededRandom } from '#dev/sample-data/seed.ts'
import { sql } from '#server/platform/database/sql.ts'
import { type Draft, draftSchema, savedDraftSchema } from '#shared/campaign.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { ada, as, bola, type Person } from '#test/support/people/people.ts'
import type { getLatestDraft, toWizardDraft } from '#web/pages/dashboard/wizard/draft.ts'
import type { createDraftSaver } from '#web/pages/dashboard/wizard/use-draft.ts'

const { database, people } = await freshDatabase({ owner: ada, stranger: bola })
const { owner, stranger } = people
const { app } = await openCampaignApp(database)

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

/** What the modules of one browser tab keep: each tab has its own copy of the saver. */
type TabCode = {
  createDraftSaver: typeof createDraftSaver
  getLatestDraft: typeof getLatestDraft
  toWizardDraft: typeof toWizardDraft
  stored: Map<string, string>
}
type Tab = {
  code: TabCode
  words: string[]
  isChanged: boolean
  saver: ReturnType<typeof createDraftSaver>
}

/** The tab whose code runs, which decides whose session storage that is. */
const tabs = new AsyncLocalStorage<TabCode>()

async function loadTabCode(): Promise<TabCode> {
  vi.resetModules()
  const { createDraftSaver: create } = await import('#web/pages/dashboard/wizard/use-draft.ts')
  const { getLatestDraft: latest, toWizardDraft: toDraft } =
    await import('#web/pages/dashboard/wizard/draft.ts')
  return {
    createDraftSaver: create,
    getLatestDraft: latest,
    toWizardDraft: toDraft,
    stored: new Map(),
  }
}

const sessionStorageOfTab = {
  getItem: (key: string) => tabs.getStore()?.stored.get(key) ?? null,
  setItem: (key: string, value: string) => tabs.getStore()?.stored.set(key, value),
  removeItem: (key: string) => tabs.getStore()?.stored.delete(key),
}

/** A connection that loses requests and answers, and holds answers back until `release`. */
function openConnection(random: () => number) {
  let isGood = false
  let held: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const chance = isGood ? 1 : random()
    if (chance < 0.1) throw new TypeError('Failed to fetch')
    const body: unknown = JSON.parse(z.parse(z.string(), init.body))
    const answer = await as(app, owner)(path, { method: init.method ?? 'GET', body })
    if (chance < 0.2) throw new TypeError('Failed to fetch')
    if (chance < 0.5 && !isGood) await new Promise<void>((resolve) => held.push(resolve))
    return answer
  })
  const release = () => {
    for (const resolve of held) resolve()
    held = []
  }
  return {
    release,
    repair: () => {
      isGood = true
      release()
    },
  }
}

const inTab = <Result>(code: TabCode, run: () => Result) => tabs.run(code, run)

async function openTab(code: TabCode, random: () => number): Promise<Tab> {
  const { draft, kept } = await listSaved()
  const isKept = random() < 0.2 && kept.length > 0
  const shown = isKept ? kept[Math.floor(random() * kept.length)] : draft
  const ofServer = shown ? code.toWizardDraft(shown) : null
  const latest = inTab(code, () => code.getLatestDraft(ofServer, owner.uid))
  const { savedAt, writer, isUnsaved = false, defaults } = latest ?? {}
  const tab: Tab = {
    code,
    words: toWords({ values: defaults?.basic ?? {}, tab: 0 }),
    isChanged: false,
    saver: code.createDraftSaver({
      uid: owner.uid,
      savedAt,
      continues: writer,
      replaces: isKept && !isUnsaved,
      onState: (state) => {
        tab.isChanged = state === 'changed'
      },
    }),
  }
  if (isUnsaved) touch(tab)
  return tab
}

const touch = ({ code, saver, words }: Tab) =>
  inTab(code, () => saver.touch(() => ({ values: { title: words.join(' ') }, tab: 0 })))

/** What may happen in an open tab by chance. Leaving closes it. */
function act({ code, saver, isChanged }: Tab, chance: number, release: () => void): unknown {
  if (chance < 0.7) return inTab(code, () => saver.flush())
  if (chance < 0.8) return release()
  if (chance < 0.9) return inTab(code, () => saver.leave())
  return isChanged && inTab(code, () => saver.keepMine())
}

/** Tabs that type one word after the other. Returns the words that stand neither in the draft nor in a kept version. */
async function playHistory(codes: TabCode[], random: () => number) {
  const open = new Map<TabCode, Tab>()
  const typed = new Set<string>()
  const running: unknown[] = []
  const connection = openConnection(random)
  for (let step = 0; step < 18; step++) {
    const code = codes[Math.floor(random() * codes.length)]
    const tab = code && open.get(code)
    const chance = random()
    if (code && !tab) open.set(code, await openTab(code, random))
    else if (tab && chance < 0.45) {
      tab.words.push(`word${step}`)
      typed.add(`word${step}`)
      touch(tab)
    } else if (tab) {
      running.push(act(tab, chance, connection.release))
      if (chance >= 0.8 && chance < 0.9) open.delete(tab.code)
    }
    // Requests reach the server while people go on typing.
    if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve))
  }
  connection.repair()
  await Promise.all(running)
  for (const code of codes) await endTab(code, open.get(code), random)
  const { draft, kept } = await listSaved()
  const held = new Set([draft, ...kept].flatMap((one) => toWords(one)))
  return [...typed].filter((word) => !held.has(word))
}

/** A closed tab whose storage holds something is opened once more. */
async function endTab(code: TabCode, open: Tab | undefined, random: () => number) {
  const tab = open ?? (code.stored.size > 0 ? await openTab(code, random) : undefined)
  for (let tries = 0; tab && tries < 20; tries++)
    if (await inTab(code, () => tab.saver.flush())) break
  if (tab) await inTab(code, () => tab.saver.stop())
  code.stored.clear()
}

describe('/api/draft', () => {
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

  it('keeps the newest of the saves of one wizard that arrive in another order', async () => {
    for (const [sequence, title] of [...['First', 'First second'].entries()].toReversed())
      expect((await save({ values: { title }, tab: 0, writer: 'a', sequence })).status).toBe(200)
    expect(await listTitles()).toEqual({ draft: 'First second', kept: [] })
    const base = (await getDraft(owner))?.savedAt
    const other = { values: { title: 'Other' }, tab: 0, writer: 'b', base }
    expect((await save(other)).status).toBe(200)
    for (const sequence of [3, 2]) {
      const late = { values: { title: `Late ${sequence}` }, tab: 0, writer: 'a', sequence }
      expect((await save(late)).status).toBe(409)
    }
    expect(await listTitles()).toEqual({ draft: 'Other', kept: ['Late 3'] })
  })

  it('keeps what was typed before a tab was left while an older save is on its way', async () => {
    vi.stubGlobal('sessionStorage', sessionStorageOfTab)
    const code = await loadTabCode()
    const delayed = Promise.withResolvers<void>()
    let sent = 0
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      sent += 1
      if (sent === 1) await delayed.promise
      const body: unknown = JSON.parse(z.parse(z.string(), init.body))
      const answer = await as(app, owner)(path, { method: init.method ?? 'GET', body })
      delayed.resolve()
      return answer
    })
    const tab = await openTab(code, () => 1)
    tab.words.push('First')
    touch(tab)
    const older = inTab(code, () => tab.saver.flush())
    await vi.waitUntil(() => sent === 1)
    tab.words.push('second')
    touch(tab)
    inTab(code, () => tab.saver.leave())
    await older
    expect(await listTitles()).toEqual({ draft: 'First second', kept: [] })
    vi.unstubAllGlobals()
  })

  it('keeps what two pages of one tab have typed, whichever saves last', async () => {
    await save({ values: { title: 'First' }, tab: 0, writer: 'a' })
    const again = { values: { title: 'First second' }, tab: 0, writer: 'b', continues: 'a' }
    expect((await save(again)).status).toBe(200)
    const restored = { values: { title: 'First third' }, tab: 0, writer: 'a', sequence: 1 }
    expect((await save(restored)).status).toBe(409)
    expect(await listTitles()).toEqual({ draft: 'First second', kept: ['First third'] })
  })

  it('loses nothing that was typed in random histories of the saver in tabs and devices', async () => {
    vi.stubGlobal('sessionStorage', sessionStorageOfTab)
    const random = seededRandom(Number(process.env['SEED'] ?? 31)).next
    const codes: TabCode[] = []
    while (codes.length < 4) codes.push(await loadTabCode())
    const histories = Math.min(1_000, Number(process.env['HISTORIES'] ?? 12))
    for (let history = 0; history < histories; history++) {
      await database.run(sql`delete from campaign_draft`)
      expect([history, await playHistory(codes, random)]).toEqual([history, []])
    }
    vi.unstubAllGlobals()
  }, 1_800_000)

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
