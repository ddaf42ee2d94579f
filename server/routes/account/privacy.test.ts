import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDrafts } from '#server/campaigns/submission/drafts.ts'
import { sql } from '#server/platform/database/sql.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { problemSchema } from '#shared/errors.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import { inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { campaignOfAda, testLedger } from '#test/support/money/ledger.ts'
import { listSubjects } from '#test/support/mail/mails.ts'
import {
  ada,
  as,
  bola,
  createPerson,
  unverified,
  type Person,
} from '#test/support/people/people.ts'
import {
  findDonation,
  insertPersonalRecords,
  insertRefund,
} from '#test/support/people/personal-records.ts'

const { database, owner } = await freshDatabase()
const password = 'mango rain 47'
let money: ReturnType<typeof testLedger>
let app: Awaited<ReturnType<typeof openTestApp>>['app']

beforeEach(async () => {
  money = testLedger(database)
  ;({ app } = await openTestApp(database))
})

const content = embeddedContent(database)
const drafts = openDrafts({ database, now: () => new Date() })

/** Bola owns a campaign and a draft, wrote feedback, and donated to Ada's campaign once signed in and once as a guest. */
async function createActivePerson() {
  const person = await createPerson(database, bola, { password })
  const { id } = await insertCampaignBy(content, bola, 'approved', { title: 'Books for Ife' })
  await drafts.save({ ownerUid: bola.uid }, { values: { title: 'Half a title' }, tab: 0 })
  await owner.run(sql`insert into feedback (id, uid, email, feedback, created_at)
    values (gen_random_uuid(), ${bola.uid}, ${bola.email}, 'I like it.', now())`)
  await donate(bola.uid)
  await donate(null)
  await donate(null, 'donor@example.com')
  await insertPersonalRecords(owner, bola, id)
  return person
}

async function donate(donorUid: string | null, email = bola.email, campaign = campaignOfAda) {
  const theirs = { name: 'Bola Okafor', message: 'Get well.', anonymous: false }
  const form = email === bola.email ? theirs : {}
  await money.startDonation(email, { donorUid, form, campaign })
  const payment = money.provider.pay(money.provider.lastReference())
  await money.ledger.applyPayment({ payment, source: 'webhook', askedAt: money.clock.now })
}

/** The same after the refunds are final: an open one holds the account. */
async function createErasablePerson() {
  const person = await createActivePerson()
  await finishRefunds()
  return person
}

const finishRefunds = () =>
  owner.run(sql`update refund set state = 'given-up', problem = 'refused', next_attempt_at = null
    where state <> 'given-up'`)

const erase = (person: Person, body: object = { currentPassword: password }) =>
  as(app, person)('/api/account/deletion', { method: 'POST', body })

/** All rows of all tables as text. */
async function dumpDatabase() {
  const tables = await owner.rows(
    z.object({ name: z.string() }),
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  let text = ''
  for (const { name } of tables) {
    const { rows } = await owner.pool.query<{ row: string }>(
      `select row_to_json(t)::text as row from "${name}" t`,
    )
    text += rows.map(({ row }) => `${name} ${row}\n`).join('')
  }
  return text
}

describe('GET /api/account/data', () => {
  it('shows an organiser a refund that the organiser requested without the bank account of its donor', async () => {
    await createActivePerson()
    const organiser = await createPerson(database, ada)
    await owner.run(sql`update refund set requested_by = 'owner', requested_by_uid = ${ada.uid}`)
    const data: unknown = await (await as(app, organiser)('/api/account/data')).json()
    expect(data).toMatchObject({ refunds: [{}, {}], refundBankAccounts: [] })
  })
})

describe('POST /api/account/deletion', () => {
  it('keeps an open report without its reporter', async () => {
    await erase(await createErasablePerson())
    const reports = await owner.rows(
      z.object({ details: z.string(), reporter: z.nullable(z.string()) }),
      sql`select details, reporter_uid as reporter from campaign_report order by resolved_at`,
    )
    expect(reports).toEqual([
      { details: '', reporter: null },
      { details: 'Look again.', reporter: null },
    ])
  })

  it('is refused while a refund of the person is open, and keeps the bank account that it needs', async () => {
    const person = await createActivePerson()
    const response = await erase(person)
    expect(z.parse(problemSchema, await response.json()).error).toMatchObject({
      code: 'account-legal-hold',
      reasons: ['own-refund-open'],
    })
    const accounts = await owner.rows(
      z.object({ reason: z.string(), bankId: z.int() }),
      sql`select reason, bank_id as "bankId" from refund join refund_bank_account account on account.refund_id = refund.id`,
    )
    expect(accounts).toEqual([{ reason: 'I lost my job.', bankId: 9 }])
    await finishRefunds()
    expect((await erase(person)).status).toBe(204)
  })

  it('gives a waiting refund of another person, whose reason the donor will read, a reason without names', async () => {
    const person = await createErasablePerson()
    await createPerson(database, ada)
    await donate(ada.uid, ada.email)
    const refund = {
      by: 'owner',
      uid: bola.uid,
      reason: 'Bola Okafor here.',
      state: 'requested',
    } as const
    await owner.run(insertRefund(await findDonation(owner, ada.uid), refund))
    await erase(person)
    const [waiting] = await owner.rows(
      z.object({ reason: z.string() }),
      sql`select reason from refund where state = 'requested'`,
    )
    expect(waiting).toEqual({ reason: 'The organiser requested this refund.' })
  })

  it('keeps guest donations from an address that the person never confirmed', async () => {
    const stranger = await createPerson(database, unverified(bola), { password })
    await donate(null)
    expect((await erase(stranger)).status).toBe(204)
    expect(await dumpDatabase()).toContain('Get well.')
  })

  it('confirms the deletion by mail and does not affect other accounts', async () => {
    const person = await createErasablePerson()
    const stranger = await createPerson(database, ada)
    await erase(person)
    expect(await listSubjects(database, bola.email)).toEqual(['Your account was deleted'])
    expect((await as(app, stranger)('/api/account/data')).status).toBe(200)
  })

  it('is refused while the person has a running campaign with donations or money that was not paid out', async () => {
    const person = await createPerson(database, bola, { password })
    const open = await insertCampaignBy(content, bola, 'approved')
    const campaign = { ...campaignOfAda, id: open.id, ownerUid: bola.uid, endDate: inDays(30) }
    await donate(null, 'donor@example.com', campaign)
    const response = await erase(person)
    expect(response.status).toBe(409)
    expect(z.parse(problemSchema, await response.json()).error).toMatchObject({
      code: 'account-legal-hold',
      reasons: ['campaign-running', 'money-unsettled'],
    })
    await owner.run(sql`update campaign set end_date = ${inDays(-1)}, start_date = null`)
    await owner.run(sql`update campaign_total set payable_due_kobo = 0`)
    expect((await erase(person)).status).toBe(204)
  })
})
