import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { seededRandom } from '#dev/sample-data/seed.ts'
import { sql } from '#server/platform/database/sql.ts'
import { listStops } from '#server/money/payouts/payout-stops.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { campaignFormSchema } from '#shared/campaign-edit.ts'
import type { CampaignStatus } from '#shared/campaign.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { campaignEditsSchema, campaignHistorySchema } from '#shared/campaign-history.ts'
import { kobo } from '#shared/money.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { approvalReason, inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { insertFailedJob } from '#test/support/database/jobs.ts'
import { listMails, listSubjects } from '#test/support/mail/mails.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

const { database, owner: databaseOwner, empty } = await testDatabase()
let passedMs = 0
const now = () => new Date(Date.now() + passedMs)
const { app, content, addPicture, endings, fingerprints, tasks } = await openCampaignApp(database, {
  now,
})
const dayMs = 86_400_000
const password = 'mango rain 47'
const account = { bank: '044', accountNumber: '0123456789', accountName: 'Obi Ada Chinyere' }
const question = 'Whose borehole is it that you want to repair?'

let owner: Person
let reviewer: Person
let second: Person
let admin: Person

beforeEach(async () => {
  passedMs = 0
  await empty()
  owner = await createPerson(database, ada, { password })
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

type Actor = Person | typeof visitor

const post = (who: Actor, path: string, body: object = {}) =>
  as(app, who)(`/api/${path}`, { method: 'POST', body })

async function getErrorCode(response: Response) {
  const { error } = (await response.json()) as { error?: { code: string } }
  return error?.code
}

const subjects = () => listSubjects(databaseOwner, ada.email)

async function insert(status: CampaignStatus, change = {}) {
  const image = await addPicture(ada.uid)
  const campaign = await insertCampaignBy(content, ada, 'pending', { images: [image], ...change })
  if (status !== 'pending')
    await content.changeCampaign(campaign.id, { from: 'pending', to: status })
  return campaign
}

const find = async ({ id }: Pick<StoredCampaign, 'id'>) => {
  const found = await content.findCampaign(id)
  if (!found) throw new Error('the campaign was not found')
  return found
}

/** Submits the owner's form with changes, like the wizard. */
async function edit({ id }: Pick<StoredCampaign, 'id'>, change: object, who: Actor = owner) {
  const form = await as(app, owner)(`/api/campaigns/${id}/form`)
  const { values } = z.parse(campaignFormSchema, await form.json())
  return as(app, who)(`/api/campaigns/${id}`, { method: 'PUT', body: { ...values, ...change } })
}

type EditTab = { writer: string; base?: string | undefined; words: string[]; replaces: boolean }

/** Tabs that open, type and save an edit. An answer may be lost. Returns the words that were sent and that no version has. */
async function playEdits(campaign: StoredCampaign, random: () => number) {
  const read = async () => {
    const form = await as(app, owner)(`/api/campaigns/${campaign.id}/form`)
    return z.parse(campaignFormSchema, await form.json())
  }
  const toWords = (values: Record<string, unknown>) =>
    z.parse(z.string(), values['description']).match(/word\d+/g) ?? []
  const openTab = async (): Promise<EditTab> => {
    const { kept, ...current } = await read()
    const older = random() < 0.2 ? kept[0] : undefined
    const { values, savedAt } = older ?? current
    const replaces = older !== undefined
    return { writer: randomUUID(), base: savedAt, words: toWords(values), replaces }
  }
  const sent = new Set<string>()
  const open = new Map<number, EditTab>()
  const save = async (number: number, tab: EditTab) => {
    for (const word of tab.words) sent.add(word)
    const { words: _words, ...version } = tab
    const description = `Clean water. ${tab.words.join(' ')}`
    const { status } = await edit(campaign, { description, version })
    const isLost = random() < 0.2
    if (status === 409) tab.replaces ||= !isLost
    else if (status !== 200) throw new Error(`the edit was answered with ${status}`)
    else if (!isLost) open.delete(number)
  }
  for (let step = 0; step < 14; step++) {
    const number = Math.floor(random() * 3)
    const tab = open.get(number)
    const chance = random()
    if (!tab) open.set(number, await openTab())
    else if (chance < 0.45) tab.words.push(`word${step}`)
    else if (chance < 0.8) await save(number, tab)
    else if (chance < 0.9)
      await Promise.all([...open].map(([each, another]) => save(each, another)))
    // The person takes the other version, or leaves.
    else if (tab.replaces) open.delete(number)
  }
  const { values, kept } = await read()
  const held = new Set([values, ...kept.map((each) => each.values)].flatMap(toWords))
  return [...sent].filter((word) => !held.has(word))
}

const getDraft = async () => (await as(app, owner)('/api/draft')).json()

async function getHistory({ id }: Pick<StoredCampaign, 'id'>, who: Person = owner) {
  const response = await as(app, who)(`/api/campaigns/${id}/history`)
  return z.parse(campaignHistorySchema, await response.json())
}

async function getEdits({ id }: Pick<StoredCampaign, 'id'>) {
  const response = await as(app, visitor)(`/api/campaigns/${id}/edits`)
  return z.parse(campaignEditsSchema, await response.json()).edits
}

async function findReviewItem({ id }: Pick<StoredCampaign, 'id'>) {
  const response = await as(app, reviewer)('/api/reviews')
  const { items } = z.parse(reviewQueueSchema, await response.json())
  return items.find(({ campaign }) => campaign.id === id)
}

/** Approves the version that the queue shows now. */
async function approve(campaign: Pick<StoredCampaign, 'id'>, who: Person = reviewer) {
  const item = await findReviewItem(campaign)
  return post(who, `reviews/${campaign.id}/approve`, {
    version: item?.version ?? 0,
    reason: approvalReason,
  })
}

describe('a campaign in review', () => {
  it('can be asked about, answered and approved', async () => {
    const campaign = await insert('pending')
    expect((await post(reviewer, `reviews/${campaign.id}/ask`, { reason: question })).status).toBe(
      204,
    )
    expect(await findReviewItem(campaign)).toBeUndefined()
    expect((await post(owner, `campaigns/${campaign.id}/answer`, { answer: 'Ours.' })).status).toBe(
      204,
    )
    expect(await findReviewItem(campaign)).toMatchObject({
      kind: 'campaign',
      transitions: [{ event: 'ask' }, { event: 'answer', name: 'Ada Okafor', reason: 'Ours.' }],
    })
    expect((await approve(campaign)).status).toBe(204)

    const { transitions, change } = await getHistory(campaign)
    expect(transitions).toMatchObject([
      { event: 'ask', actor: 'reviewer', name: null, reason: question },
      { event: 'answer', actor: 'owner', reason: 'Ours.' },
      { event: 'approve', actor: 'reviewer', reason: null },
    ])
    expect(change).toBeNull()
    expect((await getHistory(campaign, second)).transitions[0]).toMatchObject({
      name: 'Chidi Okafor',
    })
    expect(await subjects()).toEqual([
      'A question about your campaign: A well for Ife',
      'Your campaign is live: A well for Ife',
    ])
  })

  it.each(['pending', 'information-requested'] as const)(
    'can be edited while it is %s, without a public edit history',
    async (status) => {
      const campaign = await insert(status)
      expect((await edit(campaign, { title: 'A pump for Ife', goalAmount: '700.00' })).status).toBe(
        200,
      )
      expect(await find(campaign)).toMatchObject({ status, slug: 'a-pump-for-ife', goal: 70_000 })
      expect(await getHistory(campaign)).toMatchObject({ transitions: [{ event: 'edit' }] })
      const edits = await as(app, owner)(`/api/campaigns/${campaign.id}/edits`)
      expect(await edits.json()).toEqual({ edits: [] })
    },
  )

  it.each(['pending', 'approved'] as const)(
    'keeps both versions of two windows that edit a %s one, and lets the owner choose',
    async (status) => {
      const campaign = await insert(status)
      const read = async () => {
        const form = await as(app, owner)(`/api/campaigns/${campaign.id}/form`)
        return z.parse(campaignFormSchema, await form.json())
      }
      const { savedAt: base } = await read()
      const laptop = { description: 'From the laptop.', version: { writer: 'laptop', base } }
      const phone = { description: 'From the phone.', version: { writer: 'phone', base } }
      expect((await edit(campaign, laptop)).status).toBe(200)
      const refused = await edit(campaign, phone)
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ error: { code: 'draft-changed' } })
      const kept = await read()
      expect(kept.values['description']).toBe('From the laptop.')
      expect(kept.kept.map(({ values }) => values['description'])).toEqual(['From the phone.'])

      const chosen = { ...phone, version: { ...phone.version, replaces: true } }
      expect((await edit(campaign, chosen)).status).toBe(200)
      const after = await read()
      expect(after.values['description']).toBe('From the phone.')
      expect(after.kept.map(({ values }) => values['description'])).toEqual(['From the laptop.'])
      expect(JSON.stringify(after)).not.toContain('0123456789')
      const next = { description: 'Next.', version: { writer: 'tablet', base: after.savedAt } }
      expect((await edit(campaign, next)).status).toBe(200)
      expect(await getDraft()).toEqual({ draft: null, kept: [] })
    },
  )

  it('keeps both of two edits that arrive together, one of which changes nothing', async () => {
    const campaign = await insert('pending')
    for (let round = 0; round < 8; round++) {
      const save = (description: string) =>
        edit(campaign, { description, version: { writer: randomUUID(), replaces: true } })
      const [old, next] = [`Clean water ${round}.`, `Water ${round}.`]
      await save(old)
      await Promise.all([save(next), save(old)])
      const form = await as(app, owner)(`/api/campaigns/${campaign.id}/form`)
      const { values, kept } = z.parse(campaignFormSchema, await form.json())
      const held = [values, ...kept.map((each) => each.values)].map((each) => each['description'])
      expect(held).toEqual(expect.arrayContaining([old, next]))
    }
  })

  it('keeps all words that were sent in random histories of edits in tabs and on devices', async () => {
    const random = seededRandom(Number(process.env['SEED'] ?? 31)).next
    const histories = Math.min(1_000, Number(process.env['HISTORIES'] ?? 6))
    for (let history = 0; history < histories; history++) {
      const campaign = await insert(history % 2 === 0 ? 'approved' : 'pending')
      expect([history, await playEdits(campaign, random)]).toEqual([history, []])
    }
  }, 1_800_000)

  it('is never approved unseen when edit and approval arrive together', async () => {
    for (let round = 0; round < 5; round++) {
      const campaign = await insert('pending')
      const [edited, approved] = await Promise.all([
        edit(campaign, { description: 'Something else altogether.' }),
        post(reviewer, `reviews/${campaign.id}/approve`, { version: 0, reason: approvalReason }),
      ])
      // Either the later request was refused, or the approval came before the edit.
      const { transitions } = await getHistory(campaign)
      expect(transitions.map(({ event }) => event)).not.toEqual(['edit', 'approve'])
      expect([edited.status, approved.status]).toContain(
        transitions[0]?.event === 'edit' ? 200 : 204,
      )
    }
  })

  it('can be rejected for a listed reason, edited and resubmitted', async () => {
    const campaign = await insert('pending')
    const words = { version: 0, ground: 'unclear', reason: '' }
    expect((await post(reviewer, `reviews/${campaign.id}/reject`, words)).status).toBe(204)
    const { transitions } = await getHistory(campaign)
    expect(transitions[0]?.reason).toMatch(/does not say clearly/)

    expect((await edit(campaign, { description: 'Now it says so.' })).status).toBe(200)
    expect(await find(campaign)).toMatchObject({ status: 'pending' })
    expect(await findReviewItem(campaign)).toMatchObject({
      campaign: { description: 'Now it says so.' },
    })
    expect(await subjects()).toContain('We received your campaign again: A well for Ife')
  })

  it('needs two reviewers above the configured goal, who approve the same content', async () => {
    const campaign = await insert('pending', { goal: kobo(30_000_000_00) })
    expect(await findReviewItem(campaign)).toMatchObject({
      needsSecondApproval: true,
      endorsedBy: null,
    })
    expect((await approve(campaign)).status).toBe(204)
    expect(await find(campaign)).toMatchObject({ status: 'pending' })
    expect(await findReviewItem(campaign)).toMatchObject({ endorsedBy: 'Chidi Okafor' })
    expect(await getErrorCode(await approve(campaign))).toBe('second-reviewer-needed')
    expect(await findReviewItem(campaign)).toMatchObject({ isEndorsedByReader: true })

    await edit(campaign, { city: 'Ondo' })
    expect(await findReviewItem(campaign)).toMatchObject({ endorsedBy: null })
    expect((await approve(campaign, second)).status).toBe(204)
    expect(await find(campaign)).toMatchObject({ status: 'pending' })
    expect((await approve(campaign)).status).toBe(204)
    expect(await find(campaign)).toMatchObject({ status: 'approved' })
  })
})

