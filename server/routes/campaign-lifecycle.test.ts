import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { remindReviewers } from '#server/campaigns/review/review-reminders.ts'
import { openPendingChanges } from '#server/campaigns/lifecycle/pending-changes.ts'
import { sql } from '#server/database/sql.ts'
import { outbox } from '#server/mail/outbox.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { campaignFormSchema } from '#shared/campaign-edit.ts'
import type { CampaignStatus } from '#shared/campaign.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { campaignEditsSchema, campaignHistorySchema } from '#shared/campaign-history.ts'
import { kobo } from '#shared/money.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { openCampaignApp } from '#test/campaign-app.ts'
import { inDays, insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  testOrigin,
  visitor,
  type Person,
} from '#test/people.ts'
import { jpeg } from '#test/image-files.ts'

const { database, owner: everything, empty } = await testDatabase()
let passedMs = 0
const now = () => new Date(Date.now() + passedMs)
const { app, content, pictures, campaigns } = await openCampaignApp(database, { now })
const dayMs = 86_400_000
const password = 'mango rain 47'
const question = 'Whose borehole is it that you want to repair?'

let owner: Person
let stranger: Person
let reviewer: Person
let second: Person
let admin: Person

beforeEach(async () => {
  passedMs = 0
  await empty()
  owner = await createPerson(database, ada, { password })
  stranger = await createPerson(database, bola)
  reviewer = await createPerson(database, chidi)
  second = await createPerson(database, named('dayo', 'reviewer'))
  admin = await createPerson(database, named('emeka', 'admin'))
})

const named = (uid: string, role: 'reviewer' | 'admin') => ({
  ...bola,
  uid,
  email: `${uid}@example.com`,
  roles: [role],
})

type Who = Person | typeof visitor

const post = (who: Who, path: string, body: object = {}) =>
  as(app, who)(`/api/${path}`, { method: 'POST', body })

async function codeOf(response: Response) {
  const { error } = (await response.json()) as { error?: { code: string } }
  return error?.code
}

const subjects = async () =>
  (
    await everything.rows(
      z.object({ subject: z.string() }),
      sql`select subject from mail_outbox where recipient = ${ada.email} order by created_at`,
    )
  ).map(({ subject }) => subject)

async function of(status: CampaignStatus, change = {}) {
  const image = await pictures.add(ada.uid, await jpeg())
  const campaign = await insertCampaignBy(content, ada, 'pending', { images: [image], ...change })
  if (status !== 'pending')
    await content.setCampaignStatus(campaign.id, { from: 'pending', to: status })
  return campaign
}

const find = async ({ id }: Pick<StoredCampaign, 'id'>) => {
  const found = await content.findCampaign(id)
  if (!found) throw new Error('the campaign is gone')
  return found
}

/** Sends the owner's form back with something else in it, as the wizard does. */
async function edit({ id }: Pick<StoredCampaign, 'id'>, change: object, who: Who = owner) {
  const form = await as(app, owner)(`/api/campaigns/${id}/form`)
  const { values } = z.parse(campaignFormSchema, await form.json())
  return as(app, who)(`/api/campaigns/${id}`, { method: 'PUT', body: { ...values, ...change } })
}

async function historyOf({ id }: Pick<StoredCampaign, 'id'>, who: Person = owner) {
  const response = await as(app, who)(`/api/campaigns/${id}/history`)
  return z.parse(campaignHistorySchema, await response.json())
}

async function editsOf({ id }: Pick<StoredCampaign, 'id'>) {
  const response = await as(app, visitor)(`/api/campaigns/${id}/edits`)
  return z.parse(campaignEditsSchema, await response.json()).edits
}

async function itemOf({ id }: Pick<StoredCampaign, 'id'>) {
  const response = await as(app, reviewer)('/api/reviews')
  const { items } = z.parse(reviewQueueSchema, await response.json())
  return items.find(({ campaign }) => campaign.id === id)
}

/** What the desk shows now is approved. */
async function approve(campaign: Pick<StoredCampaign, 'id'>, who: Person = reviewer) {
  const item = await itemOf(campaign)
  return post(who, `reviews/${campaign.id}/approve`, { version: item?.version ?? 0 })
}

