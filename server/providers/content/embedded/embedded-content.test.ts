import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { insertCampaignBy, newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ada } from '#test/support/people/people.ts'

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

  it('deletes the row, its place in the list and the words that no other campaign uses', async () => {
    await empty()
    const { id } = await insertCampaignBy(content, ada, 'approved', {
      title: 'Surgery for Zubaida',
    })
    await insertCampaignBy(content, ada, 'approved')
    await content.deleteCampaign(id)

    for (const table of ['campaign', 'campaign_listing'])
      expect((await database.pool.query(`select from ${table}`)).rowCount).toBe(1)
    const words = await database.rows(
      z.object({ word: z.string() }),
      sql`select word from search_word where word in ('zubaida', 'surgery', 'ife', 'water') order by word`,
    )
    expect(words).toEqual([{ word: 'ife' }, { word: 'water' }])
  })
})
