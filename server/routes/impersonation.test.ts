import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import type { NewCampaign } from '#server/providers/content/content.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { approvalReason, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, as, bola, chidi, createPerson, type Person } from '#test/support/people/people.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertDocument } from '#test/support/documents/insert-document.ts'

const { database } = await freshDatabase()
const { app, content, history } = await openCampaignApp(database)

const femi = { ...bola, uid: 'femi', email: 'femi@example.com', roles: ['reviewer' as const] }
const subAccountCode = 'ACCT_test0000000001'
const why = 'The holder is the beneficiary’s mother.'

let owner: Person
let reviewer: Person
let second: Person

beforeEach(async () => {
  owner = await createPerson(database, ada)
  reviewer = await createPerson(database, chidi)
  second = await createPerson(database, femi)
})

const insert = (change: Partial<NewCampaign>) => insertCampaignBy(content, ada, 'pending', change)
const setHolder = (name: string) =>
  database.run(
    sql`insert into bank_account_holder (sub_account_code, name) values (${subAccountCode}, ${name})`,
  )

async function approve(who: Person, id: string, reason = approvalReason) {
  const version = (await history.list(id)).length
  const response = await as(app, who)(`/api/reviews/${id}/approve`, {
    method: 'POST',
    body: { version, reason },
  })
  if (response.status === 204) return 'done'
  const { error } = (await response.json()) as {
    error: { code: string; fields?: Record<string, string[]> }
  }
  return error.fields ? Object.keys(error.fields).join(' ') : error.code
}

const addDocument = (campaignId: string) =>
  insertDocument(database, { campaignId, ownerUid: ada.uid })

async function findItem(id: string) {
  const response = await as(app, reviewer)('/api/reviews')
  const { items } = z.parse(reviewQueueSchema, await response.json())
  return items.find(({ campaign }) => campaign.id === id)
}

it('a campaign in the name of an institution needs a document and two reviewers at any goal', async () => {
  const { id } = await insert({ title: 'Beds for the H0spitаl of Ife' })
  expect(await findItem(id)).toMatchObject({
    needsSecondApproval: true,
    documents: [],
    checks: { impersonation: [{ kind: 'institution', field: 'title', found: 'hospital' }] },
  })
  expect(await approve(reviewer, id)).toBe('document-needed')
  const documentId = await addDocument(id)
  expect(await findItem(id)).toMatchObject({ documents: [{ id: documentId }] })
  expect(await approve(reviewer, id)).toBe('done')
  expect((await content.findCampaign(id))?.status).toBe('pending')
  expect(await approve(reviewer, id)).toBe('second-reviewer-needed')
  expect(await approve(second, id)).toBe('done')
  expect((await content.findCampaign(id))?.status).toBe('approved')
})

it('a removed document voids the first approval', async () => {
  const { id } = await insert({ title: 'UNICEF for Ife' })
  const documentId = await addDocument(id)
  expect(await approve(reviewer, id)).toBe('done')
  await as(app, owner)(`/api/documents/${documentId}`, { method: 'DELETE' })
  expect(await approve(second, id)).toBe('document-needed')
  await addDocument(id)
  expect(await approve(second, id)).toBe('done')
  expect((await content.findCampaign(id))?.status).toBe('pending')
})

it('a bank account in another name needs a written reason of each reviewer', async () => {
  await setHolder('Danjuma Bello')
  const { id } = await insert({})
  await addDocument(id)
  expect(await approve(reviewer, id, '')).toBe('reason')
  expect(await approve(reviewer, id, why)).toBe('done')
  expect(await approve(second, id, 'too short')).toBe('reason')
  expect(await approve(second, id, 'I have seen the letter of the bank.')).toBe('done')
  expect((await content.findCampaign(id))?.status).toBe('approved')
  expect((await history.list(id)).map(({ reason }) => reason)).toEqual([
    why,
    'I have seen the letter of the bank.',
  ])
})

it('shows the reasons of approvals to reviewers and not to the owner', async () => {
  await setHolder('Danjuma Bello')
  const { id } = await insert({})
  await addDocument(id)
  await approve(reviewer, id, why)
  const read = async (who: Person) => (await as(app, who)(`/api/campaigns/${id}/history`)).text()
  expect(await read(second)).toContain(why)
  expect(await read(owner)).not.toContain(why)
})

it.each(['Ada Okafor', 'OBI ADA', 'A. Obi', ''])(
  'a bank account of %j is that of the organiser or the beneficiary, or unknown',
  async (holder) => {
    if (holder) await setHolder(holder)
    const { id } = await insert({})
    expect((await findItem(id))?.checks.impersonation).toEqual([])
    expect(await approve(reviewer, id)).toBe('done')
    expect((await content.findCampaign(id))?.status).toBe('approved')
  },
)

it('two reviewers who approve at once count as one approval', async () => {
  const { id } = await insert({ title: 'A roof for the mosque' })
  await addDocument(id)
  const outcomes = await Promise.all([approve(reviewer, id), approve(second, id)])
  expect(outcomes.toSorted()).toEqual(['campaign-changed', 'done'])
  expect((await content.findCampaign(id))?.status).toBe('pending')
})
