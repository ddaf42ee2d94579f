import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Sql } from '#server/platform/database/sql.ts'
import { exportQueries } from '#test/support/privacy/export-queries.ts'
import { liveLife, turnOnTwoFactor, words, zainab } from '#test/support/privacy/whole-life.ts'
import { openDeletionApp } from '#test/support/people/deletion-app.ts'
import { ada, as } from '#test/support/people/people.ts'

const at = await openDeletionApp('embedded')
const { owner } = at

beforeEach(at.empty)

const anyRow = z.record(z.string(), z.unknown())
const toPlain = (rows: unknown) => JSON.parse(JSON.stringify(rows)) as unknown
const sort = (rows: unknown) =>
  z
    .parse(z.array(anyRow), rows)
    .toSorted((a, b) =>
      JSON.stringify(Object.values(a).map(String)).localeCompare(
        JSON.stringify(Object.values(b).map(String)),
      ),
    )
const read = async (query: Sql) => toPlain(await owner.rows(anyRow, query))

it('exports exactly what separate queries find about the person in the database', async () => {
  const organiser = await at.createPerson(ada)
  const { person, campaign, other } = await liveLife(at, owner, organiser)
  await at.donate(campaign)
  const { session } = await turnOnTwoFactor(at, person)
  const response = await as(at.app, session)('/api/account/data')
  const exported = z.parse(anyRow, await response.json())

  const donorKey = at.sealing.fingerprint('donor', words.email)
  const queries = exportQueries({
    uid: zainab.uid,
    donorKey,
    recipientKey: at.sealing.fingerprint('recipient', words.email),
    campaignId: campaign.id,
  })
  const { exportedAt, profile, campaigns, donations, refundBankAccounts, ...lists } = exported
  expect(exportedAt).toEqual(expect.any(String))
  expect(Object.keys(lists)).toEqual(expect.arrayContaining(Object.keys(queries.lists)))
  let rows = 0
  let filled = 0
  for (const [key, list] of Object.entries(lists)) {
    const query = queries.lists[key]
    const found = z.parse(z.array(anyRow), query ? await read(query) : [])
    expect
      .soft(sort(list), `${key}: add a query to test/support/privacy/export-queries.ts`)
      .toEqual(sort(found))
    rows += found.length
    filled += found.length > 0 ? 1 : 0
  }
  process.stdout.write(
    `${filled} of ${Object.keys(lists).length} lists have rows: ${rows}, equal to the database\n`,
  )
  expect(filled).toBeGreaterThan(20)

  // Sealed columns are opened by the test.
  const sealed = z.array(z.object({ sealed: z.instanceof(Buffer) }))
  const addresses = z.parse(sealed, await owner.rows(anyRow, queries.donorEmails))
  expect(donations).toEqual(
    z.parse(z.array(anyRow), await read(queries.donations)).map((donation, index) => ({
      ...donation,
      donorEmail: at.sealing.open('donor-email', addresses[index]?.sealed ?? Buffer.alloc(0)),
    })),
  )
  expect(donations).toHaveLength(2)
  expect(refundBankAccounts).toMatchObject([
    { bankId: 9, accountNumber: words.refundAccountNumber.slice(-4) },
  ])
  expect([profile]).toEqual(await read(queries.profile))
  expect(campaigns).toMatchObject((await read(queries.campaigns)) as object)

  const text = JSON.stringify(exported)
  for (const foreign of [
    organiser.uid,
    ada.email,
    'donor@example.com',
    words.accountNumber,
    words.refundAccountNumber,
    'argon2',
    other.contact.phone,
  ])
    expect(text).not.toContain(foreign)
})
