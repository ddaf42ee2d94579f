import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { listStops } from '#server/money/payouts/payout-stops.ts'
import { listEvents } from '#server/people/accounts/account-events.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { listAuditLog } from '#server/staff/admin/audit-log.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { moderate, question } from '#test/support/campaigns/moderation.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import {
  ada,
  as,
  bola,
  createPerson,
  dada,
  signInAgain,
  unverified,
  type Person,
} from '#test/support/people/people.ts'
import { listRefunds } from '#test/support/money/refunds.ts'

import { campaign, donation } from '../admin.ts'
import { person } from './person.ts'
import type { Noun } from './verb.ts'

const { at, database } = await freshMoneyApp({ ada, dada })

/** What the command prints: the sentence of `find` where there is nothing to do, otherwise that of the decision. */
async function decide(noun: Noun, verb: string, ...words: string[]) {
  const found = await noun[verb]?.find(at, words, {})
  if (typeof found !== 'object') return found
  if (found.apply) return found.apply({ uid: 'command-line', reason: question })
  return found.decide ? found.decide(dada, question) : found.text
}

describe('a campaign on the command line', () => {
  let shown: StoredCampaign
  const find = async () => at.content.findCampaign(shown.id)
  const stops = async () => (await listStops(database, shown.id, at.now())).map(({ kind }) => kind)

  beforeEach(async () => {
    shown = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2027-06-01' })
  })

  it('is shown with what it raised and its stops, by slug and by id', async () => {
    const sentence = `${shown.slug} (${shown.id}): “${shown.title}”, approved, ₦0.00 raised, payouts not on hold, no open case.`
    expect(await decide(campaign, 'show', shown.slug)).toBe(sentence)
    expect(await decide(campaign, 'show', shown.id)).toBe(sentence)
    expect(await decide(campaign, 'show', 'no-such')).toBe('There is no campaign no-such.')
  })

  it('has its payouts held by an admin, with an entry in the audit log', async () => {
    await decide(campaign, 'hold', shown.slug)
    expect(await stops()).toEqual(['reviewer'])
    expect((await listAuditLog(at.database)).entries).toMatchObject([
      { by: dada.email, action: 'hold-payouts', subject: shown.id, reason: question },
    ])
  })

  it('is frozen when a case about it is open, and not without one', async () => {
    expect(await decide(campaign, 'freeze', shown.slug)).toBe(
      `There is no open case about ${shown.slug}. Hold its payouts instead.`,
    )
    await moderate(at.app).report(shown.id)
    await decide(campaign, 'freeze', shown.slug)
    expect(await stops()).toEqual(['freeze'])
  })

  it('is cancelled, unless the admin has a conflict of interest', async () => {
    const own = await insertCampaignBy(at.content, dada, 'approved', { endDate: '2027-06-01' })
    await expect(decide(campaign, 'cancel', own.slug)).rejects.toMatchObject({
      code: 'conflict-of-interest',
    })
    await decide(campaign, 'cancel', shown.slug)
    expect(await find()).toMatchObject({ status: 'cancelled' })
    expect(await stops()).toEqual(['cancelled'])
  })
})

describe('a person on the command line', () => {
  const isSignedIn = async (who: Person) =>
    (await (await as(at.app, who)('/api/session')).json()) as { account: unknown }

  it('gets a role, is listed with it and loses it, and each time the sessions end', async () => {
    const first = await createPerson(database, bola)
    const email = 'bola@example.com'
    expect(await decide(person, 'grant', 'reviewer', ' BOLA@Example.com')).toBe(
      `${email} is now reviewer and must log in again.`,
    )
    expect(await isSignedIn(first)).toMatchObject({ account: null })
    expect(await decide(person, 'staff')).toContain(`reviewer\t${email}`)
    expect(await decide(person, 'grant', 'reviewer', email)).toBe(`${email} is already reviewer.`)
    const again = await signInAgain(database, first)
    expect(await decide(person, 'revoke', 'reviewer', email)).toBe(
      `${email} is no longer reviewer and was logged out.`,
    )
    expect(await isSignedIn(again)).toMatchObject({ account: null })
    expect(await decide(person, 'staff')).not.toContain(email)
  })

  it('gets no role without a confirmed address or an account, and none that does not exist', async () => {
    await createPerson(database, unverified(bola))
    expect(await decide(person, 'grant', 'admin', bola.email)).toBe(
      `${bola.email} must confirm their email address first.`,
    )
    expect(await decide(person, 'grant', 'admin', 'nobody@example.com')).toBe(
      'There is no account for nobody@example.com.',
    )
    expect(await decide(person, 'grant', 'boss', ada.email)).toContain('The roles are')
    expect(await decide(person, 'staff')).toBe('admin\tdada@example.com')
  })

  it('is disabled and enabled again, and logged out each time', async () => {
    const bolas = await createPerson(database, bola)
    for (const [verb, state] of [
      ['disable', 'disabled'],
      ['enable', 'enabled'],
    ] as const) {
      expect(await decide(person, verb, bola.email)).toBe(
        `${bola.email} is ${state} and logged out on all devices.`,
      )
      expect(await isSignedIn(bolas)).toMatchObject({ account: null })
    }
    const kinds = (await listEvents(database, bola.uid)).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['disabled', 'enabled']))
  })

  it('is erased with the account and its sessions, and told by mail', async () => {
    const bolas = await createPerson(database, bola)
    expect(await decide(person, 'erase', bola.email)).toContain('are deleted')
    expect(await at.identity.findAccount(bola.uid)).toBeUndefined()
    expect((await as(at.app, bolas)('/api/session')).status).toBe(200)
    expect(await (await as(at.app, bolas)('/api/session')).json()).toMatchObject({ account: null })
    expect(await decide(person, 'erase', bola.email)).toBe(`There is no account for ${bola.email}.`)
    const mails = await database.rows(
      z.object({ subject: z.string() }),
      sql`select subject from mail_outbox`,
    )
    expect(mails).toMatchObject([{ subject: expect.stringContaining('deleted') as string }])
  })
})

describe('a donation on the command line', () => {
  it('is refunded in part, once for the same command', async () => {
    const { reference } = await payDonation(at)
    expect(await decide(donation, 'refund', reference, '1000')).toBe(
      `₦1,000.00 of ${reference}: the refund is queued.`,
    )
    await decide(donation, 'refund', reference, '1000')
    expect(await listRefunds(database)).toMatchObject([{ state: 'known' }])
  })

  it.each([
    ['9000', 'more than'],
    ['much', 'no amount'],
  ])('is not refunded for %s', async (amount, part) => {
    const { reference } = await payDonation(at)
    expect(await decide(donation, 'refund', reference, amount)).toContain(part)
    expect(await listRefunds(database)).toEqual([])
  })
})
