import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { campaignResponseSchema, type CampaignForm } from '#shared/campaign.ts'
import { invalid } from '#shared/text/invalid.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { campaignForm, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, as, bola, createPerson, type Person } from '#test/support/people/people.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'

const { database, owner: databaseOwner, people } = await freshDatabase({ owner: ada })
const { owner } = people
const { app, content, images, provider, sealing } = await openCampaignApp(database)
const { network } = provider
const file = await jpeg()

let form: CampaignForm

beforeEach(async () => {
  const { id } = await images.add(ada.uid, file)
  form = campaignForm([{ id, alt: 'The dry well', focus: { x: 50, y: 20 } }])
  network.isDown = false
  network.requests = []
})

type Actor = Person

const submit = (body: unknown, { who = owner as Actor, key = randomUUID() as string } = {}) =>
  as(app, who)('/api/campaigns', { method: 'POST', body, headers: { 'idempotency-key': key } })

async function parseSubmitted(response: Response) {
  expect(response.status).toBe(201)
  return z.parse(campaignResponseSchema, await response.json()).campaign
}

const listSubAccountRequests = () =>
  network.requests.filter((call) => call === 'POST /sandbox/api/subaccount')

async function expectNothingStored() {
  expect(await content.countCampaigns({})).toBe(0)
}

