import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { campaignUpdatesSchema } from '#shared/campaign-update.ts'
import { freshCampaignMoneyApp } from '#test/support/campaigns/campaign-money-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { deliverMails } from '#test/support/mail/mail-outbox.ts'
import { listMails, withOtherEnd } from '#test/support/mail/mails.ts'
import { findLink, pressLink } from '#test/support/mail/pressed-links.ts'
import { ada, as, visitor } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import { toUnsubscribeToken } from './mail-links.ts'

const { at, campaign, organiser, stranger, donate, database, owner } = await freshCampaignMoneyApp()

const reader = 'reader@example.com'
const ask = (email: string, id = campaign.id) =>
  as(at.app, visitor)(`/api/campaigns/${id}/follow-links`, { method: 'POST', body: { email } })
const listRows = () => owner.rows(z.unknown(), sql`select * from campaign_follower`)
const press = (path: string, body?: string) => pressLink(at.app, path, body)

const findPath = async (email: string, page: string) =>
  findLink(await listMails(database, email), page)

async function publish() {
  await as(at.app, organiser)(`/api/campaigns/${campaign.id}/updates`, {
    method: 'POST',
    body: { title: 'The pump is here', text: 'It works.' },
    headers: { 'idempotency-key': randomUUID() },
  })
  await at.runJobs()
}

const countUpdates = async (email: string) =>
  (await listMails(database, email)).filter(({ subject }) => subject.startsWith('Update from'))
    .length

describe('an address that a visitor typed', () => {
  it('follows after its owner pressed the button, and not by opening the link', async () => {
    expect((await ask(reader)).status).toBe(204)
    const link = await findPath(reader, '/follow/')
    await as(at.app, visitor)(link)
    expect(await listRows()).toEqual([])
    await publish()
    expect(await countUpdates(reader)).toBe(0)

    const confirmed = await press(link)
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `${link}?done`])
    await press(link)
    await publish()
    expect(await countUpdates(reader)).toBe(1)
    expect(JSON.stringify(await listRows())).not.toMatch(/reader@/i)
  })

  it('does not follow with a link that is a week old or forged', async () => {
    await ask(reader)
    const link = await findPath(reader, '/follow/')
    expect((await press(withOtherEnd(link))).status).toBe(404)
    at.pass(7 * 24 * 3_600_000)
    expect((await press(link)).status).toBe(404)
    expect(await listRows()).toEqual([])
  })

  it('does not follow a campaign that was deleted after the link was mailed', async () => {
    await ask(reader)
    const link = await findPath(reader, '/follow/')
    const { status } = await as(at.app, organiser)(`/api/campaigns/${campaign.id}`, {
      method: 'DELETE',
    })
    expect(status).toBe(204)
    expect((await press(link)).status).toBe(404)
    expect(await listRows()).toEqual([])
  })

  it('gets the same answer and mail when it follows already', async () => {
    await ask(reader)
    await press(await findPath(reader, '/follow/'))
    at.pass(120_000)
    const answer = await ask(reader)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const [first, second] = await listMails(database, reader)
    const withoutLink = (text = '') => text.replaceAll(/https?:\S+/g, '')
    expect(withoutLink(second?.text)).toBe(withoutLink(first?.text))
  })

  it('can be downloaded and erased by its owner without a donation', async () => {
    await ask(reader)
    await press(await findPath(reader, '/follow/'))
    const links = '/api/guest-data/links'
    await as(at.app, visitor)(links, { method: 'POST', body: { email: reader } })
    await at.runJobs()
    const data = (await findPath(reader, '/my-donations/')).replace('/my-donations/', '/my-data/')
    const file = z.object({ follows: z.array(z.unknown()) })
    const downloaded = file.parse(await (await press(`${data}/download`)).json())
    expect(downloaded.follows).toMatchObject([{ campaignId: campaign.id, language: 'en' }])
    expect((await press(`${data}/erase`)).status).toBe(303)
    expect(await listRows()).toEqual([])
  })
})

describe('a follower', () => {
  it('gets no more updates after one click in the mail, and follows again with a new link', async () => {
    await ask(reader)
    const link = await findPath(reader, '/follow/')
    await press(link)
    await publish()
    const unsubscribe = await findPath(reader, '/unsubscribe/')
    await deliverMails({ database, owner })
    expect((await press(unsubscribe, 'List-Unsubscribe=One-Click')).status).toBe(204)
    await publish()
    expect(await countUpdates(reader)).toBe(1)
    await press(link)
    await publish()
    expect(await countUpdates(reader)).toBe(2)
  })

  it('gets no mail either that waits for the mail server when they unsubscribe', async () => {
    await at.campaignFollowers.follow({ campaignId: campaign.id, email: reader, language: 'en' })
    await publish()
    expect(await countUpdates(reader)).toBe(1)
    await press(await findPath(reader, '/unsubscribe/'))
    expect(await countUpdates(reader)).toBe(0)
  })

  it('leaves one campaign, or all with the second button', async () => {
    const other = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
    const third = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
    for (const { id } of [campaign, other, third])
      await at.campaignFollowers.follow({ campaignId: id, email: reader, language: 'en' })
    await publish()
    const unsubscribe = await findPath(reader, '/unsubscribe/')
    await press(unsubscribe)
    expect(await listRows()).toHaveLength(2)
    const all = await press(`${unsubscribe}?choice=all`)
    expect(all.headers.get('location')).toBe(`${unsubscribe}?done=all`)
    expect(await listRows()).toEqual([])
  })
})

