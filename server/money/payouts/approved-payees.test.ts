import { describe, expect, it } from 'vitest'

import { differencesSchema } from '#shared/difference.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, dada, visitor } from '#test/support/people/people.ts'

const { at, database, people } = await freshMoneyApp({ ada, admin: dada })
const { admin } = people

const insert = () =>
  insertCampaignBy(at.content, ada, 'approved', { startDate: null, endDate: '2026-06-01' })
const donate = (id: string, email: string) =>
  as(at.app, visitor)(`/api/campaigns/${id}/donations`, {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { amount: '5,000', email, name: '', message: '', anonymous: false, updates: false },
  })
/** As an editor of the hosted store, or a fault of ours, could do it. */
const replaceAccount = (id: string) =>
  at.content.changeCampaign(id, {
    to: 'approved',
    fields: {
      bankAccount: { bankCode: '058', last4: '1111', subAccountCode: 'ACCT_of_a_thief_001' },
    },
  })
async function listDifferences() {
  await at.runTask('compare-payees')
  const response = await as(at.app, admin)('/api/admin/differences')
  return differencesSchema
    .parse(await response.json())
    .differences.map(({ kind, key, theirs }) => [kind, key, theirs])
}

describe('the bank account of a campaign', () => {
  it('that no reviewer approved gets no checkout and no account number', async () => {
    const { id } = await insert()
    expect((await donate(id, 'one@example.com')).status).toBe(201)
    await replaceAccount(id)

    const started = at.provider.started.length
    const response = await donate(id, 'two@example.com')
    expect([response.status, at.provider.started.length]).toEqual([409, started])
    await at.runTask('update-all-account-numbers')
    expect(at.provider.listAssigned()).toEqual([])
  })

  it('that was replaced in the store is a violation and a difference', async () => {
    const { id } = await insert()
    expect(await listDifferences()).toEqual([])
    await replaceAccount(id)

    const { findings } = await at.ledger.checkLedger()
    expect(findings.map(({ name, key }) => [name, key])).toEqual([
      ['the bank account of a public campaign is the one that was approved last', id],
    ])
    expect(await listDifferences()).toEqual([['payee-differs', id, 'ACCT_of_a_thief_001']])
  })

  it.each([
    ['another account number', { last4: '1111' }, `1111 ${ada.uid}`],
    ['another organiser', { ownerUid: 'uid-other' }, '6789 uid-other'],
    ['no organiser, as one that was not created by us', { ownerUid: '' }, '6789 '],
  ])('that has %s at the provider is a difference', async (_what, change, seen) => {
    const { id } = await insert()
    at.provider.changeSubAccount('ACCT_test0000000001', change)
    expect(await listDifferences()).toEqual([['payee-differs', id, `ACCT_test0000000001 ${seen}`]])
  })

  it('cannot be approved by changing or deleting an earlier approval', async () => {
    const { id } = await insert()
    for (const statement of [
      `update money_decision set subject = 'ACCT_of_a_thief_001' where campaign_id = $1`,
      'delete from money_decision where campaign_id = $1',
    ])
      await expect(database.pool.query(statement, [id])).rejects.toThrow('permission denied')
  })
})
