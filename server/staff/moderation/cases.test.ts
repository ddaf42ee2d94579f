import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { insertReport } from '#server/staff/moderation/reports.ts'
import { invalid } from '#shared/text/invalid.ts'
import { caseReportsSchema } from '#shared/moderation.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { reportReferencePattern } from '#shared/report.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { runJobs } from '#test/support/database/jobs.ts'
import { donationBy, testLedger } from '#test/support/money/ledger.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { moderate, question, takedownForm } from '#test/support/campaigns/moderation.ts'
import { ada, as, bola, chidi, dada, visitor, type Person } from '#test/support/people/people.ts'

const {
  database,
  owner: databaseOwner,
  people,
} = await freshDatabase({
  owner: ada,
  stranger: bola,
  reviewer: chidi,
  admin: dada,
})
const { owner, stranger, reviewer, admin } = people
const { app, content, tasks, caseDecisions, subjects } = await openCampaignApp(database)
const { report, list, findCase, act } = moderate(app)

let campaign: Awaited<ReturnType<typeof insertCampaignBy>>

beforeEach(async () => {
  campaign = await insertCampaignBy(content, ada, 'approved')
})

async function listReports(caseId: number, who = reviewer) {
  const answer = await as(app, who)(`/api/cases/${caseId}/reports`)
  return z.parse(caseReportsSchema, await answer.json()).reports
}

const mails = () => listMails(databaseOwner)

const startDonation = () =>
  testLedger(database).donations.startDonation(
    donationBy('donor@example.com', { campaign: { ...campaign, endDate: null } }),
  )

const read = (path: string, who: Person | typeof visitor = visitor) => as(app, who)(path)

describe('reports', () => {
  it('are gathered in one case of the campaign, oldest first, each with a reference', async () => {
    const first = await report(campaign.id)
    await report(campaign.id, stranger, { reason: 'other', details: 'It ended last year.' })

    expect(first).toMatch(reportReferencePattern)
    const { cases } = await list(reviewer)
    expect(cases).toMatchObject([
      { campaignId: campaign.id, title: campaign.title, reports: 2, isFrozen: false },
    ])
    expect(await listReports(cases[0]?.id ?? 0)).toMatchObject([
      { reason: 'fraud', reference: first },
      { reason: 'other', details: 'It ended last year.' },
    ])
    expect((await list(reviewer, `?reference=${first.toLowerCase()}`)).cases).toHaveLength(1)
    expect((await list(reviewer, '?reference=R-0000-0000')).cases).toEqual([])
  })

  it('that are invalid return field errors and store nothing', async () => {
    const body = { reason: 'boring', details: 'short', email: 'nowhere' }
    const answer = await as(app, visitor)(`/api/campaigns/${campaign.id}/reports`, {
      method: 'POST',
      body,
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: {
        fields: {
          reason: [invalid.reportReason],
          details: [invalid.reportDetails],
          email: [invalid.donorEmail],
        },
      },
    })
    expect((await list(reviewer)).cases).toEqual([])
  })

  it('open a new case after the first was closed', async () => {
    await report(campaign.id)
    const [first] = (await list(reviewer)).cases
    expect((await act(reviewer, first?.id ?? 0, 'dismiss')).status).toBe(204)
    await report(campaign.id)
    const [second] = (await list(reviewer)).cases
    expect(second?.id).toBeGreaterThan(first?.id ?? 0)
    expect((await list(reviewer, '?state=closed')).cases).toMatchObject([
      { id: first?.id, outcome: 'dismissed', reports: 1 },
    ])
    expect((await act(reviewer, first?.id ?? 0, 'dismiss')).status).toBe(409)
  })
})

