import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createShell } from '#server/app.ts'
import { openDrafts } from '#server/campaigns/submission/drafts.ts'
import { sql } from '#server/database/sql.ts'
import { openAttempts } from '#server/rate-limits/attempts.ts'
import { openLog } from '#server/runtime/log.ts'
import { outbox } from '#server/mail/outbox.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { openSecondFactor } from '#server/accounts/two-factor.ts'
import { openSessions } from '#server/accounts/sessions.ts'
import { problemSchema } from '#shared/errors.ts'
import { inDays, insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { booked, campaignOfAda, donationBy, testLedger } from '#test/ledger.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  testOrigin,
  unverified,
  visitor,
  type Person,
} from '#test/people.ts'
import { leaveTraces } from '#test/personal-traces.ts'

import { privacyRoutes } from './privacy.ts'

const { database, owner, empty } = await testDatabase()
const password = 'mango rain 47'
let at: ReturnType<typeof testLedger>
let app: ReturnType<typeof privacyApp>

beforeEach(async () => {
  await empty()
  at = testLedger(database)
  app = privacyApp()
})

const content = embeddedContent(database)
const drafts = openDrafts({ database, now: () => new Date() })

function privacyApp() {
  const { sealing } = at.parts
  const now = () => new Date()
  const sessions = openSessions({ database, publicUrl: testOrigin, outbox })
  const attempts = openAttempts({ database, sealing, now })
  const config = {
    publicUrl: testOrigin,
    isPublicUrlGiven: true,
    isLoopback: true,
    trustedProxies: [],
  }
  return createShell({ config, log: openLog('silent'), actorOf: sessions.actorOf }).route(
    '/api/account',
    privacyRoutes({
      database,
      content,
      drafts,
      sealing,
      outbox,
      sessions,
      identity: embeddedIdentity({ database, outbox, publicUrl: testOrigin }),
      secondFactor: openSecondFactor({ database, sealing, attempts, now }),
      totals: at.ledger,
    }),
  )
}

/** Bola, who owns a campaign and a draft, wrote feedback, and gave to Ada's campaign once signed in and once as a guest. */
async function livelyPerson() {
  const person = await createPerson(database, bola, { password })
  const { id } = await insertCampaignBy(content, bola, 'approved', { title: 'Books for Ife' })
  await drafts.save(bola.uid, { values: { title: 'Half a title' }, tab: 0 })
  await owner.run(sql`insert into feedback (id, uid, email, feedback, created_at)
    values (gen_random_uuid(), ${bola.uid}, ${bola.email}, 'I like it.', now())`)
  await give(bola.uid)
  await give(null)
  await give(null, 'donor@example.com')
  await leaveTraces(owner, bola, id)
  return person
}

async function give(donorUid: string | null, email = bola.email, campaign = campaignOfAda) {
  const theirs = { name: 'Bola Okafor', message: 'Get well.', anonymous: false }
  const form = email === bola.email ? theirs : {}
  const answer = await at.ledger.startDonation(donationBy(email, { donorUid, form, campaign }))
  if (answer.kind !== 'started') throw new Error(`not started: ${answer.kind}`)
  const payment = at.provider.pays(at.provider.lastReference())
  await at.ledger.applyPayment({ payment, source: 'webhook', askedAt: at.clock.now })
}

const erase = (person: Person, body: object = { currentPassword: password }) =>
  as(app, person)('/api/account/deletion', { method: 'POST', body })