describe('an approved campaign', () => {
  it('keeps its title, goal, end, purpose and beneficiary until a reviewer approves', async () => {
    const campaign = await insert('approved')
    const { slug, goal, endDate, contact, raiseMoneyFor } = campaign
    const purpose = 'A second borehole for the clinic, with a pump and a tank.'
    const change = { title: 'Two wells for Ife', goalAmount: '9,000,000', endDate: inDays(90) }
    await edit(campaign, { ...change, name: 'Bola Obi', raiseMoneyFor: purpose })
    expect(await find(campaign)).toMatchObject({ slug, goal, endDate, contact, raiseMoneyFor })
    const { change: open } = await getHistory(campaign)
    expect(open).toMatchObject({
      status: 'pending',
      fields: ['title', 'goal', 'endDate', 'raiseMoneyFor', 'beneficiary'],
    })
    expect(await findReviewItem(campaign)).toMatchObject({
      kind: 'change',
      campaign: { title: 'Two wells for Ife', goal: 900_000_000, status: 'approved' },
      changes: expect.arrayContaining([{ field: 'title', before: 'A well for Ife' }]),
    })

    expect((await approve(campaign)).status).toBe(204)
    expect(await find(campaign)).toMatchObject({
      status: 'approved',
      slug: 'two-wells-for-ife',
      goal: 900_000_000,
      contact: { ...contact, name: 'Bola Obi' },
    })
    const [{ changes } = { changes: [] }] = await getEdits(campaign)
    expect(changes).toContainEqual({ field: 'goal', before: '₦5,000,000.00' })
    expect(changes).toContainEqual({ field: 'beneficiary', before: null })
    expect(await findReviewItem(campaign)).toBeUndefined()
    expect(await subjects()).toEqual([
      'You requested a change to your campaign: A well for Ife',
      'The change to your campaign was approved: A well for Ife',
    ])
  })

  it('stays unchanged when the change is asked about, rejected or withdrawn', async () => {
    const campaign = await insert('approved')
    const path = `reviews/${campaign.id}`
    await edit(campaign, { title: 'Two wells' })
    expect((await post(reviewer, `${path}/ask`, { reason: question })).status).toBe(204)
    expect((await post(owner, `campaigns/${campaign.id}/answer`, { answer: 'Ours.' })).status).toBe(
      204,
    )
    expect((await findReviewItem(campaign))?.transitions.at(-1)).toMatchObject({ reason: 'Ours.' })
    const version = (await findReviewItem(campaign))?.version
    expect((await post(reviewer, `${path}/reject`, { version, reason: question })).status).toBe(204)
    expect((await getHistory(campaign)).change).toBeNull()

    await edit(campaign, { title: 'Three wells' })
    await edit(campaign, { title: campaign.title })
    const { transitions, change } = await getHistory(campaign)
    expect(change).toBeNull()
    expect(transitions.map(({ event }) => event)).toEqual([
      'change-propose',
      'change-ask',
      'change-answer',
      'change-reject',
      'change-propose',
      'change-withdraw',
    ])
    expect(await find(campaign)).toMatchObject({ title: 'A well for Ife' })
  })

  it.each(['pending', 'information-requested', 'rejected'] as const)(
    'that is %s instead gets a new bank account with the password, and its owner is told',
    async (status) => {
      const campaign = await insert(status)
      expect(await getErrorCode(await edit(campaign, account))).toBe('requires-recent-login')
      const email = 'new.contact@example.com'
      const changed = await edit(campaign, { ...account, email, currentPassword: password })
      expect(changed.status).toBe(200)
      expect((await find(campaign))?.bankAccount.last4).toBe('6789')
      const subject = 'A new bank account for your campaign'
      const mails = (await listMails(databaseOwner)).filter((mail) =>
        mail.subject.startsWith(subject),
      )
      expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
        [...new Set([ada.email, campaign.contact.email])].toSorted(),
      )
      expect(mails[0]?.text).toContain('ending 6789')
    },
  )

  it('says in its form whether its owner has two-step verification', async () => {
    const campaign = await insert('approved')
    const readForm = async () => (await as(app, owner)(`/api/campaigns/${campaign.id}/form`)).json()
    expect(await readForm()).toMatchObject({ hasTwoFactor: false })
    await databaseOwner.run(sql`
      insert into two_factor (uid, secret_sealed, confirmed_at) values (${ada.uid}, 'sealed', now())`)
    expect(await readForm()).toMatchObject({ hasTwoFactor: true })
  })

  it('pays the old bank account until a new one is approved after three days', async () => {
    const campaign = await insert('approved')
    expect(await getErrorCode(await edit(campaign, account))).toBe('requires-recent-login')
    expect((await edit(campaign, { ...account, currentPassword: password })).status).toBe(200)
    expect((await getHistory(campaign)).change).toMatchObject({ fields: ['bank'] })
    expect(await find(campaign)).toMatchObject({ bankAccount: campaign.bankAccount })
    expect(await subjects()).toEqual([
      'You requested a change to your campaign: A well for Ife',
      'A new bank account for your campaign: A well for Ife',
    ])
    expect(await getErrorCode(await approve(campaign))).toBe('change-too-early')
    expect(await listStops(database, campaign.id, now())).toEqual([])

    passedMs = 3 * dayMs
    reviewer = await createPerson(database, { ...named('femi', 'reviewer') }, { now })
    expect((await approve(campaign)).status).toBe(204)
    const { bankAccount } = await find(campaign)
    expect(bankAccount).toMatchObject({ bankCode: '044', last4: '6789' })
    expect(bankAccount.subAccountCode).not.toBe(campaign.bankAccount.subAccountCode)
    expect(await listStops(database, campaign.id, now())).toMatchObject([{ kind: 'bank-account' }])
    const [last] = (await listMails(databaseOwner, ada.email)).slice(-1)
    expect(last?.text).toMatch(/ending 6789 .* receives nothing before/)
    passedMs = 6 * dayMs + 60_000
    expect(await listStops(database, campaign.id, now())).toEqual([])
    const stored = await databaseOwner.row(
      z.object({ clear: z.boolean() }),
      sql`select campaign_edit::text like '%0123456789%' as clear from campaign_edit`,
    )
    expect(stored).toEqual({ clear: false })
  })

  it.each([
    ['another bank without an account number', { bank: '044' }, 'accountNumber'],
    ['an end in the past', { endDate: '2020-01-01', startDate: '2019-01-01' }, 'endDate'],
    ['an image of another person', { images: [{ id: 'f'.repeat(64), alt: '' }] }, 'images'],
    ['a status', { status: 'approved' }, 'invalid-input'],
  ])('refuses %s', async (_name, change, field) => {
    const campaign = await insert('approved')
    const before = await find(campaign)
    const response = await edit(campaign, change)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(`"${field}"`)
    expect(await find(campaign)).toEqual(before)
    expect((await getHistory(campaign)).transitions).toEqual([])
  })
})

