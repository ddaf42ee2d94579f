import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import { sql } from '#server/platform/database/sql.ts'
import { campaignMembersSchema } from '#shared/campaign-member.ts'
import { kobo } from '#shared/money.ts'
import { refundPreviewSchema } from '#shared/refund.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, bola, createPerson, newUser, type Person } from '#test/support/people/people.ts'

const { at, database } = await freshMoneyApp()
const password = 'mango rain 47'
const withPassword = { currentPassword: password }
let organiser: Person
let treasurer: Person
let other: Person
let campaign: StoredCampaign & { endDate: string }

beforeEach(async () => {
  const now = () => at.clock.now
  organiser = await createPerson(database, ada, { password, now })
  treasurer = await createPerson(database, bola, { password, now })
  other = await createPerson(database, newUser('efe'), { password, now })
  const endDate = '2027-06-01'
  campaign = { ...(await insertCampaignBy(at.content, ada, 'approved', { endDate })), endDate }
  await join(treasurer)
})

async function post(who: Person, path: string, body: object = {}) {
  const headers = { 'idempotency-key': randomUUID() }
  const response = await as(at.app, who)(path, { method: 'POST', body, headers })
  const text = await response.text()
  const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    error?: { code: string }
    state?: string
  }
  return answer.error?.code ?? answer.state ?? response.status
}
const path = (rest: string) => `/api/campaigns/${campaign.id}${rest}`
const read = async (who = organiser) =>
  z.parse(campaignMembersSchema, await (await as(at.app, who)(path('/members'))).json())

async function join(who: Person) {
  await post(organiser, path('/members'), { email: who.email, role: 'treasurer' })
  const id = (await read()).members.find(
    ({ email, name }) => email === who.email && name === '',
  )?.id
  expect(await post(who, `/api/invitations/${id}`)).toBe(204)
  return id
}

/** Answers the id of a paid donation. */
async function donate(naira: number) {
  const form = { amount: kobo(naira * 100) }
  const paid = { paidAt: at.clock.now }
  const reference = await at.donate(`${randomUUID()}@example.com`, { campaign, form }, paid)
  const row = await database.row(
    z.object({ id: z.string() }),
    sql`select id from donation where reference = ${reference}`,
  )
  return row?.id ?? ''
}
const refund = (id: string, who = organiser, body: object = withPassword) =>
  post(who, `/api/donations/${id}/refund`, { reason: 'The well was paid for', ...body })
async function answer(who: Person, what: 'confirm' | 'end') {
  const { requests } = await read()
  return post(who, path(`/requests/${requests.at(-1)?.id}/${what}`), withPassword)
}
const countRefunds = async () =>
  (await database.rows(z.object({ id: z.string() }), sql`select id from refund`)).length

describe('a refund of a campaign with a treasurer', () => {
  it('up to the sum of a day is made by either alone, and above it by both together', async () => {
    const [small, next, large] = [await donate(30_000), await donate(20_000), await donate(15_000)]
    expect(await refund(small)).toBe('queued')
    expect(await refund(next, treasurer)).toBe('queued')
    // Together they have reached ₦50,000, so that neither goes on alone.
    for (const who of [organiser, treasurer]) {
      const preview = await as(at.app, who)(`/api/donations/${large}/refund-preview`)
      expect(z.parse(refundPreviewSchema, await preview.json()).needs).toContain('member')
    }
    expect(await refund(large)).toBe('asked')
    expect(await countRefunds()).toBe(2)
    expect((await read(treasurer)).requests).toMatchObject([
      { asked: { kind: 'refund', amount: 15_000_00 }, isOwn: false, canConfirm: true },
    ])
    expect(await answer(organiser, 'confirm')).toBe('not-found')
    expect(await answer(treasurer, 'confirm')).toBe(204)
    expect(await countRefunds()).toBe(3)
    expect((await read()).requests).toEqual([])
  })

  it('that a treasurer asks for is confirmed by the organiser, once', async () => {
    const id = await donate(60_000)
    expect(await refund(id, treasurer)).toBe('asked')
    expect(await answer(treasurer, 'confirm')).toBe('not-found')
    await Promise.all(Array.from({ length: 8 }, () => answer(organiser, 'confirm')))
    expect(await countRefunds()).toBe(1)
    const answers = await database.rows(
      z.object({ answer: z.string() }),
      sql`select answer from campaign_request_answer`,
    )
    expect(answers).toEqual([{ answer: 'confirm' }])
  })

  it('that is declined or withdrawn is not made', async () => {
    const id = await donate(60_000)
    await refund(id)
    expect(await answer(treasurer, 'end')).toBe(204)
    await refund(id)
    expect(await answer(organiser, 'end')).toBe(204)
    expect(await countRefunds()).toBe(0)
  })

  it('is not made with a new account of the organiser as the second person', async () => {
    const id = await donate(60_000)
    await join(other)
    await refund(id)
    expect(await answer(other, 'confirm')).toBe('not-found')
    await answer(organiser, 'end')
    expect(await refund(id, other)).toBe('asked')
    expect(await answer(organiser, 'confirm')).toBe('not-found')
    const [first] = (await read()).members
    await as(at.app, organiser)(path(`/members/${first?.id}`), { method: 'DELETE', body: {} })
    expect(await answer(organiser, 'confirm')).toBe('not-found')
    expect(await countRefunds()).toBe(0)
  })

  it('is refused to a member who left, and to an editor', async () => {
    const id = await donate(1_000)
    await post(treasurer, path('/leave'))
    expect(await refund(id, treasurer)).toBe('not-found')
    const large = await donate(60_000)
    expect(await refund(large)).toBe('treasurer-left')
    expect(await refund(id)).toBe('queued')
  })
})

it('a refund above the sum needs nobody else where there never was a treasurer', async () => {
  const endDate = '2027-06-01'
  campaign = { ...(await insertCampaignBy(at.content, ada, 'approved', { endDate })), endDate }
  expect(await refund(await donate(60_000))).toBe('queued')
})
