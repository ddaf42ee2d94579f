import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, expect, it } from 'vitest'

import { membersPerCampaign } from '#shared/campaign-member.ts'
import { documentsPerCampaign } from '#shared/document.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, createPerson } from '#test/support/people/people.ts'

const messagesPerDay = 5
const { database, owner } = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'ajo-caps-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const at = await openMoneyApp({ database, owner, env: { DATA_DIR: dataDir } })
const organiser = await createPerson(database, ada)
const own = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2027-06-01' })
await at.startDonation('donor@example.com', { campaign: own, form: { updates: true } })
await at.confirmedAddresses.confirmAccount('donor@example.com')
await at.pay(at.provider.lastReference(), { paidAt: at.clock.now })
const picture = await jpeg()

const post = async (path: string, body: unknown) => {
  const headers = { 'idempotency-key': randomUUID() }
  const to = `/api/campaigns/${own.id}${path}`
  const send = () => as(at.app, organiser)(to, { method: 'POST', body, headers })
  let response = await send()
  // Where one file is read at a time, most are told to come back.
  while (response.status === 503) {
    await pause(500)
    response = await send()
  }
  return response.ok
}

it.each<[what: string, cap: number, table: string, attempt: (number: number) => Promise<boolean>]>([
  [
    'invitations of a campaign',
    membersPerCampaign,
    'campaign_member',
    (number) => post('/members', { email: `friend${number}@example.com`, role: 'editor' }),
  ],
  [
    'documents of a campaign',
    documentsPerCampaign,
    'campaign_document',
    (number) => {
      const body = new FormData()
      body.append('file', new File([Uint8Array.from(picture)], `${number}.jpg`))
      return post('/documents', body)
    },
  ],
  [
    'messages of thanks a day',
    messagesPerDay,
    'thank_you_message',
    (number) => post('/thank-you-messages', { message: `Thank you, ${number}!`, minimum: '50' }),
  ],
])(
  'of 64 %s that are tried at the same time, the cap of %i holds',
  async (_what, cap, table, attempt) => {
    const done = await Promise.all(Array.from({ length: 64 }, (_, number) => attempt(number)))
    expect(done.filter(Boolean)).toHaveLength(cap)
    const { rows } = await owner.pool.query(`select from ${table}`)
    expect(rows).toHaveLength(cap)
  },
)