const donation = {
  amount: '5,000',
  email: 'd@example.com',
  name: '',
  message: '',
  anonymous: false,
}
const donate = ({ id }: Pick<StoredCampaign, 'id'>) =>
  as(app, visitor)(`/api/campaigns/${id}/donations`, {
    method: 'POST',
    headers: { 'idempotency-key': `donation-${id}` },
    body: donation,
  })

describe('an ended campaign', () => {
  it('ended by its owner accepts no donations, is unlisted and stays readable', async () => {
    const campaign = await insert('approved')
    expect((await post(owner, `campaigns/${campaign.id}/end`)).status).toBe(204)
    const refused = await donate(campaign)
    expect([refused.status, await getErrorCode(refused)]).toEqual([409, 'campaign-closed'])

    const page = await as(app, visitor)(`/api/campaigns/${campaign.id}`)
    expect(await page.json()).toMatchObject({
      campaign: { status: 'ended', acceptsDonations: false },
    })
    const list = await as(app, visitor)('/api/campaigns')
    expect(await list.json()).toMatchObject({ total: 0 })
    const again = await post(owner, `campaigns/${campaign.id}/end`)
    expect([again.status, await getErrorCode(again)]).toEqual([409, 'campaign-status-changed'])
    expect(await getErrorCode(await edit(campaign, { city: 'Ondo' }))).toBe(
      'campaign-status-changed',
    )
    expect(await subjects()).toEqual(['Your campaign has ended: A well for Ife'])
  })

  it('is ended once at its end date, and its owner is notified', async () => {
    const overdue = await insert('approved', { startDate: inDays(-40), endDate: inDays(-1) })
    const running = await insert('approved')
    await Promise.all([endings.endOverdue(), endings.endOverdue()])
    expect(await find(overdue)).toMatchObject({ status: 'ended' })
    expect(await find(running)).toMatchObject({ status: 'approved' })
    expect((await getHistory(overdue)).transitions).toMatchObject([
      { event: 'expire', actor: 'system' },
    ])
    expect(await subjects()).toEqual(['Your campaign has ended: A well for Ife'])
    expect(await endings.endOverdue()).toBe(0)
  })

  it('removes its pending change from the review queue', async () => {
    const campaign = await insert('approved')
    await edit(campaign, { title: 'Two wells' })
    expect(await findReviewItem(campaign)).toBeDefined()
    await post(owner, `campaigns/${campaign.id}/end`)
    expect(await findReviewItem(campaign)).toBeUndefined()
    expect((await getHistory(campaign)).change).toBeNull()
    expect(await getErrorCode(await approve(campaign))).toBe('already-reviewed')
  })

  it('can be cancelled by an admin with a reason for the owner', async () => {
    const campaign = await insert('ended')
    const response = await post(admin, `campaigns/${campaign.id}/cancel`, { reason: question })
    expect(response.status).toBe(204)
    expect(await find(campaign)).toMatchObject({ status: 'cancelled' })
    expect((await getHistory(campaign)).transitions).toMatchObject([
      { event: 'cancel', actor: 'admin', reason: question },
    ])
    expect(await listStops(database, campaign.id, now())).toMatchObject([{ kind: 'cancelled' }])
    expect(await getErrorCode(await donate(campaign))).toBe('campaign-closed')
    const { rows } = await databaseOwner.pool.query<{ task_identifier: string }>(
      'select task_identifier from graphile_worker.jobs',
    )
    expect(rows.map((job) => job.task_identifier)).toContain('refund-cancelled-campaigns')
  })
})

