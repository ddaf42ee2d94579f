import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, bola } from '#test/support/people/people.ts'
import { hostedValues } from '#test/support/people/policy-values.ts'

import {
  listAffectedPeople,
  clockText,
  commissionNotice,
  peopleNotice,
  type BreachScope,
} from './breach.ts'

const { database, owner } = await freshDatabase({ ada, bola })
const at = await openMoneyApp({ database, owner })

const list = (scope: BreachScope) =>
  listAffectedPeople({ queries: database, sealing: at.sealing }, scope)

it('lists the donors and the organiser behind the donations of a time, each once', async () => {
  await payDonation(at)
  await payDonation(at)

  expect(await list({ kind: 'table', table: 'donation', from: new Date(0) })).toEqual([
    { kind: 'donor', address: 'donor@example.com' },
    { kind: 'account', address: ada.email },
  ])
  expect(await list({ kind: 'table', table: 'donation', to: new Date(0) })).toEqual([])
})

it('lists the people of a table with addresses, and refuses a time where the table has none', async () => {
  await owner.run(sql`
    insert into feedback (id, uid, email, feedback, created_at)
    values (gen_random_uuid(), ${bola.uid}, 'Bola@example.com', 'Hello', now())`)

  expect(await list({ kind: 'table', table: 'feedback' })).toEqual([
    { kind: 'account', address: bola.email },
  ])
  await expect(list({ kind: 'table', table: 'account_email', from: new Date() })).rejects.toThrow(
    'has no time',
  )
})

it('lists the organiser and the donors of a campaign', async () => {
  await payDonation(at)
  const row = await owner.row(
    z.object({ campaignId: z.string() }),
    sql`select campaign_id as "campaignId" from donation limit 1`,
  )

  expect(await list({ kind: 'campaign', campaignId: row?.campaignId ?? '' })).toEqual([
    { kind: 'account', address: ada.email },
    { kind: 'donor', address: 'donor@example.com' },
  ])
})

it('lists followers and guests who reported, whose addresses are sealed, of the table and of the campaign', async () => {
  const { sealing } = at
  await owner.run(sql`
    insert into campaign_follower (campaign_id, donor_key, email_sealed, language, followed_at)
    values ('well', ${sealing.fingerprint('donor', 'chi@example.com')}, ${sealing.seal('follower-email', 'chi@example.com')}, 'en', now())`)
  await owner.run(sql`
    insert into moderation_case (campaign_id, title, opened_at) values ('well', 'A well', now())`)
  await owner.run(sql`
    insert into campaign_report (campaign_id, id, case_id, reason, details, reporter_uid, reporter_email_sealed, at)
    select 'well', gen_random_uuid(), id, 'other', '', null, ${sealing.seal('reporter-email', 'dayo@example.com')}::bytea, now()
    from moderation_case
    union all select 'well', gen_random_uuid(), id, 'other', '', ${bola.uid}, null, now() from moderation_case`)
  const [chi, dayo] = ['chi@example.com', 'dayo@example.com'].map((address) => ({
    kind: 'contact',
    address,
  }))

  expect(await list({ kind: 'table', table: 'campaign_follower' })).toEqual([chi])
  expect(await list({ kind: 'campaign', campaignId: 'well' })).toEqual([
    { kind: 'account', address: bola.email },
    dayo,
    chi,
  ])
})

it('lists a donor who erased one donation and has another', async () => {
  await payDonation(at)
  await payDonation(at)
  const rows = await owner.rows(z.object({ id: z.string() }), sql`select id from donation`)
  const seal = (address: string) => at.sealing.seal('donor-email', address)
  for (const { id } of rows) {
    await owner.run(sql`
      update donation set donor_email_sealed =
        case when id = ${id} then ${seal('')}::bytea else ${seal('donor@example.com')}::bytea end`)
    const people = await list({ kind: 'table', table: 'donation' })
    expect(people).toContainEqual({ kind: 'donor', address: 'donor@example.com' })
  }
})

const discoveredAt = new Date('2026-11-23T08:30:00Z')

it('counts 72 hours from the discovery, in Lagos time', () => {
  const text = clockText(discoveredAt, new Date('2026-11-24T08:30:00Z'))
  expect(text).toContain('Thursday, 26 November 2026 at 09:30 (Lagos) (48 hours left)')
  expect(clockText(discoveredAt, new Date('2026-11-27T08:30:00Z'))).toContain('24 hours too late')
})

it('drafts both notices with the facts, and leaves to a person what only a person knows', () => {
  const facts = {
    scope: { kind: 'table', table: 'feedback' } as const,
    people: [{ kind: 'account', address: bola.email } as const],
    discoveredAt,
    controller: hostedValues.controller,
    supportEmail: 'support@ajo.example',
  }
  const commission = commissionNotice(facts)
  expect(commission).toContain('Controller: Ajo Ltd, 1 Example Street, Lagos, Nigeria')
  expect(commission).toContain('1 (1 with an account, 0 donors, 0 by an address in the data)')
  expect(commission).toContain('What happened and how: ____')
  expect(commission).not.toContain(bola.email)
  expect(peopleNotice(facts)).toContain('Write to dpo@ajo.example')
  expect(peopleNotice(facts)).not.toContain('undefined')
})