describe('a campaign that is with the reviewers', () => {
  it('may be asked about, answered and approved', async () => {
    const campaign = await of('pending')
    expect((await post(reviewer, `reviews/${campaign.id}/ask`, { reason: question })).status).toBe(
      204,
    )
    expect(await itemOf(campaign)).toBeUndefined()
    expect((await post(owner, `campaigns/${campaign.id}/answer`, { answer: 'Ours.' })).status).toBe(
      204,
    )
    expect(await itemOf(campaign)).toMatchObject({
      kind: 'campaign',
      moves: [{ event: 'ask' }, { event: 'answer', name: 'Ada Okafor', reason: 'Ours.' }],
    })
    expect((await approve(campaign)).status).toBe(204)

    const { moves, change } = await historyOf(campaign)
    expect(moves).toMatchObject([
      { event: 'ask', by: 'reviewer', name: null, reason: question },
      { event: 'answer', by: 'owner', reason: 'Ours.' },
      { event: 'approve', by: 'reviewer', reason: null },
    ])
    expect(change).toBeNull()
    expect((await historyOf(campaign, second)).moves[0]).toMatchObject({ name: 'Chidi Okafor' })
    expect(await subjects()).toEqual([
      'A question about your campaign: A well for Ife',
      'Your campaign is live: A well for Ife',
    ])
  })

  it.each(['pending', 'information-requested'] as const)(
    'is edited while it is %s, and stays there, without a public history',
    async (status) => {
      const campaign = await of(status)
      expect((await edit(campaign, { title: 'A pump for Ife', goalAmount: '700.00' })).status).toBe(
        200,
      )
      expect(await find(campaign)).toMatchObject({ status, slug: 'a-pump-for-ife', goal: 70_000 })
      expect(await historyOf(campaign)).toMatchObject({ moves: [{ event: 'edit' }] })
      const edits = await as(app, owner)(`/api/campaigns/${campaign.id}/edits`)
      expect(await edits.json()).toEqual({ edits: [] })
    },
  )

  it('is not approved as somebody has read it once it was changed', async () => {
    const campaign = await of('pending')
    const item = await itemOf(campaign)
    await edit(campaign, { description: 'Something else altogether.' })
    const late = await post(reviewer, `reviews/${campaign.id}/approve`, { version: item?.version })
    expect([late.status, await codeOf(late)]).toEqual([409, 'campaign-changed'])
    expect(await find(campaign)).toMatchObject({ status: 'pending' })
  })

  it('is never approved unread, whoever is quicker', async () => {
    for (let round = 0; round < 5; round++) {
      const campaign = await of('pending')
      const [edited, approved] = await Promise.all([
        edit(campaign, { description: 'Something else altogether.' }),
        post(reviewer, `reviews/${campaign.id}/approve`, { version: 0 }),
      ])
      // Whoever was second came too late, or what was approved is what was read.
      const { moves } = await historyOf(campaign)
      expect(moves.map(({ event }) => event)).not.toEqual(['edit', 'approve'])
      expect([edited.status, approved.status]).toContain(moves[0]?.event === 'edit' ? 200 : 204)
    }
  })

  it('is rejected for a ground of the list, changed and sent again', async () => {
    const campaign = await of('pending')
    const words = { ground: 'unclear', reason: '' }
    expect((await post(reviewer, `reviews/${campaign.id}/reject`, words)).status).toBe(204)
    const { moves } = await historyOf(campaign)
    expect(moves[0]?.reason).toMatch(/does not say clearly enough/)

    expect((await edit(campaign, { description: 'Now it says so.' })).status).toBe(200)
    expect(await find(campaign)).toMatchObject({ status: 'pending' })
    expect(await itemOf(campaign)).toMatchObject({ campaign: { description: 'Now it says so.' } })
    expect(await subjects()).toContain('We have your campaign again: A well for Ife')
  })

  it('is sent again only where fewer than three are waiting', async () => {
    const campaign = await of('rejected')
    for (let count = 0; count < 3; count++) await of(count ? 'pending' : 'information-requested')
    expect((await edit(campaign, { city: 'Ondo' })).status).toBe(429)
    expect(await find(campaign)).toMatchObject({ status: 'rejected', city: 'Ife' })
  })

  it('takes two people above the goal of the settings, and both have read the same', async () => {
    const campaign = await of('pending', { goal: kobo(30_000_000_00) })
    expect(await itemOf(campaign)).toMatchObject({ needsTwo: true, endorsedBy: null })
    expect((await approve(campaign)).status).toBe(204)
    expect(await find(campaign)).toMatchObject({ status: 'pending' })
    expect(await itemOf(campaign)).toMatchObject({ endorsedBy: 'Chidi Okafor' })
    expect(await codeOf(await approve(campaign))).toBe('second-reviewer-needed')

    await edit(campaign, { city: 'Ondo' })
    expect(await itemOf(campaign)).toMatchObject({ endorsedBy: null })
    expect((await approve(campaign, second)).status).toBe(204)
    expect(await find(campaign)).toMatchObject({ status: 'pending' })
    expect((await approve(campaign)).status).toBe(204)
    expect(await find(campaign)).toMatchObject({ status: 'approved' })
  })
})

