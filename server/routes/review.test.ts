import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { invalid } from '#shared/text/invalid.ts'
import { kobo } from '#shared/money.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { approvalReason, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { listMails } from '#test/support/mail/mails.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

const {
  database,
  owner: databaseOwner,
  people,
} = await freshDatabase({ owner: ada, reviewer: chidi })
const { owner, reviewer } = people
const { app, content } = await openCampaignApp(database)
const disconnected = await openCampaignApp(database)
const reason = 'Please say how the money will be spent.'

type Actor = Person | typeof visitor

const approve = (who: Actor, id: string, version = 0) =>
  as(app, who)(`/api/reviews/${id}/approve`, {
    method: 'POST',
    body: { version, reason: approvalReason },
  })
const reject = (who: Actor, id: string, body: object = { reason }) =>
  as(app, who)(`/api/reviews/${id}/reject`, { method: 'POST', body: { version: 0, ...body } })

const listTransitions = (id: string) =>
  database.rows(
    z.object({ to: z.string(), actorUid: z.string(), reason: z.nullable(z.string()) }),
    sql`select to_status as to, actor_uid as "actorUid", reason from campaign_history where campaign_id = ${id}`,
  )

async function getStatus(id: string) {
  return (await content.findCampaign(id))?.status
}

const readQueue = async (query: string) => {
  const response = await as(app, reviewer)(`/api/reviews${query}`)
  return z.parse(reviewQueueSchema, await response.json())
}

/** The bank's name of the account is that of its owner, so that no check warns. */
const nameAccountHolder = ({ ownerUid, bankAccount }: StoredCampaign) =>
  database.run(sql`
    insert into bank_account_holder (sub_account_code, name)
    select ${bankAccount.subAccountCode}, firstname || ' ' || lastname from user_document where uid = ${ownerUid}`)

describe('GET /api/reviews', () => {
  it('lists pending campaigns, longest waiting first', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const newer = await insertCampaignBy(content, ada, 'pending', { createdAt: at(1) })
    const older = await insertCampaignBy(content, ada, 'pending', { createdAt: at(9) })
    await insertCampaignBy(content, ada, 'approved')
    await insertCampaignBy(content, ada, 'rejected')

    const response = await as(app, reviewer)('/api/reviews')
    const { items } = z.parse(reviewQueueSchema, await response.json())

    expect(items.map(({ campaign }) => campaign.id)).toEqual([older.id, newer.id])
    expect(items[0]).toMatchObject({
      submittedAt: older.createdAt.toISOString(),
      checks: { emailVerified: true },
      accountNumberLast4: '6789',
      bankCode: '058',
      campaign: { isOwner: false, contact: { email: 'ada.obi@example.org' } },
    })
  })

  it('lists all rows by pages, with the details of the first ten or of one', async () => {
    const insert = () => insertCampaignBy(content, ada, 'pending')
    const inserted = await Promise.all(Array.from({ length: 51 }, insert))
    const first = await readQueue('')
    const last = await readQueue(`?after=${first.next}`)

    expect([first.rows.length, first.items.length, first.total]).toEqual([50, 10, 51])
    expect(last).toMatchObject({ rows: [{}], total: 51, next: null })
    const ids = [...first.rows, ...last.rows].map(({ id }) => id)
    expect(ids.toSorted()).toEqual(inserted.map(({ id }) => id).toSorted())
    const { items } = await readQueue(`?item=${ids[50]}`)
    expect(items.map(({ campaign }) => campaign.id)).toEqual([ids[50]])
    expect((await readQueue('?order=newest')).rows[0]?.id).toBe(ids[50])
    expect((await as(app, reviewer)('/api/reviews?limit=51')).status).toBe(400)
  })

  it('lists what the reviewer may decide before what only others may', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const goal = kobo(30_000_000_00)
    const old = await Promise.all(
      Array.from({ length: 11 }, (_, place) =>
        insertCampaignBy(content, ada, 'pending', { goal, createdAt: at(60 - place) }),
      ),
    )
    const own = await insertCampaignBy(content, chidi, 'pending', { createdAt: at(99) })
    const newest = await insertCampaignBy(content, ada, 'pending', { createdAt: at(1) })
    for (const { id } of old)
      // eslint-disable-next-line no-await-in-loop -- one reviewer approves one campaign after the other
      expect((await approve(reviewer, id)).status).toBe(204)

    const { rows, kinds, items } = await readQueue('?kind=&minHours=0')
    expect(rows.map(({ id }) => id)).toEqual([newest.id, own.id, ...old.map(({ id }) => id)])
    expect(items[0]?.campaign.id).toBe(newest.id)
    expect(kinds).toEqual([
      { kind: 'campaign', count: 1 },
      { kind: 'others', count: 12 },
    ])
    expect((await readQueue('?kind=others&large=yes')).total).toBe(11)
  })

  it('filters by whether the checks warn', async () => {
    const unknown = await insertCampaignBy(content, ada, 'pending')
    const bankAccount = { bankCode: '058', last4: '6789', subAccountCode: 'ACCT_named' }
    const clean = await insertCampaignBy(content, ada, 'pending', { bankAccount })
    await nameAccountHolder(clean)
    const list = async (search: string) => {
      const { rows, total, kinds } = await readQueue(search)
      return { ids: rows.map(({ id }) => id), total, kinds }
    }
    const kinds = [{ kind: 'campaign', count: 1 }]
    expect(await list('?warnings=yes')).toEqual({ ids: [unknown.id], total: 1, kinds })
    expect(await list('?warnings=no')).toEqual({ ids: [clean.id], total: 1, kinds })
    expect((await list('?warnings=')).total).toBe(2)
  })

  it('tells whether visitors will see the contact data', async () => {
    const { contact } = await insertCampaignBy(content, ada, 'approved')
    for (const isPublic of [true, false])
      // eslint-disable-next-line no-await-in-loop -- the first waits longest
      await insertCampaignBy(content, ada, 'pending', { contact: { ...contact, isPublic } })
    const response = await as(app, reviewer)('/api/reviews')
    const { items } = z.parse(reviewQueueSchema, await response.json())
    expect(items.map((item) => [item.isContactPublic, item.campaign.contact?.email])).toEqual([
      [true, contact.email],
      [false, contact.email],
    ])
  })

  it('names the bank, and leaves it out when the provider does not respond', async () => {
    await insertCampaignBy(content, ada, 'pending')
    const listBankNames = async (reviewApp: typeof app) => {
      const response = await as(reviewApp, reviewer)('/api/reviews')
      return z.parse(reviewQueueSchema, await response.json()).items.map((item) => item.bankName)
    }
    disconnected.provider.network.isSilent = true
    expect(await listBankNames(disconnected.app)).toEqual([null])
    expect(await listBankNames(app)).toEqual(['Guaranty Trust Bank'])
  })
})

