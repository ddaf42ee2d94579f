import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import type { CampaignEvent } from '#shared/campaign-history.ts'
import { lagosDay } from '#shared/day.ts'
import { trustSchema } from '#shared/trust.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { insertDocument } from '#test/support/documents/insert-document.ts'
import { ada, as, bola, visitor } from '#test/support/people/people.ts'

const { database } = await freshDatabase({ ada })
const { app, content, history } = await openCampaignApp(database)

let campaign: StoredCampaign

beforeEach(async () => {
  campaign = await insertCampaignBy(content, ada, 'approved')
})

async function read() {
  const response = await as(app, visitor)(`/api/campaigns/${campaign.id}/trust`)
  expect(response.status).toBe(200)
  return z.parse(trustSchema, await response.json())
}

const answeredAt = new Date('2026-03-03T09:00:00Z')

const insertPayee = (payee: { kind: string; name?: string; state?: string; holder?: string }) => {
  const { kind, name = '', state = 'not-asked', holder = null } = payee
  const answered = state === 'not-asked' ? null : answeredAt
  const email = kind === 'person' ? Buffer.from('sealed') : null
  const confirmedAt = holder && answeredAt
  return database.run(sql`
    insert into campaign_payee (campaign_id, sub_account_code, is_current, kind, name, email_sealed, state, answered_at,
      confirmed_name, confirmed_at, created_at)
    values (${campaign.id}, ${campaign.bankAccount.subAccountCode}, true, ${kind}, ${name}, ${email}, ${state},
      ${answered}::timestamptz, ${holder}, ${confirmedAt}::timestamptz, ${answeredAt})`)
}

/** What happened, a day later each: 'event actor'. */
async function record(...events: string[]) {
  for (const [index, [event, actorUid = '']] of events.map((each) => each.split(' ')).entries())
    await history.record(database, {
      campaignId: campaign.id,
      event: event as CampaignEvent,
      from: 'pending',
      to: 'approved',
      actorUid,
      at: new Date(Date.UTC(2026, 3, 1 + index)),
    })
}

const of = () => ({ campaignId: campaign.id, ownerUid: ada.uid })
const listedDocuments = async () => (await read()).documents
const listEarlier = async () => (await read()).earlierCampaigns
const earlier = async () => (await listEarlier()).map(({ title }) => title)

describe('what donors may rely on', () => {
  it('is nothing but the age of the account without stored checks', async () => {
    expect(await read()).toEqual({
      payee: null,
      bankNameMatchedOn: null,
      payeeAgreedOn: null,
      documents: null,
      accountSince: lagosDay(),
      keepers: 1,
      earlierCampaigns: [],
    })
  })

  it('is the age of the account while the account is stored', async () => {
    await database.run(sql`update account set created_at = '2026-01-02T23:30:00Z'`)
    expect((await read()).accountSince).toBe('2026-01-03')
    await database.run(sql`delete from account where uid = ${ada.uid}`)
    expect((await read()).accountSince).toBeNull()
  })

  it('is the name of the bank account while the confirmed name is stored', async () => {
    const { firstname, lastname } = campaign.owner
    await insertPayee({ kind: 'self', holder: `${firstname} ${lastname}` })
    expect(await read()).toMatchObject({
      payee: { kind: 'self', name: null },
      bankNameMatchedOn: '2026-03-03',
    })
    await database.run(sql`update campaign_payee set confirmed_name = null, confirmed_at = null`)
    expect((await read()).bankNameMatchedOn).toBeNull()
  })

  it('is the agreement of a person, whose name stays private, until the person withdraws it', async () => {
    await insertPayee({ kind: 'person', name: 'Bisi Ade', state: 'confirmed' })
    expect(await read()).toMatchObject({
      payee: { kind: 'person', name: null },
      payeeAgreedOn: '2026-03-03',
    })
    await database.run(sql`update campaign_payee set state = 'withdrawn'`)
    expect((await read()).payeeAgreedOn).toBeNull()
  })

  it('names an institution that receives the money, and only for the current bank account', async () => {
    await insertPayee({ kind: 'hospital', name: 'Ife Clinic' })
    expect((await read()).payee).toEqual({ kind: 'hospital', name: 'Ife Clinic' })
    await database.run(sql`update campaign_payee set sub_account_code = 'ACCT_other'`)
    expect((await read()).payee).toBeNull()
  })

  it('is the documents that two reviewers saw, until they are deleted', async () => {
    await insertDocument(database, { ...of(), storedAt: '2026-03-01' })
    await insertDocument(database, { ...of(), storedAt: '2026-05-01' })
    await record('submit ada', 'endorse one', 'approve two')
    expect(await listedDocuments()).toEqual({ count: 1, approvedOn: '2026-04-03' })
    await database.run(sql`update campaign_document set deleted_at = now(), key_sealed = null`)
    expect(await listedDocuments()).toBeNull()
  })

  it.each([
    ['one reviewer approved alone', ['approve one']],
    ['something changed between the two approvals', ['endorse one', 'edit ada', 'approve two']],
    ['the same reviewer did both', ['endorse one', 'approve one']],
  ])('is no documents where %s', async (_condition, events) => {
    await insertDocument(database, { ...of(), storedAt: '2026-03-01' })
    await record(...events)
    expect(await listedDocuments()).toBeNull()
  })

  it('is the earlier public campaigns of the same organiser', async () => {
    const before = (title: string) => ({ title, createdAt: new Date('2026-01-01T00:00:00Z') })
    const ended = await insertCampaignBy(content, ada, 'ended', before('A school roof'))
    await insertCampaignBy(content, ada, 'rejected', before('A rejected one'))
    await insertCampaignBy(content, bola, 'ended', before('Of another organiser'))
    await insertCampaignBy(content, ada, 'approved', {
      title: 'A later one',
      createdAt: new Date(Date.now() + 60_000),
    })
    expect(await earlier()).toEqual(['A school roof'])
    await content.changeCampaign(ended.id, { to: 'taken-down' })
    expect(await earlier()).toEqual([])
    await insertCampaignBy(content, ada, 'approved', { ...before('Over'), endDate: '2020-01-31' })
    expect(await listEarlier()).toMatchObject([{ title: 'Over', status: 'ended' }])
  })
})