describe('an approved campaign', () => {
  it('changes its words and pictures at once, and everybody may read what they were', async () => {
    const campaign = await of('approved')
    const phone = '+234 802 234 5678'
    expect((await edit(campaign, { description: 'Six hundred families.', phone })).status).toBe(200)
    expect(await find(campaign)).toMatchObject({
      status: 'approved',
      description: 'Six hundred families.',
    })
    const [{ changes } = { changes: [] }, ...others] = await editsOf(campaign)
    expect(others).toEqual([])
    // What was private stays so.
    expect(changes).toEqual([
      { field: 'description', before: campaign.description },
      { field: 'contact', before: null },
    ])
    expect(JSON.stringify(changes)).not.toContain(campaign.contact.phone)
    expect(await itemOf(campaign)).toBeUndefined()
  })

  it('keeps its title, goal, end, purpose and beneficiary until a reviewer agrees', async () => {
    const campaign = await of('approved')
    const { slug, goal, endDate, contact, raiseMoneyFor } = campaign
    const purpose = 'A second borehole for the clinic, with a pump and a tank.'
    const change = { title: 'Two wells for Ife', goalAmount: '9,000,000', endDate: inDays(90) }
    await edit(campaign, { ...change, name: 'Bola Obi', raiseMoneyFor: purpose })
    expect(await find(campaign)).toMatchObject({ slug, goal, endDate, contact, raiseMoneyFor })
    const { change: open } = await historyOf(campaign)
    expect(open).toMatchObject({
      status: 'pending',
      fields: ['title', 'goal', 'endDate', 'raiseMoneyFor', 'beneficiary'],
    })
    expect(await itemOf(campaign)).toMatchObject({
      kind: 'change',
      campaign: { title: 'Two wells for Ife', goal: 900_000_000, status: 'approved' },
      changed: expect.arrayContaining([{ field: 'title', before: 'A well for Ife' }]),
    })

    expect((await approve(campaign)).status).toBe(204)
    expect(await find(campaign)).toMatchObject({
      status: 'approved',
      slug: 'two-wells-for-ife',
      goal: 900_000_000,
      contact: { ...contact, name: 'Bola Obi' },
    })
    const [{ changes } = { changes: [] }] = await editsOf(campaign)
    expect(changes).toContainEqual({ field: 'goal', before: '₦5,000,000.00' })
    expect(changes).toContainEqual({ field: 'beneficiary', before: null })
    expect(await itemOf(campaign)).toBeUndefined()
    expect(await subjects()).toEqual([
      'You asked for a change of your campaign: A well for Ife',
      'The change of your campaign was approved: A well for Ife',
    ])
  })

  it('goes on as it was where the change is asked about, rejected or withdrawn', async () => {
    const campaign = await of('approved')
    const path = `reviews/${campaign.id}`
    await edit(campaign, { title: 'Two wells' })
    expect((await post(reviewer, `${path}/ask`, { reason: question })).status).toBe(204)
    expect((await post(owner, `campaigns/${campaign.id}/answer`, { answer: 'Ours.' })).status).toBe(
      204,
    )
    expect((await itemOf(campaign))?.moves.at(-1)).toMatchObject({ reason: 'Ours.' })
    expect((await post(reviewer, `${path}/reject`, { reason: question })).status).toBe(204)
    expect((await historyOf(campaign)).change).toBeNull()

    await edit(campaign, { title: 'Three wells' })
    await edit(campaign, { title: campaign.title })
    const { moves, change } = await historyOf(campaign)
    expect(change).toBeNull()
    expect(moves.map(({ event }) => event)).toEqual([
      'change-propose',
      'change-ask',
      'change-answer',
      'change-reject',
      'change-propose',
      'change-withdraw',
    ])
    expect(await find(campaign)).toMatchObject({ title: 'A well for Ife' })
  })

  it('pays the old bank account until the new one was agreed to, after three days', async () => {
    const campaign = await of('approved')
    const account = { bank: '044', accountNumber: '0690000031' }
    const without = await edit(campaign, account)
    expect([without.status, await codeOf(without)]).toEqual([403, 'requires-recent-login'])
    const wrong = await edit(campaign, { ...account, currentPassword: 'not mine at all' })
    expect(await codeOf(wrong)).toBe('wrong-password')
    expect((await historyOf(campaign)).change).toBeNull()

    expect((await edit(campaign, { ...account, currentPassword: password })).status).toBe(200)
    expect((await historyOf(campaign)).change).toMatchObject({ fields: ['bank'] })
    expect(await find(campaign)).toMatchObject({ bankAccount: campaign.bankAccount })
    expect(await subjects()).toEqual(['You asked for a change of your campaign: A well for Ife'])
    expect(await codeOf(await approve(campaign))).toBe('change-too-early')

    passedMs = 3 * dayMs
    reviewer = await createPerson(database, { ...named('femi', 'reviewer') }, { now })
    expect((await approve(campaign)).status).toBe(204)
    const { bankAccount } = await find(campaign)
    expect(bankAccount).toMatchObject({ bankCode: '044', last4: '0031' })
    expect(bankAccount.subAccountCode).not.toBe(campaign.bankAccount.subAccountCode)
    const kept = await everything.row(
      z.object({ clear: z.boolean() }),
      sql`select campaign_edit::text like '%0690000031%' as clear from campaign_edit`,
    )
    expect(kept).toEqual({ clear: false })
  })

  it.each([
    ['another bank without its number', { bank: '044' }, 'accountNumber'],
    ['an end in the past', { endDate: '2020-01-01', startDate: '2019-01-01' }, 'endDate'],
    ['a picture of somebody else', { images: [{ id: 'f'.repeat(64), alt: '' }] }, 'images'],
    ['a status', { status: 'approved' }, 'invalid-input'],
  ])('refuses %s', async (_what, change, field) => {
    const campaign = await of('approved')
    const before = await find(campaign)
    const response = await edit(campaign, change)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(`"${field}"`)
    expect(await find(campaign)).toEqual(before)
    expect((await historyOf(campaign)).moves).toEqual([])
  })

  it('is nobody else’s to edit, to end or to cancel', async () => {
    const campaign = await of('approved')
    for (const who of [stranger, reviewer, admin])
      expect((await edit(campaign, { city: 'Ondo' }, who)).status).toBe(404)
    for (const who of [stranger, reviewer, admin])
      expect((await post(who, `campaigns/${campaign.id}/end`)).status).toBe(404)
    for (const who of [owner, reviewer]) {
      const cancelled = await post(who, `campaigns/${campaign.id}/cancel`, { reason: question })
      expect(cancelled.status).toBe(404)
    }
    expect(await find(campaign)).toMatchObject({ status: 'approved', city: 'Ife' })
  })
})

