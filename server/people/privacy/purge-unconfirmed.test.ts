import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded/embedded-identity.ts'
import { isRefusal } from '#server/providers/identity/identity.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { hostedIdentity } from '#test/support/people/hosted-identity.ts'
import { campaignOfAda, donationBy, testLedger } from '#test/support/money/ledger.ts'
import { testOutbox as outbox } from '#test/support/mail/mails.ts'
import {
  ada,
  bola,
  createPerson,
  testOrigin,
  unverified,
  testEvents,
} from '#test/support/people/people.ts'

import { purgeUnconfirmed } from './personal-data.ts'

const { database, owner, empty } = await freshDatabase()
const weekMs = 7 * 24 * 3_600_000
let now = new Date()
const identity = embeddedIdentity({
  database,
  outbox,
  recordChange: testEvents.record,
  publicUrl: testOrigin,
})
const content = embeddedContent(database)
const deps = { database, identity, content, events: testEvents, now: () => now }

beforeEach(() => {
  now = new Date()
})

const signedUp = () => createPerson(database, unverified(ada), { now: () => now })
const purgeAfter = async (ms: number) => {
  now = new Date(now.getTime() + ms)
  return purgeUnconfirmed(deps)
}

describe('an account with an unconfirmed address', () => {
  it('is deleted after seven days, with the names, and frees its address', async () => {
    const { uid, email, firstname } = await signedUp()
    expect(await purgeAfter(weekMs - 60_000)).toBe(0)
    expect(await purgeAfter(60_000)).toBe(1)
    expect(await identity.findAccount(uid)).toBeUndefined()
    const profile = JSON.stringify(await content.findUserByUid(uid))
    expect(profile).not.toContain(email)
    expect(profile).not.toContain(firstname)
    const events = await owner.rows(
      z.object({ kind: z.string(), by_uid: z.nullable(z.string()) }),
      sql`select kind, by_uid from account_event where uid = ${uid}`,
    )
    expect(events).toEqual([{ kind: 'deleted', by_uid: null }])
    expect(await purgeAfter(weekMs)).toBe(0)
  })

  it('stays if the address is confirmed', async () => {
    await createPerson(database, bola)
    expect(await purgeAfter(weekMs)).toBe(0)
  })

  it('stays if it has a donation, a donation to its campaign, or a campaign', async () => {
    const { uid } = await signedUp()
    const { donations } = testLedger(database)
    await donations.startDonation(donationBy(ada.email, { donorUid: uid }))
    expect(await purgeAfter(weekMs)).toBe(0)
    await owner.run(sql`update donation set donor_uid = null`)
    expect(campaignOfAda.ownerUid).toBe(uid)
    expect(await purgeAfter(0)).toBe(0)
    await empty()
    await signedUp()
    await insertCampaignBy(content, ada, 'pending')
    expect(await purgeAfter(weekMs)).toBe(0)
    expect((await content.findUserByUid(uid))?.firstname).toBe('Ada')
  })

  it('keeps its name if the address is confirmed during the deletion', async () => {
    const { uid } = await signedUp()
    const confirmed = {
      deleteUnconfirmed: async (unconfirmedUid: string) => {
        await owner.run(sql`update account set email_verified = true where uid = ${unconfirmedUid}`)
        return identity.deleteUnconfirmed(unconfirmedUid)
      },
    }
    now = new Date(now.getTime() + weekMs)
    expect(await purgeUnconfirmed({ ...deps, identity: confirmed })).toBe(0)
    expect(await content.findUserByUid(uid)).toMatchObject({ firstname: 'Ada', email: ada.email })
  })
})

describe('an account at a hosted provider that its owner deleted', () => {
  it('is deleted here, too, after an answer of the provider was lost', async () => {
    const { google, identity: hosted } = hostedIdentity({ database, owner })
    const password = 'mango rain 47'
    const account = await hosted.createAccount({ email: 'ngozi@example.com', password })
    if (isRefusal(account)) throw new Error(account.refused)
    const { uid } = account
    await hosted.sendVerification(uid)
    await hosted.applyVerification(google.issued.at(-1)?.oobCode ?? '')
    await testEvents.record(database, { uid, kind: 'deleted' })
    expect(await purgeUnconfirmed({ ...deps, identity: hosted })).toBe(0)

    google.accounts.clear()
    expect(await hosted.deleteAccount(uid, password)).toEqual({ refused: 'wrong-password' })
    expect(await purgeUnconfirmed({ ...deps, identity: hosted })).toBe(1)
    const stored = await owner.rows(
      z.object({}),
      sql`select from account where uid = ${uid} union all select from account_email where uid = ${uid}`,
    )
    expect(stored).toEqual([])
  })
})
