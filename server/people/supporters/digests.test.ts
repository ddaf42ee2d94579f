import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { campaignUpdatesSchema } from '#shared/campaign-update.ts'
import { freshCampaignMoneyApp } from '#test/support/campaigns/campaign-money-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { Killed, killableDatabase, killSwitch } from '#test/kill/kill-switch.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { pressLink } from '#test/support/mail/pressed-links.ts'
import { as, visitor } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import { digestTask, moveDigest, weekMs } from './digests.ts'
import { toUnsubscribeToken } from './mail-links.ts'
import { openCampaignUpdates } from './updates.ts'

const { at, campaign, organiser, stranger, donate, database, owner } = await freshCampaignMoneyApp()

const toKey = (email: string) => at.sealing.fingerprint('donor', email)
const path = (id: string) => `/api/campaigns/${id}/updates`

async function publish(title: string, id = campaign.id) {
  const response = await as(at.app, organiser)(path(id), {
    method: 'POST',
    body: { title, text: `${title} works. ${'More. '.repeat(80)}` },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(response.status).toBe(201)
}
const follow = (email: string, id = campaign.id) =>
  at.campaignFollowers.follow({ campaignId: id, email, language: 'en' })
const press = (email: string, choice: string) => {
  const ids = { campaignId: campaign.id, donorKey: toKey(email) }
  const token = toUnsubscribeToken(at.sealing, ids)
  return pressLink(at.app, `/unsubscribe/${token}${choice}`)
}
const weekly = async (email = `${randomUUID()}@example.com`) => {
  await follow(email)
  expect((await press(email, '?choice=weekly')).status).toBe(303)
  return email
}
const endWeek = () => at.pass(weekMs)
const mailDigests = () => at.runTask('mail-digests')
const listDigests = async (email: string) =>
  (await listMails(database, email)).filter(({ subject }) => subject.includes('this week'))
/** How often each update is in a mail to the address. */
const count = async (email: string, titles: string[]) => {
  const text = (await listMails(database, email)).map((mail) => mail.text).join('')
  return titles.map((title) => text.split(`: ${title}:\n`).length - 1)
}
const insertOther = () =>
  insertCampaignBy(at.content, organiser, 'approved', { endDate: '2026-06-01' })

describe('a person who chose one mail a week', () => {
  it('gets the updates of all campaigns in one mail when the week ends, and none when nothing is new', async () => {
    const other = await insertOther()
    const email = await weekly()
    await follow(email, other.id)
    const single = `${randomUUID()}@example.com`
    await follow(single)
    await publish('Pump')
    await publish('School', other.id)
    await at.runJobs()
    await mailDigests()
    expect(await listMails(database, email)).toEqual([])
    expect(await listMails(database, single)).toHaveLength(1)

    endWeek()
    await mailDigests()
    await mailDigests()
    const [mail, ...more] = await listDigests(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('2 campaign updates this week')
    expect(await count(email, ['Pump', 'School'])).toEqual([1, 1])
    expect(mail?.text).toContain('More.…')
    expect(await listMails(database, single)).toHaveLength(1)
    endWeek()
    await mailDigests()
    expect(await listDigests(email)).toHaveLength(1)
  })

  it('gets single mails again by choice, and what waited in the weekly mail', async () => {
    const email = await weekly()
    await publish('First')
    await at.runJobs()
    await press(email, '?choice=each')
    await publish('Second')
    await at.runJobs()
    expect((await listMails(database, email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Second'),
    ])
    endWeek()
    await mailDigests()
    expect(await count(email, ['First', 'Second'])).toEqual([1, 0])
  })

  it('can be a donor who agreed to mails', async () => {
    const email = `${randomUUID()}@example.com`
    await donate(email, { updates: true })
    await at.confirmedAddresses.confirmAccount(email)
    await press(email, '?choice=weekly')
    await publish('Pump')
    await at.runJobs()
    endWeek()
    await mailDigests()
    expect(await count(email, ['Pump'])).toEqual([1])
  })

  it('leaves with one press of a mail program, and gets nothing that waited', async () => {
    const email = await weekly()
    await publish('Pump')
    await at.runJobs()
    endWeek()
    await mailDigests()
    await publish('Pipes')
    await at.runJobs()
    const [mail] = await listDigests(email)
    const { pathname, search } = new URL(mail?.unsubscribe ?? '')
    expect(search).toBe('?choice=all')
    const answer = await pressLink(at.app, pathname + search, 'List-Unsubscribe=One-Click')
    expect(answer.status).toBe(204)
    endWeek()
    await mailDigests()
    expect(await listMails(database, email)).toEqual([])
    for (const table of [sql`digest_reader`, sql`digest_item`, sql`campaign_follower`])
      expect(await owner.rows(z.unknown(), sql`select from ${table}`)).toEqual([])
  })

  it('chooses on the page of the updates with an account', async () => {
    const asStranger = as(at.app, stranger)
    const read = async () => {
      const answer = await asStranger(path(campaign.id))
      return campaignUpdatesSchema.parse(await answer.json()).isWeekly
    }
    const choose = (body: object) =>
      asStranger(`/api/campaigns/${campaign.id}/followers`, { method: 'POST', body })
    expect(await read()).toBe(false)
    await choose({ isWeekly: true })
    expect(await read()).toBe(true)
    // Following says nothing about the choice.
    await choose({})
    expect(await read()).toBe(true)
    await choose({ isWeekly: false })
    expect(await read()).toBe(false)
  })
})

it('mails the rest of a weekly mail again when one of its updates is hidden before it is sent', async () => {
  const email = await weekly()
  const sent = await weekly()
  await publish('Kept')
  await publish('Hidden')
  await at.runJobs()
  endWeek()
  await mailDigests()
  await owner.run(
    sql`update mail_outbox set sent_at = now() where key like ${`digest % ${toKey(sent).toString('hex')}`}`,
  )
  const answer = await as(at.app, visitor)(path(campaign.id))
  const { updates } = campaignUpdatesSchema.parse(await answer.json())
  const id = updates.find(({ title }) => title === 'Hidden')?.id
  await as(at.app, organiser)(`${path(campaign.id)}/${id}/hide`, { method: 'POST', body: {} })
  await mailDigests()
  expect(await count(email, ['Kept', 'Hidden'])).toEqual([1, 0])
  expect(await count(sent, ['Kept', 'Hidden'])).toEqual([1, 1])
})

it('moves the choice and what waits to a new address', async () => {
  const [from, to] = [await weekly(), `${randomUUID()}@example.com`]
  await publish('Pump')
  await at.runJobs()
  await follow(to)
  await database.transaction((queries) => moveDigest(queries, toKey(from), toKey(to)))
  await press(from, '')
  endWeek()
  await mailDigests()
  expect(await count(from, ['Pump'])).toEqual([0])
  expect(await count(to, ['Pump'])).toEqual([1])
})

/** Two processes, one of which is killed at a step, while a person chooses. Returns the number of killed jobs. */
async function race(step: number, update: object | undefined, choice: Promise<unknown>) {
  const { sealing, outbox, config, content, now, ledger, expenses, payments } = at
  const { mode } = payments
  const { publicUrl } = config
  const deps = { sealing, outbox, content, now, ledger, expenses, mode, publicUrl }
  const power = killSwitch()
  power.arm(step)
  const [killed, other] = [killableDatabase(database, power), database].map((each) => ({
    update: openCampaignUpdates({ ...deps, database: each }).task,
    digest: digestTask({ ...deps, database: each }),
  }))
  const results = await Promise.allSettled([
    killed?.update.run(update),
    killed?.digest.run({}),
    other?.digest.run({}),
    ...(step % 3 === 0 ? [other?.update.run(update)] : []),
    choice,
  ])
  const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(errors.filter((error) => !(error instanceof Killed))).toEqual([])
  return errors.length
}

it('has each update once for each person, although processes are killed at each step, run at once, and people change their choice', async () => {
  const other = await insertOther()
  const readers: string[] = []
  for (let index = 0; index < 6; index++) {
    const email = await weekly()
    await follow(email, other.id)
    readers.push(email)
  }
  const titles: string[] = []
  let kills = 0
  for (let step = 1; step <= 60; step++) {
    if (step % 4 === 1) {
      const title = `News ${step}.`
      titles.push(title)
      await owner.run(
        sql`update campaign_update set published_at = published_at - interval '2 days'`,
      )
      await publish(title, step % 8 === 1 ? campaign.id : other.id)
    }
    const [update] = await owner.rows(
      z.object({ campaignId: z.string(), id: z.string() }),
      sql`select campaign_id as "campaignId", id from campaign_update order by published_at desc limit 1`,
    )
    const reader = readers[step % readers.length] ?? ''
    kills += await race(
      step,
      update,
      press(reader, step % 2 === 0 ? '?choice=each' : '?choice=weekly'),
    )
    if (step % 5 === 0) endWeek()
    if (step % 7 === 0)
      await owner.run(sql`update mail_outbox set sent_at = now() where sent_at is null`)
  }
  await at.runJobs()
  endWeek()
  await mailDigests()
  expect(kills).toBeGreaterThan(20)
  let singles = 0
  for (const email of readers) {
    const inDigests = await count(email, titles)
    const subjects = (await listMails(database, email)).map(({ subject }) => subject)
    const alone = titles.map(
      (title) => subjects.filter((each) => each.endsWith(`: ${title}`)).length,
    )
    expect(titles.map((_, index) => (inDigests[index] ?? 0) + (alone[index] ?? 0))).toEqual(
      titles.map(() => 1),
    )
    singles += alone.reduce((sum, each) => sum + each)
  }
  expect(singles).toBeGreaterThan(5)
  expect(singles).toBeLessThan(readers.length * titles.length - 5)
})