const gift = { amount: '5,000', email: 'd@example.com', name: '', message: '', anonymous: false }
const give = ({ id }: Pick<StoredCampaign, 'id'>) =>
  as(app, visitor)(`/api/campaigns/${id}/donations`, {
    method: 'POST',
    headers: { 'idempotency-key': `gift-${id}` },
    body: gift,
  })

describe('an ended campaign', () => {
  it('was ended by its owner, takes no gift, is in no list and stays readable', async () => {
    const campaign = await of('approved')
    expect((await post(owner, `campaigns/${campaign.id}/end`)).status).toBe(204)
    const refused = await give(campaign)
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'campaign-closed'])

    const page = await as(app, visitor)(`/api/campaigns/${campaign.id}`)
    expect(await page.json()).toMatchObject({
      campaign: { status: 'ended', acceptsDonations: false },
    })
    const list = await as(app, visitor)('/api/campaigns')
    expect(await list.json()).toMatchObject({ total: 0 })
    const again = await post(owner, `campaigns/${campaign.id}/end`)
    expect([again.status, await codeOf(again)]).toEqual([409, 'campaign-status-changed'])
    expect(await codeOf(await edit(campaign, { city: 'Ondo' }))).toBe('campaign-status-changed')
    expect(await subjects()).toEqual(['Your campaign has ended: A well for Ife'])
  })

  it('was ended by its date, once, and its owner was told', async () => {
    const overdue = await of('approved', { startDate: inDays(-40), endDate: inDays(-1) })
    const running = await of('approved')
    await Promise.all([campaigns.endings.endOverdue(), campaigns.endings.endOverdue()])
    expect(await find(overdue)).toMatchObject({ status: 'ended' })
    expect(await find(running)).toMatchObject({ status: 'approved' })
    expect((await historyOf(overdue)).moves).toMatchObject([{ event: 'expire', by: 'clock' }])
    expect(await subjects()).toEqual(['Your campaign has ended: A well for Ife'])
    expect(await campaigns.endings.endOverdue()).toBe(0)
  })

  it('takes what was to be changed of it off the desk', async () => {
    const campaign = await of('approved')
    await edit(campaign, { title: 'Two wells' })
    expect(await itemOf(campaign)).toBeDefined()
    await post(owner, `campaigns/${campaign.id}/end`)
    expect(await itemOf(campaign)).toBeUndefined()
    expect((await historyOf(campaign)).change).toBeNull()
    expect(await codeOf(await approve(campaign))).toBe('already-reviewed')
  })

  it('may be cancelled by an admin, with a reason that its owner reads', async () => {
    const campaign = await of('ended')
    const said = await post(admin, `campaigns/${campaign.id}/cancel`, { reason: question })
    expect(said.status).toBe(204)
    expect(await find(campaign)).toMatchObject({ status: 'cancelled' })
    expect((await historyOf(campaign)).moves).toMatchObject([
      { event: 'cancel', by: 'admin', reason: question },
    ])
    expect(await codeOf(await give(campaign))).toBe('campaign-closed')
    const { rows } = await everything.pool.query<{ task_identifier: string }>(
      'select task_identifier from graphile_worker.jobs',
    )
    expect(rows.map((job) => job.task_identifier)).toContain('refund-cancelled')
  })

  it('is not cancelled by an admin whose own it is', async () => {
    const { id } = await insertCampaignBy(content, { ...ada, uid: admin.uid }, 'approved')
    const own = await post(admin, `campaigns/${id}/cancel`, { reason: question })
    expect([own.status, await codeOf(own)]).toEqual([409, 'own-campaign'])
    expect(await find({ id })).toMatchObject({ status: 'approved' })
  })
})

