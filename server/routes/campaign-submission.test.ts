import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { campaignResponseSchema, type CampaignForm } from '#shared/campaign.ts'
import { invalid } from '#shared/messages.ts'
import { openCampaignApp } from '#test/campaign-app.ts'
import { campaignForm, insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada, as, bola, createPerson, unverified, visitor, type Person } from '#test/people.ts'
import { jpeg } from '#test/image-files.ts'

const { database, owner: everything, empty } = await testDatabase()
const { app, content, pictures, provider, sealing } = await openCampaignApp(database)
const { wire } = provider
const picture = await jpeg()

let owner: Person
let form: CampaignForm

beforeEach(async () => {
  await empty()
  owner = await createPerson(database, ada)
  const { id } = await pictures.add(ada.uid, picture)
  form = campaignForm([{ id, alt: 'The dry well' }])
  wire.isDown = false
  wire.asked = []
})

type Who = Person | typeof visitor

const submit = (body: unknown, { who = owner as Who, key = randomUUID() as string } = {}) =>
  as(app, who)('/api/campaigns', { method: 'POST', body, headers: { 'idempotency-key': key } })

async function submitted(response: Response) {
  expect(response.status).toBe(201)
  return z.parse(campaignResponseSchema, await response.json()).campaign
}

const subAccountsAsked = () => wire.asked.filter((call) => call === 'POST /sandbox/api/subaccount')

async function expectNothingStored() {
  expect(await content.countCampaigns({})).toBe(0)
}

