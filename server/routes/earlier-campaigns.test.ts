import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { saveAccountUse, saveNames } from '#server/campaigns/similarity/comparisons.ts'
import type { User } from '#server/platform/policy/actor.ts'
import type { NewCampaign } from '#server/providers/content/content.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, as, bola, chidi } from '#test/support/people/people.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'

const { database, people } = await freshDatabase({ ada, bola, reviewer: chidi })
const { reviewer } = people
const { app, content } = await openCampaignApp(database)

let count = 0

async function insert(owner: User, account: string, change: Partial<NewCampaign> = {}) {
  const subAccountCode = `ACCT_${++count}`
  const bankAccount = { bankCode: '058', last4: '6789', subAccountCode }
  const digest = Buffer.from(account.padEnd(32))
  await saveAccountUse(database, {
    ownerUid: owner.uid,
    subAccountCode,
    digest,
    last4: '6789',
    at: new Date(),
  })
  const campaign = await insertCampaignBy(content, owner, 'pending', { bankAccount, ...change })
  await saveNames(database, campaign)
  return campaign
}

const reject = (id: string) =>
  as(app, reviewer)(`/api/reviews/${id}/reject`, {
    method: 'POST',
    body: { version: 0, ground: 'unverifiable', reason: '' },
  })

async function getChecks(id: string) {
  const response = await as(app, reviewer)('/api/reviews')
  const { items } = z.parse(reviewQueueSchema, await response.json())
  const checks = items.find(({ campaign }) => campaign.id === id)?.checks
  if (!checks) throw new Error('the campaign is not in the queue')
  return checks
}

it('reviewers see other accounts with a similar name, without accents and look-alikes', async () => {
  const contact = { email: 'x@example.org', phone: '08012345678', isPublic: false }
  await insert(bola, 'one', { contact: { ...contact, name: 'Ọlájídé Adébáyọ̀' } })
  const own = await insert(ada, 'two', { contact: { ...contact, name: 'Olajide Аdebayo' } })
  const other = await insert(ada, 'three', { contact: { ...contact, name: 'Musa Ibrahim' } })
  expect((await getChecks(own.id)).similarNames).toMatchObject([
    { kind: 'beneficiary', name: 'olajide adebayo' },
  ])
  expect((await getChecks(other.id)).similarNames).toEqual([])
})

it('reviewers see that other organisers use the same bank account', async () => {
  await insert(bola, 'shared')
  await insert(ada, 'shared')
  const own = await insert(ada, 'shared')
  expect((await getChecks(own.id)).accountOwners).toBe(1)
  expect((await getChecks((await insert(ada, 'alone')).id)).accountOwners).toBe(0)
})

it('reviewers see earlier rejections of the owner, the bank account and the title', async () => {
  const byOwner = await insert(ada, 'one', { title: 'Miracle water' })
  const byAccount = await insert(bola, 'two', { title: 'Magic oil' })
  const byTitle = await insert(bola, 'three', { title: 'Twelve computers for Ilorin' })
  for (const { id } of [byOwner, byAccount, byTitle]) expect((await reject(id)).status).toBe(204)
  const own = await insert(ada, 'two', { title: 'Twelve Соmputers for Ilorin!' })
  const { rejections } = await getChecks(own.id)
  expect(rejections.map(({ title, because, ground }) => [title, because, ground])).toEqual([
    ['Twelve computers for Ilorin', 'title', 'unverifiable'],
    ['Magic oil', 'account', 'unverifiable'],
    ['Miracle water', 'owner', 'unverifiable'],
  ])
  const stranger = await insert(bola, 'four', { title: 'Something quite different' })
  expect((await getChecks(stranger.id)).rejections.map(({ because }) => because)).toEqual([
    'owner',
    'owner',
  ])
})

it('no similar name is found among 5,000 others', async () => {
  await database.run(
    sql`insert into campaign_name (campaign_id, kind, owner_uid, folded_name)
      select n::text, 'organiser', n::text, md5(n::text) || ' ' || md5((n + 1)::text) from generate_series(1, 5000) n`,
  )
  const own = await insert(ada, 'one')
  expect((await getChecks(own.id)).similarNames).toEqual([])
})