describe('the queue', () => {
  it('filters by reason, age and who handles the case', async () => {
    const other = await insertCampaignBy(content, ada, 'ended')
    await report(campaign.id)
    await report(other.id, visitor, { reason: 'untrue', details: 'It ended last year.' })
    await databaseOwner.run(sql`
      update moderation_case set opened_at = opened_at - interval '5 days' where campaign_id = ${other.id}`)
    const { id } = await findCase(reviewer, campaign.id)
    expect((await act(reviewer, id, 'assign')).status).toBe(204)

    const listIds = async (query: string) =>
      (await list(reviewer, query)).cases.map(({ campaignId }) => campaignId)
    expect(await listIds('?reason=untrue')).toEqual([other.id])
    expect(await listIds('?minHours=72')).toEqual([other.id])
    expect(await listIds('?assigned=nobody')).toEqual([other.id])
    expect(await listIds('?assigned=me')).toEqual([campaign.id])
    expect((await findCase(admin, campaign.id)).assignedTo).toEqual({
      isMe: false,
      name: 'Chidi Okafor',
    })
    expect((await act(admin, id, 'release')).status).toBe(204)
    expect(await listIds('?assigned=me')).toEqual([])
  })

  it('keeps cases of ended, cancelled and deleted campaigns until they are closed', async () => {
    const ended = await insertCampaignBy(content, ada, 'approved', { title: 'Ended' })
    const cancelled = await insertCampaignBy(content, ada, 'approved', { title: 'Cancelled' })
    const deleted = await insertCampaignBy(content, ada, 'approved', { title: 'Deleted' })
    for (const { id } of [ended, cancelled, deleted]) await report(id)
    await content.changeCampaign(ended.id, { from: 'approved', to: 'ended' })
    await content.changeCampaign(cancelled.id, { from: 'approved', to: 'cancelled' })
    await content.deleteCampaign(deleted.id)

    const { cases } = await list(reviewer)
    expect(cases.map(({ title, status }) => [title, status])).toEqual([
      ['Ended', 'ended'],
      ['Cancelled', 'cancelled'],
      ['Deleted', null],
    ])
    for (const { id } of cases) {
      expect(await listReports(id)).toHaveLength(1)
      expect((await act(reviewer, id, 'dismiss')).status).toBe(204)
    }
    expect((await list(reviewer)).cases).toEqual([])
  })

  it('refuses an unknown filter', async () => {
    expect((await read('/api/cases?state=lost', reviewer)).status).toBe(400)
    expect((await read('/api/cases/1e3/reports', reviewer)).status).toBe(404)
  })
})

describe('a freeze', () => {
  it('refuses donations, closes the case and mails the statement of reasons', async () => {
    await report(campaign.id)
    expect((await startDonation()).kind).toBe('started')
    const { id } = await findCase(reviewer, campaign.id)
    expect((await act(reviewer, id, 'freeze', { reason: question })).status).toBe(204)
    expect((await act(reviewer, id, 'freeze', { reason: question })).status).toBe(204)

    expect(await startDonation()).toEqual({ kind: 'closed' })
    const page = await read(`/api/campaigns/${campaign.id}`)
    expect(await page.json()).toMatchObject({ campaign: { acceptsDonations: false } })
    expect((await list(reviewer)).cases).toEqual([])
    expect((await list(reviewer, '?state=frozen')).cases).toMatchObject([
      { id, isFrozen: true, outcome: 'frozen' },
    ])
    expect((await act(reviewer, id, 'unfreeze')).status).toBe(204)
    expect(await startDonation()).toEqual({ kind: 'closed' })
    expect((await act(reviewer, id, 'unfreeze')).status).toBe(409)
    expect((await act(admin, id, 'unfreeze')).status).toBe(204)
    expect((await act(admin, id, 'unfreeze')).status).toBe(204)
    expect((await startDonation()).kind).toBe('started')
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
      `Donations paused: ${campaign.title}`,
      `Donations resumed: ${campaign.title}`,
    ])
    const transitions = await database.rows(
      z.object({ from: z.string(), to: z.string(), reason: z.nullable(z.string()) }),
      sql`select from_status as from, to_status as to, reason from campaign_history where campaign_id = ${campaign.id} order by at`,
    )
    expect(transitions).toEqual([
      { from: 'approved', to: 'frozen', reason: question },
      { from: 'frozen', to: 'frozen', reason: null },
      { from: 'frozen', to: 'approved', reason: null },
    ])
  })
})