it('stops the mails to a donor of every campaign with the button for all', async () => {
  await donate(reader, { updates: true })
  await at.confirmedAddresses.confirmAccount(reader)
  const other = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
  const donorKey = at.sealing.fingerprint('donor', reader)
  const token = toUnsubscribeToken(at.sealing, { campaignId: other.id, donorKey })
  await publish()
  expect(await countUpdates(reader)).toBe(1)
  await deliverMails({ database, owner })
  expect((await press(`/unsubscribe/${token}?choice=all`)).status).toBe(303)
  await publish()
  expect(await countUpdates(reader)).toBe(1)
})

describe('an account', () => {
  const followers = () => `/api/campaigns/${campaign.id}/followers`
  const read = async () => {
    const answer = await as(at.app, stranger)(`/api/campaigns/${campaign.id}/updates`)
    return campaignUpdatesSchema.parse(await answer.json()).isFollowing
  }

  it('follows with one tap and stops with one', async () => {
    expect(await read()).toBe(false)
    const asStranger = as(at.app, stranger)
    expect((await asStranger(followers(), { method: 'POST', body: {} })).status).toBe(204)
    expect(await read()).toBe(true)
    await publish()
    expect(await countUpdates(stranger.email)).toBe(1)
    expect((await asStranger(followers(), { method: 'DELETE' })).status).toBe(204)
    expect(await read()).toBe(false)
    await publish()
    expect(await countUpdates(stranger.email)).toBe(1)
  })
})

describe('a reminder of the end', () => {
  const askReminder = (email: string, id: string) =>
    as(at.app, visitor)(`/api/campaigns/${id}/follow-links`, {
      method: 'POST',
      body: { email, remindOnly: true },
    })
  const countReminders = async (email: string) =>
    (await listMails(database, email)).filter(({ subject }) =>
      subject.includes('accepts donations'),
    ).length
  const insert = (endDate: string) => insertCampaignBy(at.content, ada, 'approved', { endDate })
  async function confirm(email: string, id: string) {
    expect((await askReminder(email, id)).status).toBe(204)
    const link = await findPath(email, '/follow/')
    expect((await press(link)).status).toBe(303)
  }
  const inDays = (days: number) =>
    new Date(at.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

  it('is one mail three days before the end, with its last day, and no update', async () => {
    const { id } = await insert(inDays(5))
    const email = 'once@example.com'
    await confirm(email, id)
    await at.runTask('remind-of-ends')
    expect(await countReminders(email)).toBe(0)
    at.pass(2 * 86_400_000)
    await at.runTask('remind-of-ends')
    await at.runTask('remind-of-ends')
    expect(await countReminders(email)).toBe(1)
    const mail = (await listMails(database, email)).at(-1)
    expect(mail?.text).toContain('/unsubscribe/')
    expect(
      await owner.rows(z.unknown(), sql`select from campaign_follower where campaign_id = ${id}`),
    ).toEqual([])
  })

  it('leaves who also follows a follower', async () => {
    const { id } = await insert(inDays(3))
    const email = 'both@example.com'
    await confirm(email, id)
    await ask(email, id)
    await press(await findPath(email, '/follow/'))
    await at.runTask('remind-of-ends')
    expect(await countReminders(email)).toBe(1)
    expect(
      await owner.rows(
        z.object({ wants: z.boolean() }),
        sql`select wants_updates and not wants_reminder as wants from campaign_follower where campaign_id = ${id}`,
      ),
    ).toEqual([{ wants: true }])
  })

  it('is not sent after one press of the unsubscribe link, nor for a campaign that ended before', async () => {
    const email = 'none@example.com'
    const [kept, ended] = [await insert(inDays(3)), await insert(inDays(3))]
    await confirm(email, kept.id)
    await confirm(email, ended.id)
    const donorKey = at.sealing.fingerprint('donor', email)
    const token = toUnsubscribeToken(at.sealing, { campaignId: kept.id, donorKey })
    await press(`/unsubscribe/${token}`)
    await at.content.changeCampaign(ended.id, { to: 'ended' })
    await at.runTask('remind-of-ends')
    expect(await countReminders(email)).toBe(0)
  })
})
