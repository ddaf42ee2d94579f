import { expect, it } from 'vitest'

import { openBuiltPages } from '#test/support/servers/built-pages.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ada, as, createPerson, visitor } from '#test/support/people/people.ts'

import { toPayeeLinkHash, payeeEmailPurpose } from '../../campaigns/payee/payee-rows.ts'
import { sql } from '../database/sql.ts'

const { database, empty } = await testDatabase()
const pages = await openBuiltPages()
const { app, content, sealing } = await openCampaignApp(database, { pages })

it('says on the cached page that the payee agreed, until the payee withdraws it', async () => {
  await empty()
  await createPerson(database, ada)
  const { id, slug, bankAccount } = await insertCampaignBy(content, ada, 'approved')
  const token = 'A'.repeat(43)
  await database.run(sql`
    insert into campaign_payee (campaign_id, sub_account_code, is_current, kind, name, email_sealed, state, answered_at, link_hash,
      created_at)
    values (${id}, ${bankAccount.subAccountCode}, true, 'person', 'Bisi Ade',
      ${sealing.seal(payeeEmailPurpose, 'bisi@example.org')}, 'confirmed', '2026-03-03T09:00:00Z', ${toPayeeLinkHash(token)}, now())`)
  const readPage = async () => (await as(app, visitor)(`/c/${slug}`)).text()
  const sentence = 'agreed to this campaign on 3\u00a0March 2026'
  expect(await readPage()).toContain(sentence)
  const html = await readPage()
  expect(html).toContain(sentence)
  expect(html).toContain(`/c/${slug}/report`)
  expect(html).not.toContain('Bisi Ade')

  const body = { answer: 'withdraw' }
  const withdrawn = await as(app, visitor)(`/api/payees/${token}`, { method: 'POST', body })
  expect(withdrawn.status).toBe(204)
  expect(await readPage()).not.toContain(sentence)
})
