import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openDeletionApp } from '#test/support/people/deletion-app.ts'
import { as } from '#test/support/people/people.ts'
import { plantRows, type Planted } from '#test/support/privacy/planted-rows.ts'
import { searchTables } from '#test/support/privacy/search-everything.ts'
import { zainab } from '#test/support/privacy/whole-life.ts'

import { isPersonal } from './entry.ts'
import { inventory, listColumns } from './inventory.ts'

const at = await openDeletionApp('embedded')

const donationRow = z.object({ id: z.string(), subAccountCode: z.string() })

/** A person with a finished campaign and a donation that was paid out, and a row in each table. */
async function openPerson() {
  await at.empty()
  const person = await at.createPerson(zainab)
  const campaign = await at.publish(person)
  await at.startDonation(zainab.email, { campaign, donorUid: person.uid })
  const reference = at.provider.lastReference()
  await at.pay(reference, { paidAt: at.clock.now })
  await at.settle([reference])
  await at.end(campaign)
  const donation = await at.owner.row(
    donationRow,
    sql`select id, sub_account_code as "subAccountCode" from donation where reference = ${reference}`,
  )
  if (!donation) throw new Error('there is no donation')
  const planted = await plantRows({
    owner: at.owner,
    sealing: at.sealing,
    links: {
      uid: person.uid,
      email: person.email,
      campaignId: campaign.id,
      donationId: donation.id,
      reference,
      subAccountCode: donation.subAccountCode,
      donorKey: at.sealing.fingerprint('donor', person.email),
      recipientKey: at.sealing.fingerprint('recipient', person.email),
    },
  })
  return { person, planted }
}

function describeColumn({ table, column }: Pick<Planted, 'table' | 'column'>) {
  const entry = inventory[table]
  if (!entry || !isPersonal(entry)) throw new Error(`${table} has no personal data`)
  const described = new Map(listColumns(entry)).get(column)
  if (!described) throw new Error(`${table}.${column} is not personal`)
  return { entry, described }
}

/** What the inventory says that erasure leaves until the end of the term. */
function mayRemain(name: string): boolean {
  const [table = '', column = ''] = name.split('.')
  const { entry, described } = describeColumn({ table, column })
  return entry.term === 'campaignEvidence' || described.stays !== undefined
}

it('exports and erases a word in each personal column of each table as the inventory says', async () => {
  const { person, planted } = await openPerson()
  expect(planted.length).toBeGreaterThan(60)

  const response = await as(at.app, person)('/api/account/data')
  expect(response.status).toBe(200)
  const exported = await response.text()
  const wrong = planted.filter(({ table, column, word }) => {
    const { entry, described } = describeColumn({ table, column })
    if (described.show || entry.exportedAs !== undefined) return false
    return exported.includes(word) !== (described.leftOut === undefined)
  })
  expect.soft(wrong).toEqual([])

  expect((await at.deleteAccount(person)).status).toBe(204)
  await at.runJobs()
  const needles = [...planted.map(({ word }) => word), 'zq-note'].map((word) => ({
    name: word,
    bytes: Buffer.from(word),
  }))
  const { found } = await searchTables({ owner: at.owner, sealing: at.sealing }, needles)
  const left = [...found.keys()].filter((name) => !mayRemain(name))
  expect(left).toEqual([])
  process.stdout.write(
    `${planted.length} columns of ${new Set(planted.map(({ table }) => table)).size} tables; after the erasure in ${found.size}\n`,
  )
})
