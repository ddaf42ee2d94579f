import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { accessLogSchema } from '#shared/access-log.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, as, bola, chidi, dada, visitor, type Person } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'

const {
  database,
  owner: databaseOwner,
  people,
} = await freshDatabase({
  organiser: ada,
  stranger: bola,
  reviewer: chidi,
  admin: dada,
})
const { organiser, stranger, reviewer, admin } = people
const { app, content, accessLog } = await openCampaignApp(database)

const rowSchema = z.object({
  uid: z.string(),
  role: z.string(),
  action: z.string(),
  concerns: z.string(),
  campaignIds: z.array(z.string()),
  subjectUids: z.array(z.string()),
  subjects: z.nullable(z.int()),
})
const listRows = () =>
  databaseOwner.rows(
    rowSchema,
    sql`select uid, role, action, concerns, campaign_ids as "campaignIds", subject_uids as "subjectUids", subjects
      from access_log order by at`,
  )
const get = async (who: Person | typeof visitor, path: string) => (await as(app, who)(path)).status
const readLog = async (query = '') =>
  z.parse(accessLogSchema, await (await as(app, admin)(`/api/admin/access-log${query}`)).json())

describe('a read by role', () => {
  it('of a campaign that is not public leaves one row', async () => {
    const { id } = await insertCampaignBy(content, organiser, 'pending')

    expect(await get(reviewer, `/api/campaigns/${id}`)).toBe(200)

    const about = { campaignIds: [id], subjectUids: [organiser.uid], subjects: 1 }
    const by = { uid: reviewer.uid, role: 'reviewer', concerns: 'organisers' }
    expect(await listRows()).toEqual([{ ...by, action: 'GET /api/campaigns/:id', ...about }])
  })

  it('of a list leaves one row with everyone in it, and none if the list is empty', async () => {
    expect(await get(reviewer, '/api/reviews')).toBe(200)
    expect(await get(reviewer, '/api/cases')).toBe(200)
    expect(await listRows()).toEqual([])

    const one = await insertCampaignBy(content, organiser, 'pending')
    const two = await insertCampaignBy(content, stranger, 'pending')
    expect(await get(reviewer, '/api/reviews')).toBe(200)
    const [row, ...others] = await listRows()
    expect(others).toEqual([])
    expect(row).toMatchObject({ action: 'GET /api/reviews', concerns: 'organisers', subjects: 2 })
    expect(row?.campaignIds.toSorted()).toEqual([one.id, two.id].toSorted())
  })

  it('of all donors as a file leaves a row without their number', async () => {
    const { id } = await insertCampaignBy(content, organiser, 'approved')

    expect(await get(admin, `/api/campaigns/${id}/donations.csv`)).toBe(200)

    const row = { role: 'admin', concerns: 'donors', campaignIds: [id], subjects: null }
    expect(await listRows()).toMatchObject([row])
  })
})

describe('no row is written', () => {
  it('where the person has the right without a role', async () => {
    const { id } = await insertCampaignBy(content, organiser, 'approved')
    const own = await insertCampaignBy(content, reviewer, 'pending')
    expect(await get(visitor, `/api/campaigns/${id}`)).toBe(200)
    expect(await get(organiser, `/api/campaigns/${id}/donations.csv`)).toBe(200)
    expect(await get(reviewer, `/api/campaigns/${id}`)).toBe(200)
    expect(await get(reviewer, `/api/campaigns/${own.id}`)).toBe(200)
    expect(await listRows()).toEqual([])
  })

  it('where the request was refused', async () => {
    const { id } = await insertCampaignBy(content, organiser, 'pending')
    expect(await get(stranger, `/api/campaigns/${id}`)).toBe(404)
    expect(await get(reviewer, '/api/admin/emails')).toBe(404)
    expect(await listRows()).toEqual([])
  })
})

it('answers with an error instead of data if the read cannot be recorded', async () => {
  const { id } = await insertCampaignBy(content, organiser, 'pending')
  await databaseOwner.run(sql`alter table access_log add constraint none check (false)`)
  try {
    const response = await as(app, reviewer)(`/api/campaigns/${id}`)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('contact')
  } finally {
    await databaseOwner.run(sql`alter table access_log drop constraint none`)
  }
})

describe('the list for admins', () => {
  it('shows who read what, by person, and records its own reading', async () => {
    const { id } = await insertCampaignBy(content, organiser, 'pending')
    await get(reviewer, `/api/campaigns/${id}`)

    const { entries } = await readLog(`?person=${organiser.email}`)
    expect(entries).toMatchObject([{ staff: reviewer.email, role: 'reviewer', campaignIds: [id] }])
    expect((await readLog(`?person=${stranger.email}`)).entries).toEqual([])
    const read = await readLog(`?person=${admin.uid}`)
    expect(read.entries.map(({ action }) => action)).toEqual(['GET /api/admin/access-log'])
  })

  it('has pages of 30', async () => {
    const read = { uid: 'staff', role: 'admin', concerns: 'staff' } as const
    for (let count = 1; count <= 31; count++)
      await accessLog.record({
        ...read,
        campaignIds: [],
        action: `GET /${count}`,
        subjectUids: [],
        subjects: count,
      })
    const first = await readLog()
    expect(first.entries).toHaveLength(30)
    const second = await readLog(`?after=${first.next}`)
    expect(second.entries).toHaveLength(1)
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(new Set(ids).size).toBe(31)
  })
})

it('is part of the export of the person, without the name of the reviewer', async () => {
  const { id } = await insertCampaignBy(content, organiser, 'pending')
  await get(reviewer, `/api/campaigns/${id}`)

  const read = async (who: Person) => {
    const response = await as(app, who)('/api/account/data')
    return z.parse(
      z.object({ accesses: z.array(z.record(z.string(), z.unknown())) }),
      await response.json(),
    )
  }
  const { accesses } = await read(organiser)
  expect(accesses).toEqual([
    {
      at: expect.any(String),
      role: 'reviewer',
      action: 'GET /api/campaigns/:id',
      concerns: 'organisers',
    },
  ])
  expect((await read(stranger)).accesses).toEqual([])
})

it('cannot be changed or deleted by the application', async () => {
  await expect(database.run(sql`delete from access_log`)).rejects.toThrow('permission denied')
  await expect(database.run(sql`update access_log set uid = ''`)).rejects.toThrow(
    'permission denied',
  )
})
