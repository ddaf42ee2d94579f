import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { campaignResponseSchema, type CampaignForm } from '#shared/campaign.ts'
import { campaignFormSchema } from '#shared/campaign-edit.ts'
import { problemSchema } from '#shared/errors.ts'
import { invalid } from '#shared/text/invalid.ts'
import { casesSchema } from '#shared/moderation.ts'
import {
  accountLookupResponseSchema,
  payeeQuestionSchema,
  payeeResponseSchema,
} from '#shared/payee.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { trustSchema } from '#shared/trust.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { approvalReason, campaignForm } from '#test/support/campaigns/campaigns.ts'
import { startDuring } from '#test/support/database/during-transaction.ts'
import { insertDocument } from '#test/support/documents/insert-document.ts'
import {
  ada,
  as,
  chidi,
  createPerson,
  dada,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

const { database, owner: databaseOwner } = await freshDatabase()
const { app, addPicture, history, provider, sealing } = await openCampaignApp(database)

const password = 'mango rain 47'

let owner: Person
let reviewer: Person
let form: CampaignForm

beforeEach(async () => {
  Object.assign(provider.network, { isDown: false, isSilent: false })
  owner = await createPerson(database, ada, { password })
  reviewer = await createPerson(database, chidi)
  const { id } = await addPicture(ada.uid)
  form = campaignForm([{ id, alt: 'The clinic' }])
})

const bisi = {
  payeeKind: 'person',
  payeeName: 'Adaeze Okafor',
  payeeEmail: 'Bisi@example.org',
  accountNumber: '0200000005',
  accountName: 'Adaeze Okafor',
} as const

const submit = (change: Partial<CampaignForm>) =>
  as(app, owner)('/api/campaigns', {
    method: 'POST',
    body: { ...form, ...change },
    headers: { 'idempotency-key': randomUUID() },
  })
async function submitted(change: Partial<CampaignForm> = {}) {
  const response = await submit(change)
  expect(response.status).toBe(201)
  return z.parse(campaignResponseSchema, await response.json()).campaign.id
}
const insertLetter = (campaignId: string) =>
  insertDocument(database, { campaignId, ownerUid: ada.uid })
const toCode = async (response: Response) =>
  response.ok ? response.status : z.parse(problemSchema, await response.json()).error.code

async function readForm(id: string) {
  const response = await as(app, owner)(`/api/campaigns/${id}/form`)
  return z.parse(campaignFormSchema, await response.json())
}
async function edit(id: string, change: object) {
  const { values } = await readForm(id)
  const body = { ...values, ...change, currentPassword: password }
  return as(app, owner)(`/api/campaigns/${id}`, { method: 'PUT', body })
}
async function approve(id: string, { who = reviewer, reason = approvalReason } = {}) {
  const version = (await history.list(id)).length
  const body = { version, reason }
  return toCode(await as(app, who)(`/api/reviews/${id}/approve`, { method: 'POST', body }))
}
async function readPayee(id: string, who = owner) {
  const response = await as(app, who)(`/api/campaigns/${id}/payee`)
  return z.parse(payeeResponseSchema, await response.json()).payee
}
const mails = async (subject: string) =>
  database.rows(
    z.object({ text: z.string() }),
    sql`select text from mail_outbox where subject like ${`${subject}%`} order by created_at`,
  )
async function findLink() {
  const mail = (await mails('Is this money for you?')).at(-1)?.text ?? ''
  const token = /\/payee\/([\w-]{43})/.exec(mail)?.[1]
  if (token === undefined) throw new Error('no link')
  return `/api/payees/${token}`
}
const answer = async (link: string, word: string) =>
  toCode(await as(app, visitor)(link, { method: 'POST', body: { answer: word } }))
const stops = async (id: string) =>
  (
    await database.rows(
      z.object({ kind: z.string() }),
      sql`select kind from payout_stop where campaign_id = ${id} and ended_at is null`,
    )
  ).map(({ kind }) => kind)
async function readCampaignAccount(id: string) {
  const campaign = await database.row(
    z.object({ last4: z.string() }),
    sql`select account_number_last4 as last4 from campaign where id = ${id}`,
  )
  return campaign?.last4
}
const listCases = async (who: Person) =>
  z.parse(casesSchema, await (await as(app, who)('/api/cases')).json()).cases
const listEvents = async (id: string) => (await history.list(id)).map(({ event }) => event)

/** The row as text, and the sealed address. */
async function readStored(id: string) {
  const stored = await database.row(
    z.object({ row: z.string(), sealed: z.instanceof(Buffer) }),
    sql`select payee::text as row, email_sealed as sealed from campaign_payee payee where campaign_id = ${id}`,
  )
  if (!stored) throw new Error('there is no payee')
  return stored
}

describe('POST /api/bank-accounts/lookup', () => {
  const lookUp = async (body: object) => {
    const response = await as(app, owner)('/api/bank-accounts/lookup', { method: 'POST', body })
    return response.ok
      ? z.parse(accountLookupResponseSchema, await response.json())
      : response.status
  }

  it('returns the name, the refusal of the provider, or that it is unavailable', async () => {
    const account = { bank: '058', accountNumber: '0123456789' }
    expect(await lookUp(account)).toEqual({ kind: 'found', name: 'Obi Ada Chinyere' })
    expect(await lookUp({ ...account, accountNumber: '9999900000' })).toMatchObject({
      kind: 'refused',
    })
    expect(await lookUp({ ...account, accountNumber: '012' })).toBe(400)
    provider.network.isDown = true
    expect(await lookUp(account)).toEqual({ kind: 'unavailable' })
  })

  it('is unavailable when the provider has no more look-ups today', async () => {
    const account = { bank: '058', accountNumber: '0123456789' }
    for (let call = 0; call < 3; call++) await lookUp(account)
    expect(await lookUp(account)).toEqual({ kind: 'unavailable' })
  })
})

describe('the organiser as the payee', () => {
  it('holds payouts from the submission until a reviewer approves the confirmed account', async () => {
    const id = await submitted()
    expect(await readPayee(id)).toMatchObject({
      kind: 'self',
      state: 'not-asked',
      confirmedName: 'Obi Ada Chinyere',
    })
    expect(await stops(id)).toEqual(['payee'])
    expect(await approve(id)).toBe(204)
    expect(await stops(id)).toEqual([])
  })

  it.each(['', 'Another Name'])(
    'keeps payouts on hold after the approval where %j was confirmed, until another reviewer confirms the payee',
    async (accountName) => {
      const id = await submitted({ accountName })
      expect((await readPayee(id))?.confirmedName).toBeNull()
      expect(await approve(id)).toBe(204)
      expect(await stops(id)).toEqual(['payee'])
      const second = await createPerson(database, dada)
      const release = { kind: 'payee', reason: 'I called the organiser.' }
      const path = `/api/payout-stops/${id}/release`
      const released = await as(app, second)(path, { method: 'POST', body: release })
      expect(released.status).toBe(204)
      expect(await stops(id)).toEqual([])
    },
  )

  it('needs a written reason of the reviewer where the account has another name', async () => {
    const account = { accountNumber: '0200000002', accountName: 'Chidi Eze' }
    const id = await submitted({ ...account, name: 'Ada Obi' })
    await insertLetter(id)
    expect(await approve(id, { reason: '' })).toBe('invalid-input')
    expect(await approve(id, { reason: 'He is her guardian, see the letter.' })).toBe(204)
  })
})

describe('the name on the bank account, for donors', () => {
  async function isShown(change: Partial<CampaignForm> = {}) {
    const id = await submitted(change)
    await insertLetter(id)
    expect(await approve(id, { reason: 'I called the organiser.' })).toBe(204)
    return readMatch(id, owner)
  }
  async function readMatch(id: string, who: typeof visitor | Person = visitor) {
    const response = await as(app, who)(`/api/campaigns/${id}/trust`)
    return z.parse(trustSchema, await response.json()).bankNameMatchedOn !== null
  }
  const rename = (firstname: string, lastname: string) =>
    database.run(
      sql`update user_document set firstname = ${firstname}, lastname = ${lastname} where uid = ${ada.uid}`,
    )
  beforeEach(() => rename('Ada', 'Obi'))

  it('is said to match while the confirmed name is the name that the campaign shows', async () => {
    const id = await submitted()
    await approve(id)
    expect(await readMatch(id)).toBe(true)
    await rename('Ada', 'Okafor')
    expect(await readMatch(id)).toBe(false)
  })

  it.each([
    ['nobody confirmed the name', { accountName: '' }],
    ['the confirmed name is not the name that the bank reports', { accountName: 'Ada Obi' }],
    [
      'the account belongs to another person',
      { accountNumber: '0200000002', accountName: 'Chidi Eze' },
    ],
    ['the organiser is not the payee', { payeeKind: 'school', payeeName: 'Ada Obi' }],
  ] as const)('is not said to match where %s', async (_condition, change) => {
    expect(await isShown(change)).toBe(false)
  })
})

describe('another person as the payee', () => {
  it.each([
    [{ payeeKind: 'person', payeeEmail: 'bisi@example.org' }, 'payeeName', invalid.payeeName],
    [{ payeeKind: 'person', payeeName: 'Bisi' }, 'payeeEmail', invalid.payeeEmail],
    [{ payeeKind: 'hospital' }, 'payeeName', invalid.payeeName],
    [{ payeeKind: 'organisation', payeeName: 'Wells' }, 'cacNumber', invalid.cacNumber],
    [
      { payeeKind: 'organisation', payeeName: 'Wells', cacNumber: 'IT 12345' },
      'scumlNumber',
      invalid.scumlNumber,
    ],
    [{ payeeKind: 'school', payeeName: 'S', cacNumber: '12' }, 'cacNumber', invalid.cacNumber],
  ] as const)('is refused where something is missing: %j', async (change, field, message) => {
    const response = await submit(change)
    expect(response.status).toBe(400)
    const { error } = z.parse(problemSchema, await response.json())
    expect(error.fields?.[field]).toEqual([message])
  })

  it('is asked by a link, and the campaign cannot be approved before they confirm', async () => {
    const id = await submitted(bisi)
    expect(await readPayee(id, reviewer)).toMatchObject({ kind: 'person', state: 'asked' })
    expect(await approve(id)).toBe('payee-unconfirmed')
    const link = await findLink()
    const question = await (await as(app, visitor)(link)).json()
    expect(z.parse(payeeQuestionSchema, question)).toMatchObject({
      name: 'Adaeze Okafor',
      title: form.title,
      accountNumberLast4: '0005',
      accountName: 'Adaeze Okafor',
      state: 'asked',
    })
    expect(JSON.stringify(question)).not.toContain('0200000005')

    expect(await answer(link, 'withdraw')).toBe('campaign-status-changed')
    expect(await Promise.all(Array.from({ length: 8 }, () => answer(link, 'confirm')))).toEqual(
      expect.arrayContaining([204]),
    )
    expect((await listEvents(id)).filter((event) => event === 'payee-confirm')).toHaveLength(1)
    expect(await mails('You confirmed who receives the money')).toHaveLength(1)
    expect(await mails('Payee confirmed')).toHaveLength(1)
    expect(await approve(id)).toBe(204)
    expect(await stops(id)).toEqual([])
  })

  it('has an address that the database holds sealed', async () => {
    const id = await submitted(bisi)
    const stored = await readStored(id)
    expect(stored.row).not.toContain('bisi@example.org')
    expect(sealing.open('payee-email', stored.sealed)).toBe('bisi@example.org')
    expect(await readPayee(id)).toMatchObject({ email: 'bisi@example.org' })
  })

  it('who declines keeps the campaign from approval until the organiser names another one', async () => {
    const id = await submitted(bisi)
    const link = await findLink()
    expect(await answer(link, 'decline')).toBe(204)
    expect(await answer(link, 'confirm')).toBe('campaign-status-changed')
    expect(await approve(id)).toBe('payee-unconfirmed')
    expect((await readPayee(id))?.canAskAgain).toBe(false)
    const again = await as(app, owner)(`/api/campaigns/${id}/payee/ask`, {
      method: 'POST',
      body: {},
    })
    expect(await toCode(again)).toBe('campaign-status-changed')

    const { values } = await readForm(id)
    expect(values).toMatchObject({ payeeKind: 'person', payeeEmail: 'bisi@example.org' })
    const edited = await as(app, owner)(`/api/campaigns/${id}`, {
      method: 'PUT',
      body: { ...values, payeeEmail: 'bisi.new@example.org' },
    })
    expect(edited.status).toBe(200)
    expect(await readPayee(id)).toMatchObject({ state: 'asked', confirmedName: 'Adaeze Okafor' })
    expect(await listEvents(id)).toContain('payee-change')
    expect((await as(app, visitor)(link)).status).toBe(404)
    expect(await answer(await findLink(), 'confirm')).toBe(204)
    expect(await approve(id)).toBe(204)
  })

  it('who withdraws later holds payouts and gives reviewers a case', async () => {
    const id = await submitted(bisi)
    const link = await findLink()
    await answer(link, 'confirm')
    await approve(id)
    expect(await answer(link, 'withdraw')).toBe(204)
    expect(await answer(link, 'withdraw')).toBe(204)
    expect(await stops(id)).toEqual(['payee'])
    expect(await mails('Payee withdrew')).toHaveLength(1)
    const second = await createPerson(database, dada)
    expect(await listCases(second)).toMatchObject([{ campaignId: id }])
    const release = { kind: 'payee', reason: 'I called the organiser.' }
    const path = `/api/payout-stops/${id}/release`
    const released = await as(app, second)(path, { method: 'POST', body: release })
    expect(await toCode(released)).toBe('payee-unconfirmed')
  })

  it('who withdraws while a reviewer approves the change to their account keeps it from approval', async () => {
    const id = await submitted()
    await approve(id)
    await edit(id, bisi)
    await answer(await findLink(), 'confirm')
    await database.run(sql`update campaign_pending_change set at = now() - interval '4 days'`)
    const approval = await startDuring(
      database,
      [sql`update campaign_payee set state = 'withdrawn' where name = ${bisi.payeeName}`],
      () => approve(id),
    )
    expect(approval).toBe('payee-unconfirmed')
    expect((await readPayee(id))?.state).toBe('withdrawn')
    expect(await readCampaignAccount(id)).toBe(form.accountNumber.slice(-4))
  })

  it('who withdraws while the change to their account is approved holds payouts and gives reviewers a case', async () => {
    const id = await submitted()
    await approve(id)
    await edit(id, bisi)
    const link = await findLink()
    await answer(link, 'confirm')
    const withdrawal = await startDuring(
      database,
      [
        sql`update campaign_payee set is_current = false where name <> ${bisi.payeeName}`,
        sql`update campaign_payee set is_current = true where name = ${bisi.payeeName}`,
      ],
      () => answer(link, 'withdraw'),
    )
    expect(withdrawal).toBe(204)
    expect(await stops(id)).toEqual(['payee'])
    const second = await createPerson(database, dada)
    expect(await listCases(second)).toMatchObject([{ campaignId: id }])
  })

  it('who answers while the organiser asks again keeps the link by which they can withdraw', async () => {
    const id = await submitted(bisi)
    const link = await findLink()
    const again = await startDuring(
      database,
      [sql`update campaign_payee set state = 'confirmed', link_expires_at = null`],
      () => as(app, owner)(`/api/campaigns/${id}/payee/ask`, { method: 'POST', body: {} }),
    )
    expect(await toCode(again)).toBe('campaign-status-changed')
    expect(await mails('Is this money for you?')).toHaveLength(1)
    expect(await answer(link, 'withdraw')).toBe(204)
  })

  it('is sent the link five times at most, each time a new one', async () => {
    const id = await submitted(bisi)
    const first = await findLink()
    const ask = async () =>
      toCode(await as(app, owner)(`/api/campaigns/${id}/payee/ask`, { method: 'POST', body: {} }))
    expect(await ask()).toBe(204)
    expect((await as(app, visitor)(first)).status).toBe(404)
    for (let link = 0; link < 3; link++) expect(await ask()).toBe(204)
    expect(await ask()).toBe('campaign-status-changed')
  })

  it('of an approved campaign changes only with a bank account, which the new person confirms', async () => {
    const id = await submitted()
    await approve(id)
    const { values } = await readForm(id)
    const editWith = (change: object) =>
      as(app, owner)(`/api/campaigns/${id}`, { method: 'PUT', body: { ...values, ...change } })
    const { accountNumber, accountName, ...person } = bisi
    const refused = await editWith(person)
    expect(z.parse(problemSchema, await refused.json()).error.fields).toEqual({
      accountNumber: [invalid.payeeAccount],
    })
    const account = { accountNumber, accountName, currentPassword: password }
    expect((await editWith({ ...person, ...account })).status).toBe(200)
    expect(await readPayee(id)).toMatchObject({ kind: 'person', state: 'asked' })
    expect(await stops(id)).toEqual([])
    await database.run(sql`update campaign_pending_change set at = now() - interval '4 days'`)
    expect(await approve(id)).toBe('payee-unconfirmed')
    expect(await answer(await findLink(), 'confirm')).toBe(204)
    expect(await approve(id)).toBe(204)
    expect(await readPayee(id)).toMatchObject({ kind: 'person', state: 'confirmed' })
  })
})

describe('the link of a person whose account the organiser replaced', () => {
  const chike = {
    ...bisi,
    payeeName: 'Chidi Eze',
    payeeEmail: 'chike@example.org',
    accountNumber: '0200000002',
    accountName: 'Chidi Eze',
  }

  it('shows no account and takes no answer while the campaign is in review', async () => {
    const id = await submitted(bisi)
    const earlier = await findLink()
    expect((await edit(id, chike)).status).toBe(200)
    expect((await as(app, visitor)(earlier)).status).toBe(404)
    expect(await answer(earlier, 'confirm')).toBe('not-found')
    expect(await listEvents(id)).not.toContain('payee-confirm')
    expect((await as(app, visitor)(await findLink())).status).toBe(200)
  })

  it('shows no account and takes no answer once the change that named it is rejected', async () => {
    const id = await submitted()
    await approve(id)
    expect((await edit(id, chike)).status).toBe(200)
    const link = await findLink()
    expect((await as(app, visitor)(link)).status).toBe(200)
    const { status } = await as(app, reviewer)(`/api/reviews/${id}/reject`, {
      method: 'POST',
      body: {
        version: (await history.list(id)).length,
        ground: 'other',
        reason: 'Another account.',
      },
    })
    expect(status).toBe(204)
    expect((await as(app, visitor)(link)).status).toBe(404)
    expect(await answer(link, 'confirm')).toBe('not-found')
  })
})

describe('an edit whose payee cannot be stored', () => {
  const refused = { ...bisi, payeeName: 'Cannot Be Stored' }

  it.each([
    ['in review', async () => submitted()],
    [
      'approved',
      async () => {
        const id = await submitted()
        expect(await approve(id)).toBe(204)
        return id
      },
    ],
  ])('leaves a campaign %s as it was', async (_status, prepare) => {
    const id = await prepare()
    const before = [await listEvents(id), await readPayee(id)]
    await databaseOwner.run(
      sql`alter table campaign_payee add constraint refused check (name <> 'Cannot Be Stored')`,
    )
    try {
      expect((await edit(id, refused)).status).toBe(500)
    } finally {
      await databaseOwner.run(sql`alter table campaign_payee drop constraint refused`)
    }
    expect([await listEvents(id), await readPayee(id)]).toEqual(before)
    expect((await readForm(id)).accountNumberLast4).toBe(form.accountNumber.slice(-4))
    expect((await edit(id, refused)).status).toBe(200)
    expect(await readPayee(id)).toMatchObject({ name: 'Cannot Be Stored', state: 'asked' })
  })
})

describe('an organisation as the payee', () => {
  const ngo = {
    payeeKind: 'organisation',
    payeeName: 'Chidi Eze Foundation',
    cacNumber: 'IT 12345',
    scumlNumber: 'SC 123456789',
    accountNumber: '0200000002',
    accountName: 'Chidi Eze',
  } as const

  it('needs a document, and reviewers see its numbers', async () => {
    const id = await submitted(ngo)
    const { items } = z.parse(
      reviewQueueSchema,
      await (await as(app, reviewer)('/api/reviews')).json(),
    )
    expect(items[0]).toMatchObject({
      payee: { kind: 'organisation', cacNumber: 'IT 12345', scumlNumber: 'SC 123456789' },
      checks: { bankAccountMatch: 'partly', impersonation: [] },
    })
    expect(await approve(id)).toBe('document-needed')
    await insertLetter(id)
    expect(await approve(id)).toBe(204)
    expect(await stops(id)).toEqual([])
  })
})
