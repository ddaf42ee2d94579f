import { randomUUID } from 'node:crypto'

import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { quarantineSchema } from '#shared/admin.ts'
import { kobo } from '#shared/money.ts'
import { campaignOfAda } from '#test/support/money/ledger.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, chidi, createPerson, dada, type Person } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database } = await freshMoneyApp()
const reason = 'The bank confirmed it'
/** Raises money for the campaign. */
let organiser: Person
/** Donates to it. */
let donor: Person
/** Has no part in it. */
let other: Person

beforeEach(async () => {
  organiser = await createPerson(database, { ...ada, roles: ['admin'] })
  donor = await createPerson(database, dada)
  other = await createPerson(database, { ...chidi, roles: ['admin'] })
})

const post = async (person: Person, path: string, body: object = {}) => {
  const headers = { 'idempotency-key': randomUUID() }
  const request = { method: 'POST', body: { reason, ...body }, headers } as const
  const response = await as(at.app, person)(`/api${path}`, request)
  const text = await response.text()
  const { error, state } = (text === '' ? {} : JSON.parse(text)) as {
    error?: { code: string }
    state?: string
  }
  return [response.status, error?.code ?? state]
}
const conflict = [409, 'conflict-of-interest']

async function donate(email: string, donorUid: string | null = null) {
  const reference = await at.donate(email, { donorUid })
  const row = await database.row(
    z.object({ id: z.string() }),
    sql`select id from donation where reference = ${reference}`,
  )
  return { reference, id: row?.id ?? '' }
}

it('leaves the write-off of a debt to an admin who does not owe it', async () => {
  const { reference } = await donate('donor@example.com')
  at.provider.addSettlement([reference])
  await at.runTask('reconcile-settlements')
  at.provider.addRefund(reference, { amount: kobo(2_000_00), status: 'processed' })
  await at.runTask('reconcile-reversals')

  const path = `/admin/receivables/${campaignOfAda.id}/write-off`
  expect(await post(organiser, path, { amount: '2,000' })).toEqual(conflict)
  expect(await post(other, path, { amount: '2,000' })).toEqual([204, undefined])
})

it('refunds the donation of an admin by the rules for donors', async () => {
  const { id } = await donate(dada.email, dada.uid)
  expect(await post(donor, `/donations/${id}/refund`)).toEqual([201, 'queued'])
  const row = await database.row(
    z.object({ requestedBy: z.string() }),
    sql`select requested_by as "requestedBy" from refund`,
  )
  expect(row).toEqual({ requestedBy: 'donor' })
})

it('leaves a refund to an admin who did not donate to the campaign', async () => {
  await donate(dada.email, dada.uid)
  const { id } = await donate('donor@example.com')
  expect(await post(donor, `/donations/${id}/refund`)).toEqual(conflict)
  expect((await as(at.app, donor)(`/api/donations/${id}/refund-preview?amount=1000`)).status).toBe(
    409,
  )
  expect((await post(other, `/donations/${id}/refund`))[0]).toBe(201)
})

it('leaves a payment on hold to an admin who has no part in the campaign', async () => {
  await at.donate(
    'donor@example.com',
    {},
    { amount: kobo(4_000_00), requestedAmount: kobo(4_000_00) },
  )
  const response = await as(at.app, other)('/api/admin/quarantine')
  const { quarantine } = z.parse(quarantineSchema, await response.json())

  const path = `/admin/quarantine/${quarantine[0]?.id}/dismiss`
  expect(await post(organiser, path)).toEqual(conflict)
  expect(await post(other, path)).toEqual([204, undefined])
})