/** Everything in the database, as text. */
async function everything() {
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
  it('gives a person everything of theirs to keep, and nothing of anybody else', async () => {
    const person = await livelyPerson()
    await createPerson(database, ada)
    const answer = await as(app, person)('/api/account/data')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const data: unknown = await answer.json()
    expect(data).toMatchObject({
      account: { uid: bola.uid, email: bola.email },
      profile: { firstname: 'Bola' },
      sessions: [{ device: '' }],
      campaigns: [{ title: 'Books for Ife', bankAccount: { last4: '6789' } }],
      draft: { values: { title: 'Half a title' } },
      donations: [{ campaign: 'A well for Ife', amountKobo: 500_000, name: 'Bola Okafor' }],
      feedback: [{ feedback: 'I like it.' }],
      campaignHistory: [{ event: 'ask', by: 'reviewer', reason: 'Which books?' }],
      campaignEdits: [{ changes: [{ field: 'city', before: 'Old Ife' }] }],
      campaignChanges: [{ status: 'pending', proposed: { title: 'More books' } }],
      bankAccountHolders: [{ name: 'BOLA OKAFOR' }],
      thanks: [{ message: 'From my heart.', recipients: 3 }],
      refundRequests: [{ askedAs: 'donor', amountKobo: 5000, reason: 'I lost my job.' }],
      reports: [{ details: 'I was there.' }, { details: 'Look again.' }],
      pictures: [{ id: 'a'.repeat(64) }],
      mails: [{ subject: 'Welcome' }],
      deeds: [{ deed: 'reject', reason: 'No such well.' }],
    })
    const text = JSON.stringify(data)
    for (const foreign of ['donor@example.com', ada.email, chidi.uid, 'ACCT_', 'argon2', 'token'])
      expect(text).not.toContain(foreign)
  })

  it('is for people who are signed in', async () => {
    expect((await as(app, visitor)('/api/account/data')).status).toBe(401)
  })
})

describe('POST /api/account/deletion', () => {
  it('takes the person out of everything and leaves the sums', async () => {
    const person = await livelyPerson()
    const before = await booked(database)
    expect((await erase(person)).status).toBe(204)
    expect(await booked(database)).toEqual(before)
    const words =
      /Bola|Get well|I like it|Half a title|Okafor|OKAFOR|Old Ife|More books|my heart|I was there|my job|Welcome|four hundred families/g
    expect((await everything()).match(words)).toBeNull()
    const kept = (await everything()).split('\n').filter((row) => row.includes(bola.email))
    expect(kept.map((row) => row.split(' ')[0])).toEqual(['mail_outbox'])
    expect((await as(app, person)('/api/account/data')).status).toBe(401)
  })

  it('leaves a report that waits for a reviewer, and says no more whose it is', async () => {
    await erase(await livelyPerson())
    const reports = await owner.rows(
      z.object({ details: z.string(), reporter: z.nullable(z.string()) }),
      sql`select details, reporter_uid as reporter from campaign_report order by settled_at`,
    )
    expect(reports).toEqual([
      { details: '', reporter: null },
      { details: 'Look again.', reporter: null },
    ])
  })

  it('leaves what others gave from an address that was never confirmed', async () => {
    const stranger = await createPerson(database, unverified(bola), { password })
    await give(null)
    expect((await erase(stranger)).status).toBe(204)
    expect(await everything()).toContain('Get well.')
  })

  it('tells the mailbox, and leaves others alone', async () => {
    const person = await livelyPerson()
    const stranger = await createPerson(database, ada)
    await erase(person)
    const mails = await database.rows(
      z.object({ subject: z.string() }),
      sql`select subject from mail_outbox where recipient = ${bola.email}`,
    )
    expect(mails).toEqual([{ subject: 'Your account was deleted' }])
    expect((await as(app, stranger)('/api/account/data')).status).toBe(200)
  })

  it('needs the password, and changes nothing without it', async () => {
    const person = await livelyPerson()
    const before = await everything()
    const answer = await erase(person, { currentPassword: 'wrong rain 48' })
    expect(z.parse(problemSchema, await answer.json()).error.code).toBe('wrong-password')
    expect(await everything()).toBe(before)
  })

  it('waits for the end of a campaign that people gave to', async () => {
    const person = await createPerson(database, bola, { password })
    const open = await insertCampaignBy(content, bola, 'approved')
    const campaign = { ...campaignOfAda, id: open.id, ownerUid: bola.uid, endDate: inDays(30) }
    await give(null, 'donor@example.com', campaign)
    const answer = await erase(person)
    expect(answer.status).toBe(409)
    expect(z.parse(problemSchema, await answer.json()).error.code).toBe('account-has-campaigns')
    await owner.run(sql`update campaign set end_date = ${inDays(-1)}, start_date = null`)
    expect((await erase(person)).status).toBe(204)
  })
})