describe('the reviewers', () => {
  const remind = () =>
    remindReviewers({
      database,
      content,
      changes: openPendingChanges(database),
      outbox,
      publicUrl: testOrigin,
      now,
    })

  it('are mailed once a day while something waits for hours, and not before', async () => {
    await of('pending')
    expect(await remind()).toBe(0)
    passedMs = 5 * 3_600_000
    expect(await Promise.all([remind(), remind()])).toEqual([1, 1])
    const told = await everything.rows(
      z.object({ recipient: z.string() }),
      sql`select recipient from mail_outbox order by recipient`,
    )
    expect(told.map(({ recipient }) => recipient)).toEqual([
      'chidi@example.com',
      'dayo@example.com',
      'emeka@example.com',
    ])
    passedMs += dayMs
    await remind()
    expect(await everything.rows(z.object({}), sql`select from mail_outbox`)).toHaveLength(6)
  })

  it('see what was looked up of a campaign and of who is behind it', async () => {
    const image = await pictures.add(bola.uid, await jpeg())
    const texts = { description: errorSentences.busy.repeat(3), images: [image] }
    const other = await insertCampaignBy(content, bola, 'approved', texts)
    await database.transaction((queries) =>
      campaigns.prints.save(queries, { ...other, ...texts }),
    )
    const campaign = await of('pending')
    await database.transaction((queries) => campaigns.prints.save(queries, campaign))
    expect((await itemOf(campaign))?.checks).toEqual({
      emailVerified: true,
      twoFactor: false,
      accountDays: 0,
      bankAccountName: null,
      bankAccountMatch: 'unknown',
      likePictures: [{ id: other.id, slug: other.slug, title: other.title, isSameOwner: false }],
      likeTexts: [expect.objectContaining({ id: other.id, percent: expect.any(Number) })],
    })
  })
})
