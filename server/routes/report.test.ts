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

const { database, owner: databaseOwner, empty } = await testDatabase()
const { app, content } = await openCampaignApp(database)
const fraudReport = { reason: 'fraud', details: 'The photos show another village.' }
const reason = 'Please say whose photos these are.'

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

type Actor = Person | typeof visitor
const report = (who: Actor, body: object = fraudReport) =>
  as(app, who)(`/api/campaigns/${campaign.id}/reports`, { method: 'POST', body })
const review = (who: Actor, action: 'dismiss' | 'freeze' | 'unfreeze', body: object = { reason }) =>
  as(app, who)(`/api/reports/${campaign.id}/${action}`, { method: 'POST', body })

async function listQueue() {
  const answer = await as(app, reviewer)('/api/reports')
  return z.parse(reportedCampaignsSchema, await answer.json()).campaigns
}

const subjects = async () =>
  (
    await databaseOwner.rows(
      z.object({ subject: z.string() }),
      sql`select subject from mail_outbox order by created_at, subject`,
    )
  ).map(({ subject }) => subject)

const startDonation = () =>
  testLedger(database).donations.startDonation(
    donationBy('donor@example.com', { campaign: { ...campaign, endDate: null } }),
  )

it('accepts reports from everyone and lists them for reviewers, oldest first', async () => {
  expect((await report(visitor)).status).toBe(204)
  expect((await report(stranger, { reason: 'other', details: 'It ended last year.' })).status).toBe(
    204,
  )

  expect(await listQueue()).toMatchObject([
    {
      id: campaign.id,
      title: campaign.title,
      isFrozen: false,
      reports: [fraudReport, { reason: 'other', details: 'It ended last year.' }],
    },
  ])
})

it('returns field errors for an invalid report and stores nothing', async () => {
  const answer = await report(visitor, { reason: 'boring', details: 'short' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { fields: { reason: [invalid.reportReason], details: [invalid.reportDetails] } },
  })
  expect(await listQueue()).toEqual([])
})

it('refuses donations while a campaign is frozen and mails the owner why', async () => {
  await report(visitor)
  expect((await startDonation()).kind).toBe('started')

  expect((await review(reviewer, 'freeze')).status).toBe(204)
  expect(await startDonation()).toEqual({ kind: 'closed' })
  const page = await as(app, visitor)(`/api/campaigns/${campaign.id}`)
  expect(await page.json()).toMatchObject({ campaign: { acceptsDonations: false } })
  expect(await listQueue()).toMatchObject([{ isFrozen: true, reports: [] }])

  await review(reviewer, 'freeze')
  expect((await review(reviewer, 'unfreeze')).status).toBe(204)
  await review(reviewer, 'unfreeze')
  expect((await startDonation()).kind).toBe('started')
  expect(await listQueue()).toEqual([])
  expect((await subjects()).toSorted()).toEqual([
    `Donations paused: ${campaign.title}`,
    `Donations resumed: ${campaign.title}`,
  ])
  const transitions = await database.rows(
    z.object({ from: z.string(), to: z.string(), reason: z.nullable(z.string()) }),
    sql`select from_status as from, to_status as to, reason from campaign_history where campaign_id = ${campaign.id} order by at`,
  )
  expect(transitions).toEqual([
    { from: 'approved', to: 'frozen', reason },
    { from: 'frozen', to: 'approved', reason: null },
  ])
})

it('removes dismissed reports and leaves the campaign unchanged', async () => {
  await report(visitor)
  expect((await review(reviewer, 'dismiss')).status).toBe(204)
  expect(await listQueue()).toEqual([])
  expect((await startDonation()).kind).toBe('started')
  expect(await subjects()).toEqual([])
})

it('refuses reviewers who own the campaign', async () => {
  const own = await insertCampaignBy(content, chidi, 'approved')
  for (const action of ['dismiss', 'freeze', 'unfreeze'])
    expect(
      (
        await as(app, reviewer)(`/api/reports/${own.id}/${action}`, {
          method: 'POST',
          body: { reason },
        })
      ).status,
    ).toBe(409)
})
