import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openRefundsSchema } from '#shared/admin.ts'
import { kobo } from '#shared/money.ts'
import { refundPreviewSchema } from '#shared/refund.ts'
import { sql } from '#server/platform/database/sql.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { listProviderRefunds, listRefunds, sendDueRefunds } from '#test/support/money/refunds.ts'
import {
  ada,
  as,
  chidi,
  createPerson,
  dada,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

const { at, database, owner } = await freshMoneyApp()
const password = 'mango rain 47'
let organiser: Person
let admin: Person
let other: Person

beforeEach(async () => {
  const now = () => at.clock.now
  organiser = await createPerson(database, { ...ada, roles: ['admin'] }, { password, now })
  admin = await createPerson(database, dada, { now })
  other = await createPerson(database, { ...chidi, roles: ['admin'] }, { now })
})

/** Answers the id of a paid donation. */
async function donate(naira: number) {
  const email = `${randomUUID()}@example.com`
  const reference = await at.donate(email, { form: { amount: kobo(naira * 100) } })
  const row = await database.row(
    z.object({ id: z.string() }),
    sql`select id from donation where reference = ${reference}`,
  )
  return row?.id ?? ''
}

async function post(who: Person | typeof visitor, path: string, body: object = {}) {
  const headers = { 'idempotency-key': randomUUID() }
  const reason = 'The well was paid for by the state'
  const request = { method: 'POST', body: { reason, ...body }, headers } as const
  const response = await as(at.app, who)(path, request)
  const text = await response.text()
  const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    error?: { code: string }
    state?: string
  }
  return [response.status, answer.error?.code ?? answer.state ?? response.headers.get('location')]
}
const refund = (id: string, body: object = {}, who: Person = organiser) =>
  post(who, `/api/donations/${id}/refund`, body)
const withPassword = { currentPassword: password }

const countSent = async () => (await listProviderRefunds(at.payments)).length
const preview = async (id: string, who = organiser) => {
  const response = await as(at.app, who)(`/api/donations/${id}/refund-preview`)
  return z.parse(refundPreviewSchema, await response.json()).needs
}
const listOpen = async () => {
  const response = await as(at.app, admin)('/api/admin/refunds')
  return z.parse(openRefundsSchema, await response.json()).refunds
}
const needsPassword = [403, 'requires-recent-login']