describe('POST /api/campaigns', () => {
  it('stores the form as a pending campaign with a sub-account', async () => {
    const campaign = await parseSubmitted(await submit(form))

    expect(campaign).toMatchObject({
      slug: 'a-well-for-ife',
      status: 'pending',
      goal: 500_000_000,
      raised: 0,
      isOwner: true,
      acceptsDonations: false,
      images: [{ width: 400, height: 250, alt: 'The dry well', focus: { x: 50, y: 20 } }],
      contact: { name: 'Ada Obi', email: 'ada.obi@example.org', phone: '+234 801 234 5678' },
    })
    const stored = await content.findCampaign(campaign.id)
    expect(stored).toMatchObject({
      ownerUid: ada.uid,
      contact: { isPublic: false },
      bankAccount: {
        bankCode: '058',
        last4: '6789',
        subAccountCode: expect.stringMatching(/^ACCT_/),
      },
    })
    const provided = await databaseOwner.row(
      z.object({ name: z.string(), percentage: z.number() }),
      sql`select business_name as name, percentage_charge as percentage from sandbox.sub_account
        where code = ${stored?.bankAccount.subAccountCode}`,
    )
    expect(provided).toEqual({ name: 'A well for Ife', percentage: 30 })
  })

  it('stores the account number only in encrypted form', async () => {
    const { id } = await parseSubmitted(await submit({ ...form, accountNumber: '0123498765' }))
    const row = await databaseOwner.row(
      z.object({ sealed: z.instanceof(Buffer), text: z.string() }),
      sql`select account_number_sealed as sealed, campaign::text || (select string_agg(s::text, '') from campaign_submission s) as text
        from campaign where id = ${id}`,
    )

    expect(sealing.open('account-number', row?.sealed ?? Buffer.alloc(0))).toBe('0123498765')
    expect(row?.text).toContain('8765')
    expect(row?.text).not.toContain('0123498765')
  })

  it('records the submission and deletes the draft', async () => {
    const draft = { values: { title: 'A well' }, tab: 1 }
    await as(app, owner)('/api/draft', { method: 'PUT', body: draft })
    const { id } = await parseSubmitted(await submit(form))

    const entries = await database.rows(
      z.object({
        from: z.nullable(z.string()),
        to: z.string(),
        actorUid: z.string(),
      }),
      sql`select from_status as from, to_status as to, actor_uid as "actorUid" from campaign_history where campaign_id = ${id}`,
    )
    expect(entries).toEqual([{ from: null, to: 'pending', actorUid: ada.uid }])
    expect(await (await as(app, owner)('/api/draft')).json()).toEqual({ draft: null, kept: [] })
  })

  it('returns one campaign for twenty concurrent requests with one key', async () => {
    const key = randomUUID()
    const campaigns = await Promise.all(
      Array.from({ length: 20 }, async () => parseSubmitted(await submit(form, { key }))),
    )

    expect(new Set(campaigns.map(({ id }) => id)).size).toBe(1)
    expect(await content.countCampaigns({})).toBe(1)
    expect(listSubAccountRequests()).toHaveLength(1)
  })

  it('refuses another form with the same key', async () => {
    const key = randomUUID()
    await parseSubmitted(await submit(form, { key }))
    const response = await submit({ ...form, title: 'Another' }, { key })

    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'idempotency-mismatch' } })
    expect(await content.countCampaigns({})).toBe(1)
  })

  it('accepts the same key from two people', async () => {
    const key = randomUUID()
    await parseSubmitted(await submit(form, { key }))
    const other = await createPerson(database, bola)
    await images.add(bola.uid, file)

    expect((await parseSubmitted(await submit(form, { key, who: other }))).isOwner).toBe(true)
    expect(await content.countCampaigns({})).toBe(2)
  })

  it.each([
    ['other', 'legal', 'legal'],
    ['other', '', null],
    ['Health', 'charity', null],
  ])('stores the cause of the category %s, %j, as %j', async (category, cause, stored) => {
    const health = { aboutHealth: true, healthConsentBy: 'Bisi', healthConsent: true }
    const { id } = await parseSubmitted(await submit({ ...form, ...health, category, cause }))
    expect((await content.findCampaign(id))?.cause).toBe(stored)
  })

  it.each(['', 'short', 'with spaces in it', 'x'.repeat(65)])('refuses the key %j', async (key) => {
    expect((await submit(form, { key })).status).toBe(400)
    await expectNothingStored()
  })

  it.each<[string, object, string]>([
    ['title', { title: '\u202E\u200B' }, invalid.title],
    ['cause', { category: 'other', cause: 'sports' }, invalid.input],
    ['images', { images: [{ id: '0'.repeat(64), alt: '' }] }, invalid.imageNotImage],
    ['bank', { bank: '9999' }, invalid.bank],
  ])('refuses an invalid %s with the message of the form: %j', async (field, change, message) => {
    const response = await submit({ ...form, ...change })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid-input', fields: { [field]: [message] } },
    })
    expect(listSubAccountRequests()).toEqual([])
    await expectNothingStored()
  })

  it.each(['status', 'ownerUid', 'subAccountCode', '_id', 'constructor'])(
    'refuses a form with the field %s',
    async (field) => {
      const response = await submit({ ...form, [field]: 'approved' })

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: 'invalid-input' } })
      await expectNothingStored()
    },
  )

  it('normalises texts and removes invisible characters', async () => {
    const title = ' Omi  fu\u0301n \u202EỌ̀yọ́\u202C\u200B\u0007 '
    const description = 'First\r\nsecond\u2066 line'
    const campaign = await parseSubmitted(await submit({ ...form, title, description }))

    expect(campaign.title).toBe('Omi fún Ọ̀yọ́'.normalize('NFC'))
    expect(campaign.description).toBe('First\nsecond line')
    expect(campaign.slug).toBe('omi-fun-oyo')
  })

  it('accepts texts of the maximum length in any alphabet', async () => {
    const longest = 'ẹ'.repeat(10_000)
    const texts = { description: longest, raiseMoneyFor: longest, importance: longest }
    const campaign = await parseSubmitted(await submit({ ...form, ...texts, impact: longest }))
    expect(campaign.impact).toHaveLength(10_000)
  })

  it('refuses images that another person uploaded', async () => {
    const other = await createPerson(database, bola)
    const response = await submit(form, { who: other })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { fields: { images: [invalid.imageNotImage] } },
    })
    await expectNothingStored()
  })

  it('shows the provider’s message for a refused bank account and accepts the corrected form', async () => {
    const key = randomUUID()
    const response = await submit({ ...form, accountNumber: '9999900000' }, { key })
    const message =
      "Account details are invalid: Ensure that the value(s) you're passing are valid."

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'sub-account-refused', message, fields: { accountNumber: [message] } },
    })
    await expectNothingStored()
    await parseSubmitted(await submit(form, { key }))
  })

  it('stores nothing while the provider is unreachable and accepts the form afterwards', async () => {
    const key = randomUUID()
    await parseSubmitted(await submit(form))
    network.isDown = true
    const response = await submit({ ...form, title: 'Another' }, { key })

    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'payment-unavailable' } })
    expect(await content.countCampaigns({})).toBe(1)
    network.isDown = false
    await parseSubmitted(await submit({ ...form, title: 'Another' }, { key }))
  })

  it('continues a submission with the same id after a server crash', async () => {
    const key = randomUUID()
    const { id } = await parseSubmitted(await submit(form, { key }))
    // The state after a crash between the provider's response and our own transaction.
    await databaseOwner.run(sql`delete from campaign where id = ${id}`)
    await databaseOwner.run(sql`delete from campaign_slug`)
    await databaseOwner.run(
      sql`update campaign_submission set completed_at = null, claimed_until = now() - interval '1 second'`,
    )
    const again = await parseSubmitted(await submit(form, { key }))

    expect(again.id).toBe(id)
    expect(listSubAccountRequests()).toHaveLength(1)
  })

  it('refuses a fourth campaign in review', async () => {
    for (const status of ['pending', 'pending', 'information-requested'] as const)
      await insertCampaignBy(content, ada, status)
    const response = await submit(form)

    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({
      error: { code: 'too-many-requests', message: invalid.tooManyPending },
    })
    expect(await content.countCampaigns({})).toBe(3)
  })

  it('puts exactly three campaigns into review when 32 are submitted at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 32 }, () => submit(form)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(29)
    expect(await content.countCampaigns({ status: 'pending' })).toBe(3)
    expect(listSubAccountRequests()).toHaveLength(3)
  })

  it('counts campaigns that are resubmitted at the same time towards the three in review', async () => {
    const rejected = []
    for (let count = 0; count < 6; count++)
      rejected.push(await insertCampaignBy(content, ada, 'rejected'))
    const resubmit = ({ id }: { id: string }) =>
      as(app, owner)(`/api/campaigns/${id}`, { method: 'PUT', body: form })
    const all = [...rejected.map(resubmit), ...rejected.map(() => submit(form))]
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toHaveLength(3)
    expect(await content.countCampaigns({ status: 'pending' })).toBe(3)
  })
})