describe('reviewers', () => {
  it('are mailed once a day when something waits for longer than it should', async () => {
    const run = () => tasks.find(({ name }) => name === 'mail-work')?.run({})
    await insert('pending')
    passedMs = 3 * 3_600_000
    await run()
    expect(await listMails(databaseOwner)).toEqual([])
    passedMs = 5 * 3_600_000
    await Promise.all([run(), run()])
    const mails = await listMails(databaseOwner)
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
      'chidi@example.com',
      'dayo@example.com',
      'emeka@example.com',
    ])
    passedMs += dayMs
    await run()
    expect(await listMails(databaseOwner)).toHaveLength(6)
  })

  it('are mailed what is not overdue in the morning, if they want it', async () => {
    const run = () => tasks.find(({ name }) => name === 'mail-work')?.run({})
    const wanted = { method: 'PUT', body: { isMailed: true } }
    expect((await as(app, admin)('/api/work/mail', wanted)).status).toBe(204)
    await insertFailedJob(databaseOwner, 'no response', 'mail-reset')
    await databaseOwner.pool.query('update graphile_worker._private_jobs set max_attempts = 3')
    passedMs = new Date().setUTCHours(29, 30) - Date.now()
    await run()
    expect(await listMails(databaseOwner)).toEqual([])
    passedMs += 3_600_000
    await run()
    const mails = await listMails(databaseOwner)
    expect(mails.map(({ recipient }) => recipient)).toEqual(['emeka@example.com'])
  })

  it('see the automatic checks of a campaign and its owner', async () => {
    const image = await addPicture(bola.uid)
    const texts = { description: errorSentences.busy.repeat(3), images: [image] }
    const other = await insertCampaignBy(content, bola, 'approved', texts)
    await database.transaction((queries) => fingerprints.save(queries, { ...other, ...texts }))
    const campaign = await insert('pending')
    await database.transaction((queries) => fingerprints.save(queries, campaign))
    expect((await findReviewItem(campaign))?.checks).toEqual({
      emailVerified: true,
      twoFactor: false,
      accountAgeDays: 0,
      bankAccountName: null,
      bankAccountMatch: 'unknown',
      impersonation: [],
      similarNames: [],
      accountOwners: 0,
      rejections: [],
      similarImages: [{ id: other.id, slug: other.slug, title: other.title, isSameOwner: false }],
      similarTexts: [expect.objectContaining({ id: other.id, percent: expect.any(Number) })],
    })
  })
})