describe('POST /api/reviews/:id/approve', () => {
  it('publishes the campaign, records the reviewer and mails the owner', async () => {
    const { id, slug } = await insertCampaignBy(content, ada, 'pending')
    expect((await as(app, visitor)(`/api/campaigns/${id}`)).status).toBe(404)

    expect((await approve(reviewer, id.toUpperCase())).status).toBe(204)

    expect((await as(app, visitor)(`/api/campaigns/${id}`)).status).toBe(200)
    expect(await listTransitions(id)).toEqual([
      { to: 'approved', actorUid: chidi.uid, reason: approvalReason },
    ])
    expect(await listMails(databaseOwner)).toMatchObject([
      {
        recipient: ada.email,
        subject: 'Your campaign is live: A well for Ife',
        text: expect.stringContaining(`http://localhost/c/${slug}`),
      },
    ])
  })

  it('needs a reason where the checks warn, and none where they do not', async () => {
    const campaign = await insertCampaignBy(content, ada, 'pending')
    const send = (text: string) =>
      as(app, reviewer)(`/api/reviews/${campaign.id}/approve`, {
        method: 'POST',
        body: { version: 0, reason: text },
      })
    for (const text of ['', 'too short']) {
      const refused = await send(text)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({
        error: { fields: { reason: [invalid.approvalReason] } },
      })
    }
    await nameAccountHolder(campaign)
    expect((await send('')).status).toBe(204)
  })

  it('applies one of two concurrent decisions and mails the owner once', async () => {
    const second = await createPerson(database, {
      ...bola,
      uid: 'dayo',
      email: 'dayo@example.com',
      roles: ['reviewer'],
    })
    const { id } = await insertCampaignBy(content, ada, 'pending')
    const responses = await Promise.all([approve(reviewer, id), reject(second, id)])

    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      204, 409,
    ])
    const late = responses.find(({ status }) => status === 409)
    expect(await late?.json()).toMatchObject({ error: { code: 'already-reviewed' } })
    const expected = responses[0]?.status === 204 ? 'approved' : 'rejected'
    expect(await getStatus(id)).toBe(expected)
    expect(await listTransitions(id)).toMatchObject([{ to: expected }])
    expect(await listMails(databaseOwner)).toHaveLength(1)
  })

  it('rolls back the decision when the mail cannot be queued', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    await databaseOwner.pool.query('revoke insert on mail_outbox from ajo_app')
    const failed = await approve(reviewer, id)
    await databaseOwner.pool.query('grant insert on mail_outbox to ajo_app')

    expect(failed.status).toBe(500)
    expect(await getStatus(id)).toBe('pending')
    expect(await listTransitions(id)).toEqual([])
    expect((await approve(reviewer, id)).status).toBe(204)
  })
})

describe('POST /api/reviews/:id/reject', () => {
  it('shows the owner the reason by mail and on the campaign', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    expect((await reject(reviewer, id)).status).toBe(204)

    expect(await (await as(app, owner)(`/api/campaigns/${id}`)).json()).toMatchObject({
      campaign: { status: 'rejected', rejectionReason: reason },
    })
    expect((await as(app, visitor)(`/api/campaigns/${id}`)).status).toBe(404)
    expect(await listTransitions(id)).toEqual([{ to: 'rejected', actorUid: chidi.uid, reason }])
    const [mail] = await listMails(databaseOwner)
    expect(mail).toMatchObject({ recipient: ada.email })
    expect(mail?.text).toContain(reason)
    expect(mail?.text).toContain(`http://localhost/dashboard/campaign/${id}`)
  })

  it.each([{ reason: 'too short' }, { reason: '\u200B'.repeat(20) }, { reason: 5 }])(
    'requires a reason instead of %j',
    async (body) => {
      const { id } = await insertCampaignBy(content, ada, 'pending')
      const response = await reject(reviewer, id, body)

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: { code: 'invalid-input', fields: { reason: [invalid.reason] } },
      })
      expect(await getStatus(id)).toBe('pending')
      expect(await listMails(databaseOwner)).toEqual([])
    },
  )
})

describe('the history', () => {
  it('cannot be changed by the application', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    await approve(reviewer, id)

    for (const change of [
      sql`update campaign_history set actor_uid = 'someone'`,
      sql`delete from campaign_history`,
    ])
      await expect(database.run(change)).rejects.toThrow('permission denied')
    expect(await listTransitions(id)).toHaveLength(1)
  })
})
