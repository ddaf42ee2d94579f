import { describe, expect, it } from 'vitest'

import { listOpenNumbers } from './transfers.ts'
import { approvePayee } from '../payouts/approved-payees.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada } from '#test/support/people/people.ts'

const { at, database } = await freshMoneyApp({ ada })

const open = { startDate: '2026-05-02', endDate: '2026-06-01' }
const insert = () => insertCampaignBy(at.content, ada, 'approved', open)
const runAll = () => at.runTask('update-all-account-numbers')
const numbers = () => listOpenNumbers({ database, mode: 'sandbox', now: () => at.clock.now })

describe('account numbers', () => {
  it('are assigned once to open campaigns, and not to campaigns in review', async () => {
    const campaign = await insert()
    await insertCampaignBy(at.content, ada, 'pending', open)
    await runAll()
    await runAll()

    expect(await numbers()).toMatchObject([{ campaignId: campaign.id }])
    expect(at.provider.listAssigned()).toHaveLength(1)
  })

  it('are assigned again after a lost answer without a second number', async () => {
    await insert()
    await runAll()
    await database.pool.query('delete from campaign_account_number')
    await runAll()

    expect(at.provider.listAssigned()).toHaveLength(1)
    expect(await numbers()).toHaveLength(1)
  })

  it('are not asked for again for a day where the provider refuses them', async () => {
    at.provider.refuseAccountNumbers(true)
    await insert()
    await insert()
    await runAll()
    const asked = await database.pool.query('select campaign_id from account_number_request')

    expect(asked.rowCount).toBe(1)
    expect(await numbers()).toEqual([])
  })

  it('are taken back when the campaign ends', async () => {
    await insert()
    await runAll()
    at.clock.now = new Date('2026-06-01T10:00:00Z')
    await runAll()

    expect(await numbers()).toEqual([])
    expect(at.provider.listAssigned()).toEqual([])
  })

  it('stay with a campaign that was taken down, and follow a new bank account', async () => {
    const { id } = await insert()
    await runAll()
    await at.content.changeCampaign(id, { to: 'taken-down' })
    await runAll()
    expect(await numbers()).toHaveLength(1)

    const bankAccount = { bankCode: '058', last4: '1111', subAccountCode: 'ACCT_test0000000002' }
    await at.content.changeCampaign(id, {
      to: 'approved',
      fields: { bankAccount },
      record: (queries) =>
        approvePayee(
          queries,
          { id, ownerUid: ada.uid, bankAccount },
          { by: 'a-reviewer', at: at.clock.now },
        ),
    })
    await runAll()

    expect(await numbers()).toMatchObject([{ subAccountCode: 'ACCT_test0000000002' }])
    expect(at.provider.listAssigned()).toMatchObject([{ subAccountCode: 'ACCT_test0000000002' }])
  })
})
