import { randomUUID } from 'node:crypto'

import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { invalid } from '#shared/messages.ts'
import { reportedCampaignsSchema } from '#shared/report.ts'
import { openCampaignApp } from '#test/campaign-app.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { donationBy, testLedger } from '#test/ledger.ts'
import { ada, as, bola, chidi, createPerson, visitor, type Person } from '#test/people.ts'

const { database, owner: everything, empty } = await testDatabase()
const { app, content } = await openCampaignApp(database)
const told = { reason: 'fraud', details: 'The pictures are of another village.' }
const reason = 'Please say whose pictures these are.'

let stranger: Person
let reviewer: Person
let campaign: Awaited<ReturnType<typeof insertCampaignBy>>

beforeEach(async () => {
  await empty()
  await createPerson(database, ada)
  stranger = await createPerson(database, bola)
  reviewer = await createPerson(database, chidi)
  campaign = await insertCampaignBy(content, ada, 'approved')
})

type Who = Person | typeof visitor
const report = (who: Who, body: object = told) =>
  as(app, who)(`/api/campaigns/${campaign.id}/reports`, { method: 'POST', body })
const act = (who: Who, what: 'settle' | 'freeze' | 'unfreeze', body: object = { reason }) =>
  as(app, who)(`/api/reports/${campaign.id}/${what}`, { method: 'POST', body })

async function desk() {
  const answer = await as(app, reviewer)('/api/reports')
  return z.parse(reportedCampaignsSchema, await answer.json()).campaigns
}

const subjects = async () =>
  (
    await everything.rows(
      z.object({ subject: z.string() }),
      sql`select subject from mail_outbox order by created_at, subject`,
    )
  ).map(({ subject }) => subject)

const startGift = () =>
  testLedger(database).ledger.startDonation(
    donationBy('donor@example.com', {
      campaign: { ...campaign, endDate: null },
      key: randomUUID(),
    }),
  )

it('takes a report from anybody and shows it on the desk, oldest first', async () => {
  expect((await report(visitor)).status).toBe(204)
  expect((await report(stranger, { reason: 'other', details: 'It ended last year.' })).status).toBe(
    204,
  )

  expect(await desk()).toMatchObject([
    {
      id: campaign.id,
      title: campaign.title,
      isFrozen: false,
      reports: [told, { reason: 'other', details: 'It ended last year.' }],
    },
  ])
})

it('says what a report lacks, and keeps nothing of it', async () => {
  const answer = await report(visitor, { reason: 'boring', details: 'short' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { fields: { reason: [invalid.reportReason], details: [invalid.reportDetails] } },
  })
  expect(await desk()).toEqual([])
})

it('stops gifts at once when a reviewer freezes it, tells the owner why, and lets them go on afterwards', async () => {
  await report(visitor)
  expect((await startGift()).kind).toBe('started')

  expect((await act(reviewer, 'freeze')).status).toBe(204)
  expect(await startGift()).toEqual({ kind: 'closed' })
  const page = await as(app, visitor)(`/api/campaigns/${campaign.id}`)
  expect(await page.json()).toMatchObject({ campaign: { acceptsDonations: false } })
  expect(await desk()).toMatchObject([{ isFrozen: true, reports: [] }])

  await act(reviewer, 'freeze')
  expect((await act(reviewer, 'unfreeze')).status).toBe(204)
  await act(reviewer, 'unfreeze')
  expect((await startGift()).kind).toBe('started')
  expect(await desk()).toEqual([])
  expect((await subjects()).toSorted()).toEqual([
    `Your campaign takes gifts again: ${campaign.title}`,
    `Your campaign takes no gifts for now: ${campaign.title}`,
  ])
  const moves = await database.rows(
    z.object({ from_status: z.string(), to_status: z.string(), reason: z.nullable(z.string()) }),
    sql`select from_status, to_status, reason from campaign_history where campaign_id = ${campaign.id} order by at`,
  )
  expect(moves).toEqual([
    { from_status: 'approved', to_status: 'frozen', reason },
    { from_status: 'frozen', to_status: 'approved', reason: null },
  ])
})

it('leaves the desk when a reviewer settles it, and the campaign as it is', async () => {
  await report(visitor)
  expect((await act(reviewer, 'settle')).status).toBe(204)
  expect(await desk()).toEqual([])
  expect((await startGift()).kind).toBe('started')
  expect(await subjects()).toEqual([])
})

it('lets nobody judge the reports of their own campaign', async () => {
  const own = await insertCampaignBy(content, chidi, 'approved')
  for (const what of ['settle', 'freeze', 'unfreeze'])
    expect(
      (
        await as(app, reviewer)(`/api/reports/${own.id}/${what}`, {
          method: 'POST',
          body: { reason },
        })
      ).status,
    ).toBe(409)
})
