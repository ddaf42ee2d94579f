import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { newCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada } from '#test/people.ts'

import { contentStoreContract } from '../content.contract.ts'
import { embeddedContent } from './embedded-content.ts'

const { database, empty } = await testDatabase()
const content = embeddedContent(database)

contentStoreContract('embedded', async () => content, empty)

describe('the embedded store', () => {
  it('rolls back an insertion and a status change whose record fails', async () => {
    await empty()
    const { id } = await content.insertCampaign(newCampaignBy(ada))
    const other = newCampaignBy(ada)
    const record = async () => {
      throw new Error('the mail could not be written')
    }

    const changed = content.changeCampaign(id, { from: 'pending', to: 'approved', record })
    await expect(changed).rejects.toThrow('the mail could not be written')
    const inserted = content.insertCampaign(other, record)
    await expect(inserted).rejects.toThrow('the mail could not be written')
    expect(await content.findCampaign(id)).toMatchObject({ status: 'pending' })
    expect(await content.findCampaign(other.id)).toBeUndefined()
  })

  it('deletes the contact data and account number of a deleted campaign', async () => {
    await empty()
    const { id } = await content.insertCampaign(newCampaignBy(ada))
    await content.deleteCampaign(id)

    const row = await database.row(
      z.object({ row: z.record(z.string(), z.unknown()) }),
      sql`select to_jsonb(campaign) as row from campaign where id = ${id}`,
    )
    expect(row?.row).toMatchObject({
      account_number_sealed: null,
      contact_name: '',
      contact_email: '',
      contact_phone: '',
      sub_account_code: 'ACCT_test0000000001',
    })
  })
})