describe('refunds that an organiser requests', () => {
  it('need the password above a sum of a day, and send nothing without it', async () => {
    const [small, large] = [await donate(40_000), await donate(20_000)]
    expect(await preview(small)).toEqual([])
    expect(await refund(small)).toEqual([201, 'queued'])

    expect(await preview(large)).toEqual(['password'])
    expect(await refund(large)).toEqual(needsPassword)
    expect(await countSent()).toBe(1)
    expect(await refund(large, withPassword)).toEqual([201, 'queued'])
    expect(await countSent()).toBe(2)
  })

  it('need the password from the sixth of a day', async () => {
    const ids = []
    for (let count = 0; count < 7; count++) ids.push(await donate(100))
    for (const id of ids.slice(0, 5)) expect(await refund(id)).toEqual([201, 'queued'])
    expect(await refund(ids[5] ?? '')).toEqual(needsPassword)
    expect(await refund(ids[5] ?? '', withPassword)).toEqual([201, 'queued'])
    at.pass(24 * 3_600_000)
    expect(await refund(ids[6] ?? '')).toEqual([201, 'queued'])
  })

  it('need a code as well of an organiser who has two-step verification', async () => {
    await owner.run(sql`
      insert into two_factor (uid, secret_sealed, confirmed_at) values (${ada.uid}, 'sealed', now())`)
    expect(await preview(await donate(60_000))).toEqual(['password', 'code'])
  })

  it('wait a day above another sum, and the mailed link stops them', async () => {
    const [stopped, sent] = [await donate(250_000), await donate(5_000)]
    expect(await preview(stopped)).toEqual(['password', 'delay'])
    expect(await refund(stopped, withPassword)).toEqual([202, 'waiting'])
    at.pass(1_000)
    expect(await refund(sent, withPassword)).toEqual([202, 'waiting'])
    await at.runTask('send-refunds')
    expect(await countSent()).toBe(0)

    const mails = (await listMails(owner)).filter(({ recipient }) => recipient === ada.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'You requested a refund of ₦250,000.00',
      'You requested a refund of ₦5,000.00',
    ])
    const link = /\/stop-refund\/\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    await as(at.app, visitor)(link)
    expect(await listRefunds(database)).toMatchObject([{ state: 'requested' }, {}])
    expect(await post(visitor, link)).toEqual([303, `${link}?done`])
    expect(await post(visitor, link)).toEqual([303, `${link}?expired`])

    await sendDueRefunds(database, at)
    expect(await listRefunds(database)).toMatchObject([
      { state: 'given-up', problem: 'stopped', attempts: 0 },
      { state: 'known' },
    ])
    expect(await listOpen()).toMatchObject([{ amount: 5_000_00 }])
    // The donation can be refunded again.
    expect(await preview(stopped)).toEqual(['password', 'delay'])
  })

  it('wait above a third sum for an admin who is not the organiser', async () => {
    const id = await donate(600_000)
    expect(await preview(id)).toEqual(['password', 'delay', 'second-person'])
    expect(await refund(id, withPassword)).toEqual([202, 'waiting'])
    await sendDueRefunds(database, at)
    expect(await listRefunds(database)).toMatchObject([{ state: 'held', problem: 'second-person' }])

    const [open] = await listOpen()
    expect(open).toMatchObject({ canAgree: true, canStop: true, requestedBy: 'owner' })
    const path = `/api/admin/refunds/${open?.id}/agree`
    expect(await post(organiser, path)).toEqual([409, 'conflict-of-interest'])
    expect(await post(admin, path)).toEqual([204, null])
    expect(await post(other, path)).toEqual([409, 'already-resolved'])
    expect((await listOpen())[0]).toMatchObject({ canAgree: false, canStop: true })
    await at.runTask('send-refunds')
    expect(await listRefunds(database)).toMatchObject([{ state: 'known', attempts: 1 }])
  })

  it('are not sent before the day is over, also when an admin agreed', async () => {
    expect(await refund(await donate(600_000), withPassword)).toEqual([202, 'waiting'])
    const [open] = await listOpen()
    expect(await post(admin, `/api/admin/refunds/${open?.id}/agree`)).toEqual([204, null])
    await at.runTask('send-refunds')
    expect(await countSent()).toBe(0)
    await sendDueRefunds(database, at)
    expect(await countSent()).toBe(1)
  })

  it('are refused above the sum of a day, so that friends get nothing back before the payout', async () => {
    const ids = [await donate(9_000_000), await donate(1_500_000), await donate(600_000)]
    expect(await refund(ids[0] ?? '', withPassword)).toEqual([409, 'refund-over-limit'])
    expect(await refund(ids[1] ?? '', withPassword)).toEqual([202, 'waiting'])
    expect(await refund(ids[2] ?? '', withPassword)).toEqual([409, 'refund-over-limit'])
    expect(await countSent()).toBe(0)
  })
})

describe('refunds that an admin requests', () => {
  it('wait above a sum of a day for another admin, who may stop them', async () => {
    const [first, second] = [await donate(300_000), await donate(300_000)]
    expect(await refund(first, {}, admin)).toEqual([201, 'queued'])
    expect(await preview(second, admin)).toEqual(['second-person'])
    expect(await refund(second, {}, admin)).toEqual([202, 'waiting'])
    await sendDueRefunds(database, at)
    expect(await countSent()).toBe(1)

    const open = (await listOpen()).find(({ canAgree }) => canAgree)
    const path = `/api/admin/refunds/${open?.id}`
    expect(await post(admin, `${path}/agree`)).toEqual([409, 'second-person-needed'])
    expect(await post(other, `${path}/stop`)).toEqual([204, null])
    expect(await post(other, `${path}/agree`)).toEqual([404, 'not-found'])
    await sendDueRefunds(database, at)
    expect(await countSent()).toBe(1)
    // What was stopped no longer counts.
    expect(await preview(second, admin)).toEqual(['second-person'])
  })
})