describe('a takedown', () => {
  const takeDown = async () => {
    await report(campaign.id)
    const { id } = await findCase(reviewer, campaign.id)
    expect((await act(reviewer, id, 'takedown', takedownForm)).status).toBe(204)
    return id
  }

  it('answers 410 with the reason at every public address, and still shows the campaign to its owner and staff', async () => {
    await takeDown()
    const { id, slug } = campaign
    for (const path of [
      `/api/campaigns/${id}`,
      `/api/campaigns/by-slug/${slug}`,
      `/api/campaigns/${id}/edits`,
      `/api/campaigns/${id}/versions`,
      `/api/campaigns/${id}/versions/1`,
      `/share/${id}`,
    ]) {
      const answer = await read(path, stranger)
      expect([path, answer.status]).toEqual([path, 410])
      expect(await answer.json()).toMatchObject({
        error: {
          code: 'campaign-taken-down',
          takedown: { ground: 'fraud', reason: takedownForm.publicReason },
        },
      })
    }
    for (const who of [owner, reviewer, admin])
      expect((await read(`/api/campaigns/${id}`, who)).status).toBe(200)
    const ledger = await read(`/api/campaigns/${slug}/ledger`)
    expect(ledger.status).toBe(200)
    const again = await as(app, visitor)(`/api/campaigns/${id}/reports`, {
      method: 'POST',
      body: { reason: 'fraud', details: 'The photos show another village.' },
    })
    expect(again.status).toBe(410)
  })

  it('removes the campaign from lists, search, feeds and the sitemap, and stops its money', async () => {
    await startDonation()
    await takeDown()
    const listed = await read('/api/campaigns?q=well')
    expect(await listed.json()).toMatchObject({ campaigns: [], total: 0 })
    for (const path of ['/sitemap.xml', '/campaigns.rss'])
      expect(await (await read(path)).text()).not.toContain(campaign.slug)
    expect(await startDonation()).toEqual({ kind: 'closed' })
    const frozen = await database.rows(
      z.object({ id: z.string() }),
      sql`select campaign_id as id from campaign_freeze`,
    )
    expect(frozen).toEqual([{ id: campaign.id }])
  })

  it('mails the organiser what was decided, on which facts, by which rule, by whom and how to appeal', async () => {
    await takeDown()
    const [mail] = (await mails()).filter(({ recipient }) => recipient === ada.email)
    expect(mail?.subject).toBe(`Your campaign was taken down: ${campaign.title}`)
    for (const part of [
      'it looks like a scam',
      'The terms, “What is not allowed”, forbid this.',
      takedownForm.publicReason,
      takedownForm.reason,
      'A person made this decision.',
      'You can appeal on your campaign page until',
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text).not.toContain('Chidi')
  })

  it.each(['approved', 'ended', 'cancelled'] as const)(
    'of a campaign that is %s is undone by a restoration',
    async (status) => {
      await takeDown()
      const { id } = await findCase(reviewer, campaign.id)
      await databaseOwner.run(sql`update moderation_decision set status_before = ${status}`)
      expect((await act(reviewer, id, 'restore')).status).toBe(204)
      expect(await content.findCampaign(campaign.id)).toMatchObject({ status })
      expect((await read(`/api/campaigns/${campaign.id}`)).status).toBe(200)
      const { frozen } = (await database.row(
        z.object({ frozen: z.int() }),
        sql`select count(*) as frozen from campaign_freeze`,
      )) ?? { frozen: -1 }
      expect(frozen).toBe(0)
      expect((await act(reviewer, id, 'restore')).status).toBe(409)
    },
  )

  it('leaves an earlier freeze in force when it is undone', async () => {
    await report(campaign.id)
    const { id } = await findCase(reviewer, campaign.id)
    await act(reviewer, id, 'freeze', { reason: question })
    await act(reviewer, id, 'takedown', takedownForm)
    expect((await act(reviewer, id, 'unfreeze')).status).toBe(409)
    await act(reviewer, id, 'restore')
    expect(await startDonation()).toEqual({ kind: 'closed' })
    await act(reviewer, id, 'unfreeze')
    await act(admin, id, 'unfreeze')
    expect((await startDonation()).kind).toBe('started')
  })

  it('stays when an admin cancels the campaign, which refunds the donors', async () => {
    await takeDown()
    const cancel = await as(app, admin)(`/api/campaigns/${campaign.id}/cancel`, {
      method: 'POST',
      body: { reason: question },
    })
    expect(cancel.status).toBe(204)
    expect((await read(`/api/campaigns/${campaign.id}`)).status).toBe(410)
    const { id } = await findCase(reviewer, campaign.id)
    await act(reviewer, id, 'restore')
    expect(await content.findCampaign(campaign.id)).toMatchObject({ status: 'cancelled' })
  })
})

describe('the outcome', () => {
  it('is mailed once to each reporter in their language, and the address is deleted', async () => {
    const email = 'guest@example.org'
    const reference = await report(campaign.id, visitor, {
      reason: 'fraud',
      details: 'The photos show another village.',
      email,
    })
    await as(app, visitor)(`/api/campaigns/${campaign.id}/reports`, {
      method: 'POST',
      body: { reason: 'other', details: 'Another thing is wrong.', email },
      headers: { cookie: 'language=pcm' },
    })
    await report(campaign.id, stranger)
    await report(campaign.id)
    await act(reviewer, (await findCase(reviewer, campaign.id)).id, 'dismiss')
    await runJobs(databaseOwner, tasks)

    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([bola.email, email])
    const [mail] = sent.filter(({ recipient }) => recipient === email)
    expect(mail?.subject).toBe(`Your report ${reference}`)
    expect(mail?.text).toContain('We found nothing against our rules.')
    expect(mail?.text).not.toMatch(/Ada|Chidi/)
    const left = await databaseOwner.rows(
      z.object({ id: z.string() }),
      sql`select id from campaign_report where reporter_email_sealed is not null or outcome_due`,
    )
    expect(left).toEqual([])
  })

  it('is mailed in Pidgin to a guest who reported in Pidgin', async () => {
    await as(app, visitor)(`/api/campaigns/${campaign.id}/reports`, {
      method: 'POST',
      body: { reason: 'other', details: 'Another thing is wrong.', email: 'guest@example.org' },
      headers: { cookie: 'language=pcm' },
    })
    await act(reviewer, (await findCase(reviewer, campaign.id)).id, 'takedown', takedownForm)
    await runJobs(databaseOwner, tasks)
    const [mail] = (await mails()).filter(({ recipient }) => recipient === 'guest@example.org')
    expect(mail?.text).toContain('We don take the campaign down.')
  })
})

it('refuses a decision when the reviewer donated or reported after the request was admitted', async () => {
  await report(campaign.id)
  const { id } = await findCase(reviewer, campaign.id)
  const admitted = await subjects.findCase(String(id), reviewer)
  if (!admitted) throw new Error('there is no case')
  expect(admitted.conflicts).toEqual([])
  await report(campaign.id, reviewer)
  const refused = { code: 'conflict-of-interest' }
  await expect(caseDecisions.dismiss(admitted, reviewer)).rejects.toMatchObject(refused)
  await expect(caseDecisions.freeze(admitted, reviewer, question)).rejects.toMatchObject(refused)
  const form = { ...takedownForm, ground: 'fraud' } as const
  await expect(caseDecisions.takedown(admitted, reviewer, form)).rejects.toMatchObject(refused)
  expect(await content.findCampaign(campaign.id)).toMatchObject({ status: 'approved' })
})

it('names the conflict of interest of a reviewer in the review queue', async () => {
  const { id } = await insertCampaignBy(content, ada, 'pending')
  const readConflicts = async (who: Person) => {
    const { items } = z.parse(reviewQueueSchema, await (await read('/api/reviews', who)).json())
    return items.map(({ campaign: { id: campaignId }, conflicts }) => [campaignId, conflicts])
  }
  expect(await readConflicts(reviewer)).toEqual([[id, []]])
  await insertReport(databaseOwner, {
    id: randomUUID(),
    campaign: { id, title: '', ownerUid: null },
    reason: 'fraud',
    details: 'The photos',
    at: new Date(),
    reporter: { uid: reviewer.uid, reference: 'R-1', language: 'en', emailSealed: null },
  })
  expect(await readConflicts(reviewer)).toEqual([[id, ['reported']]])
  expect(await readConflicts(admin)).toEqual([[id, []]])
})
