import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { guestDataSchema } from '#shared/guest-data.ts'
import { verificationSchema } from '#shared/receipt.ts'
import { terms, toTermMs } from '#shared/terms.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { as, bola, visitor } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import { createGuestDataUrl } from './personal-data.ts'

const { at, database, owner } = await freshMoneyApp()

const guest = 'guest@example.com'
const path = '/api/guest-data'
const ask = (to: string, options = {}) => as(at.app, visitor)(to, options)
const post = (to: string) => ask(to, { method: 'POST' })
const requestLink = (email: string) => ask(`${path}/links`, { method: 'POST', body: { email } })

async function donate(email = guest, donorUid: string | null = null, isPaid = true) {
  const form = { name: 'Guest Obi', message: 'Get well.' }
  const reference = await at.start(email, { donorUid, form })
  if (isPaid) await at.pay(reference, { paidAt: at.clock.now })
}

const toLink = (email = guest) => {
  const { pathname } = new URL(
    createGuestDataUrl(
      { sealing: at.sealing, publicUrl: 'https://ajo.example', now: at.now },
      email,
    ),
  )
  const to = (place: string) => pathname.replace('/my-donations', place)
  return { page: to('/my-data'), api: to(path), list: to('/api/my-donations') }
}
const read = async (api: string) => z.parse(guestDataSchema, await (await ask(api)).json())
const countMails = async () =>
  (
    await database.rows(z.object({ subject: z.string() }), sql`select subject from mail_outbox`)
  ).filter(({ subject }) => subject === 'Your donations on Ajo').length
const readDonors = () =>
  database.rows(
    z.object({ name: z.string(), message: z.string() }),
    sql`select donor_name as name, message from donation order by donor_uid nulls first`,
  )

describe('POST /api/guest-data/links', () => {
  it('answers the same for an address with donations, which gets a mail, and one without', async () => {
    await donate()
    const answers = [await requestLink(guest), await requestLink('nobody@example.com')]
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    await at.runJobs()
    expect(await countMails()).toBe(1)
  })

  it('mails a link to an address that only asked an organiser, which exports and erases the question', async () => {
    const campaign = await insertCampaignBy(at.content, bola, 'approved')
    const body = { name: 'Ngozi', email: guest, question: 'Who digs the well?' }
    await ask(`/api/campaigns/${campaign.id}/questions`, { method: 'POST', body })
    await requestLink(guest)
    await at.runJobs()
    expect(await countMails()).toBe(1)
    const { page } = toLink()
    const { questionsAsked } = z.parse(
      z.object({ questionsAsked: z.array(z.looseObject({ question: z.string() })) }),
      await (await post(`${page}/download`)).json(),
    )
    expect(questionsAsked).toMatchObject([{ question: body.question, askerEmail: guest }])
    await post(`${page}/erase`)
    expect(await owner.rows(z.unknown(), sql`select * from campaign_question`)).toEqual([])
  })
})

describe('the link in the mail', () => {
  it('erases no unsubscription that an account with the same address needs', async () => {
    await donate()
    await donate(guest, bola.uid)
    await owner.run(sql`update donation set wants_updates = true`)
    await owner.run(sql`
      insert into campaign_unsubscribe (campaign_id, donor_key, at)
      select distinct campaign_id, donor_key, now() from donation`)
    const countAfterErasure = async () => {
      await post(`${toLink().page}/erase`)
      return (await owner.rows(z.unknown(), sql`select from campaign_unsubscribe`)).length
    }
    expect(await countAfterErasure()).toBe(1)

    await owner.run(sql`update donation set donor_uid = null`)
    expect(await countAfterErasure()).toBe(0)
  })

  it('downloads the donations of the address once, without those of accounts and of others', async () => {
    await donate()
    await donate('other@example.com')
    await donate(guest, bola.uid)
    const { page, api } = toLink()
    expect(await read(api)).toEqual({
      donations: 1,
      isDownloaded: false,
      isErased: false,
      isExpired: false,
      holds: [],
    })
    const file = await post(`${page}/download`)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(file.headers.get('cache-control')).toContain('no-store')
    const data = z.parse(z.record(z.string(), z.unknown()), await file.json())
    expect(data).toMatchObject({
      email: guest,
      donations: [{ donorName: 'Guest Obi', donorEmail: guest, amountKobo: 500_000 }],
      payments: [{ status: 'success' }],
    })
    expect(JSON.stringify(data)).not.toContain('other@example.com')
    expect((await read(api)).isDownloaded).toBe(true)
    expect((await post(`${page}/download`)).status).toBe(303)
  })

  it('erases them once, and leaves amounts and the donations of accounts', async () => {
    await donate()
    await donate(guest, bola.uid)
    const { page, api } = toLink()
    expect((await post(`${page}/erase`)).status).toBe(303)
    expect((await read(api)).isErased).toBe(true)
    expect(await readDonors()).toEqual([
      { name: '', message: '' },
      { name: 'Guest Obi', message: 'Get well.' },
    ])
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('leaves receipts that anyone can still verify', async () => {
    await donate()
    await at.runJobs()
    const [receipt] = await database.rows(
      z.object({ code: z.string() }),
      sql`select code from receipt`,
    )
    const verify = async () =>
      z.parse(verificationSchema, await (await ask(`/api/verify/${receipt?.code}`)).json())
    const before = await verify()
    expect(before).toMatchObject({ status: 'valid' })
    await post(`${toLink().page}/erase`)
    expect(await readDonors()).toEqual([{ name: '', message: '' }])
    // The proof of the transparency log needs what was erased.
    expect(await verify()).toEqual({ ...before, logged: null })
  })

  it('erases nothing while a payment or refund is not final, and says why', async () => {
    await donate(guest, null, false)
    const { page, api } = toLink()
    await post(`${page}/erase`)
    expect(await read(api)).toMatchObject({ isErased: false, holds: ['own-payment-under-way'] })
    expect(await readDonors()).toMatchObject([{ name: 'Guest Obi' }])
    at.pass(2 * 3_600_000)
    const later = toLink()
    await post(`${later.page}/erase`)
    expect((await read(later.api)).isErased).toBe(true)
  })

  it('does nothing after 30 minutes', async () => {
    await donate()
    const { page, api } = toLink()
    at.pass(toTermMs(terms.guestLink))
    expect((await read(api)).isExpired).toBe(true)
    expect((await post(`${page}/download`)).status).toBe(303)
    await post(`${page}/erase`)
    expect(await readDonors()).toMatchObject([{ name: 'Guest Obi' }])
  })
})