describe('POST /api/campaigns', () => {
  it('stores the form as a pending campaign of the sender, with its sub-account', async () => {
    const answer = await submitted(await submit(form))

    expect(answer).toMatchObject({
      slug: 'a-well-for-ife',
      status: 'pending',
      goal: 500_000_000,
      raised: 0,
      isOwner: true,
      acceptsDonations: false,
      images: [{ width: 800, height: 500, alt: 'The dry well' }],
      contact: { name: 'Ada Obi', email: 'ada.obi@example.org', phone: '+234 801 234 5678' },
    })
    const stored = await content.findCampaign(answer.id)
    expect(stored).toMatchObject({
      ownerUid: ada.uid,
      contact: { isPublic: false },
      bankAccount: {
        bankCode: '058',
        last4: '6789',
        subAccountCode: expect.stringMatching(/^ACCT_/),
      },
    })
    const provided = await everything.row(
      z.object({ business_name: z.string(), percentage_charge: z.number() }),
      sql`select business_name, percentage_charge from sandbox.sub_account
        where code = ${stored?.bankAccount.subAccountCode}`,
    )
    expect(provided).toEqual({ business_name: 'A well for Ife', percentage_charge: 30 })
  })

  it('keeps the account number sealed, and in clear nowhere of ours', async () => {
    const { id } = await submitted(await submit({ ...form, accountNumber: '0123498765' }))
    const row = await everything.row(
      z.object({ sealed: z.instanceof(Buffer), text: z.string() }),
      sql`select account_number_sealed as sealed, campaign::text || (select string_agg(s::text, '') from campaign_submission s) as text
        from campaign where id = ${id}`,
    )

    expect(sealing.open('account-number', row?.sealed ?? Buffer.alloc(0))).toBe('0123498765')
    expect(row?.text).toContain('8765')
    expect(row?.text).not.toContain('0123498765')
  })

  it('writes down who submitted it, and clears the draft', async () => {
    const draft = { values: { title: 'A well' }, tab: 1 }
    await as(app, owner)('/api/draft', { method: 'PUT', body: draft })
    const { id } = await submitted(await submit(form))

    const entries = await database.rows(
      z.object({
        from_status: z.nullable(z.string()),
        to_status: z.string(),
        actor_uid: z.string(),
      }),
      sql`select from_status, to_status, actor_uid from campaign_history where campaign_id = ${id}`,
    )
    expect(entries).toEqual([{ from_status: null, to_status: 'pending', actor_uid: ada.uid }])
    expect(await (await as(app, owner)('/api/draft')).json()).toEqual({ draft: null })
  })

  it('answers the same key with the same campaign, and asks the provider once', async () => {
    const key = randomUUID()
    const first = await submitted(await submit(form, { key }))
    const again = await submitted(await submit(form, { key }))

    expect(again).toEqual(first)
    expect(await content.countCampaigns({})).toBe(1)
    expect(subAccountsAsked()).toHaveLength(1)
  })

  it('answers twenty at once under one key with one campaign', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => submitted(await submit(form, { key }))),
    )

    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await content.countCampaigns({})).toBe(1)
    expect(subAccountsAsked()).toHaveLength(1)
  })

  it('refuses another form under the same key', async () => {
    const key = randomUUID()
    await submitted(await submit(form, { key }))
    const response = await submit({ ...form, title: 'Another' }, { key })

    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'idempotency-mismatch' } })
    expect(await content.countCampaigns({})).toBe(1)
  })

  it('lets two people use the same key', async () => {
    const key = randomUUID()
    await submitted(await submit(form, { key }))
    const other = await createPerson(database, bola)
    await pictures.add(bola.uid, picture)

    expect((await submitted(await submit(form, { key, who: other }))).isOwner).toBe(true)
    expect(await content.countCampaigns({})).toBe(2)
  })

  it.each(['', 'short', 'with spaces in it', 'x'.repeat(65)])('refuses the key %j', async (key) => {
    expect((await submit(form, { key })).status).toBe(400)
    await expectNothingStored()
  })

  it.each<[string, object, string]>([
    ['title', { title: '\u202E\u200B' }, invalid.title],
    ['category', { category: 'Charity' }, invalid.category],
    ['goalAmount', { goalAmount: '99.99' }, invalid.goalAmountRange],
    ['startDate', { startDate: '2020-01-01' }, invalid.startDate],
    ['endDate', { endDate: '2020-01-01' }, invalid.endDate],
    ['impact', { impact: 'too short' }, invalid.impact],
    ['images', { images: [] }, invalid.images],
    ['images', { images: [{ id: '0'.repeat(64), alt: '' }] }, invalid.imageNotImage],
    ['email', { email: 'ada' }, invalid.email],
    ['phone', { phone: '0801' }, invalid.phone],
    ['bank', { bank: '9999' }, invalid.bank],
    ['accountNumber', { accountNumber: '12' }, invalid.accountNumberForm],
  ])('refuses a wrong %s with the words of the form: %j', async (field, change, message) => {
    const response = await submit({ ...form, ...change })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid-input', fields: { [field]: [message] } },
    })
    expect(subAccountsAsked()).toEqual([])
    await expectNothingStored()
  })

  it.each([
    'id',
    'slug',
    'status',
    'raised',
    'ownerUid',
    'userId',
    'createdBy',
    'subAccountId',
    'subAccountCode',
    '_type',
    '_id',
    'constructor',
  ])('refuses a form that brings its own %s', async (field) => {
    const response = await submit({ ...form, [field]: 'approved' })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid-input' } })
    await expectNothingStored()
  })

  it('refuses broken JSON and another media type', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const send = (body: string, type: string) =>
      as(app, owner)('/api/campaigns', {
        method: 'POST',
        body: Buffer.from(body),
        headers: { ...headers, 'content-type': type },
      })
    expect((await send('{', 'application/json')).status).toBe(400)
    expect((await send('[]', 'application/json')).status).toBe(400)
    expect((await send('null', 'application/json')).status).toBe(400)
    expect((await send(JSON.stringify(form), 'text/plain')).status).toBe(415)
    await expectNothingStored()
  })

  it('keeps what can be seen of a text, in one normal form', async () => {
    const title = ' Omi  fu\u0301n \u202EỌ̀yọ́\u202C\u200B\u0007 '
    const description = 'First\r\nsecond\u2066 line'
    const answer = await submitted(await submit({ ...form, title, description }))

    expect(answer.title).toBe('Omi fún Ọ̀yọ́'.normalize('NFC'))
    expect(answer.description).toBe('First\nsecond line')
    expect(answer.slug).toBe('omi-fun-oyo')
  })

  it('takes the longest texts of any alphabet', async () => {
    const longest = 'ẹ'.repeat(10_000)
    const texts = { description: longest, raiseMoneyFor: longest, importance: longest }
    const answer = await submitted(await submit({ ...form, ...texts, impact: longest }))
    expect(answer.impact).toHaveLength(10_000)
  })

  it('refuses pictures that somebody else has uploaded', async () => {
    const other = await createPerson(database, bola)
    const response = await submit(form, { who: other })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { fields: { images: [invalid.imageNotImage] } },
    })
    await expectNothingStored()
  })

  it('says in the provider’s words that a bank account is refused, and takes the corrected form', async () => {
    const key = randomUUID()
    const response = await submit({ ...form, accountNumber: '9999900000' }, { key })
    const message =
      "Account details are invalid: Ensure that the value(s) you're passing are valid."

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'sub-account-refused', message, fields: { accountNumber: [message] } },
    })
    await expectNothingStored()
    await submitted(await submit(form, { key }))
  })

  it('keeps nothing while the provider cannot be reached, and takes the same form afterwards', async () => {
    const key = randomUUID()
    await submitted(await submit(form))
    wire.isDown = true
    const response = await submit({ ...form, title: 'Another' }, { key })

    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'payment-unavailable' } })
    expect(await content.countCampaigns({})).toBe(1)
    wire.isDown = false
    await submitted(await submit({ ...form, title: 'Another' }, { key }))
  })

  it('goes on with a submission whose server died at work, under the same id', async () => {
    const key = randomUUID()
    const { id } = await submitted(await submit(form, { key }))
    // As it is left by a kill between the provider's answer and our own transaction.
    await everything.run(sql`delete from campaign where id = ${id}`)
    await everything.run(sql`delete from campaign_slug`)
    await everything.run(
      sql`update campaign_submission set completed_at = null, claimed_until = now() - interval '1 second'`,
    )
    const again = await submitted(await submit(form, { key }))

    expect(again.id).toBe(id)
    expect(subAccountsAsked()).toHaveLength(1)
  })

  it('asks a person with three waiting campaigns for patience', async () => {
    for (let count = 0; count < 3; count++) await insertCampaignBy(content, ada, 'pending')
    const response = await submit(form)

    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({
      error: { code: 'too-many-requests', message: invalid.tooManyPending },
    })
    expect(await content.countCampaigns({})).toBe(3)
  })

  it('is for people with a confirmed address', async () => {
    const chinwe = await createPerson(database, unverified(bola))
    expect((await submit(form, { who: visitor })).status).toBe(401)
    expect((await submit(form, { who: chinwe })).status).toBe(403)
    await expectNothingStored()
  })
})
