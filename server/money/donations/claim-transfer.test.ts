import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { transferClaimSchema } from '#shared/transfer-claim.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { campaignOfAda } from '#test/support/money/ledger.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { openTransferWorld } from '#test/support/money/transfer-world.ts'
import { openTransferClaims } from './transfers.ts'

const { at, database } = await freshOn(({ database }) => openTransferWorld(database))
let mails: Mail[]
let claims: ReturnType<typeof openTransferClaims>

beforeEach(async () => {
  mails = []
  const outbox = { enqueue: async (_queries: unknown, mail: Mail) => void mails.push(mail) }
  claims = openTransferClaims({ ...at.deps, outbox })
  await at.send({ amount: 5_000_00, senderName: 'AMINA BELLO', senderAccount: 'XXXXXX0011' })
  await at.donations.reconcilePayments()
})

const form = z.parse(transferClaimSchema, {
  amount: '5,000',
  digits: '0011',
  email: 'amina@example.com',
})

const request = (changes: Partial<typeof form> = {}) => {
  const { amount, digits, email } = { ...form, ...changes }
  return claims.task.run({ campaignId: campaignOfAda.id, amount, digits, email, language: 'en' })
}

const findToken = () => /\/claim-transfer\/([\w-]+)/.exec(JSON.stringify(mails))?.[1] ?? ''

const donors = async () =>
  database.rows(
    z.object({ donors: z.int() }),
    sql`select sum(donor_count)::integer as donors from campaign_total`,
  )

it('mails a link that makes the donation and its receipt those of the address', async () => {
  await request()
  const link = await claims.findLink(findToken())
  const accessCode = link && (await claims.claim(link))

  expect(accessCode).toMatch(/^[\w-]{22}$/)
  const listed = await at.donations.listDonations({
    tab: 'given',
    guestEmail: 'amina@example.com',
    limit: 10,
  })
  expect(listed.donations).toMatchObject([{ amount: 5_000_00, status: 'success' }])
  expect(await donors()).toEqual([{ donors: 1 }])
  expect((await at.ledger.checkLedger()).findings).toEqual([])
})

it('counts a sender who has donated before as one donor after the claim', async () => {
  await at.send({ amount: 7_000_00, senderName: 'A. BELLO', senderAccount: 'XXXXXX0022' })
  await at.donations.reconcilePayments()
  expect(await donors()).toEqual([{ donors: 2 }])
  await request()
  await request({
    digits: '0022',
    amount: z.parse(transferClaimSchema, { ...form, amount: '7,000', digits: '0022' }).amount,
  })
  for (const mail of mails) {
    const token = /\/claim-transfer\/([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? ''
    const link = await claims.findLink(token)
    if (link) await claims.claim(link)
  }

  expect(await donors()).toEqual([{ donors: 1 }])
  expect((await at.ledger.checkLedger()).findings).toEqual([])
})

it('mails nothing for another amount or account, and nothing once it is claimed', async () => {
  await request({ digits: '9999' })
  await request({ amount: z.parse(transferClaimSchema, { ...form, amount: '5,001' }).amount })
  expect(mails).toEqual([])

  await request()
  const link = await claims.findLink(findToken())
  if (!link) throw new Error('no link was mailed')
  await claims.claim(link)
  expect(await claims.claim(link)).toBeUndefined()
  await request()
  expect(mails).toHaveLength(1)
})

it('counts the donor again when a refund that was made before the claim fails after it', async () => {
  const donation = await database.row(
    z.object({ reference: z.string() }),
    sql`select reference from donation`,
  )
  const payment = await at.payments.verify(donation?.reference ?? '')
  if (!payment) throw new Error('the transfer is unknown')
  const { transactionId, reference, mode, amount } = payment
  const refund = { refundId: 7, transactionId, reference, mode, amount, currency: 'NGN' }
  const unused = { disputeId: null, merchantNote: null, deducted: null, refundedAt: null }
  const report = async (status: string) => {
    at.clock.now = new Date(at.clock.now.getTime() + 1_000)
    const reported = { ...refund, ...unused, createdAt: at.clock.now, status }
    await at.ledger.applyRefund({ refund: reported, source: 'webhook', askedAt: at.clock.now })
  }
  await request()
  await report('processed')
  expect(await donors()).toEqual([{ donors: 0 }])
  const link = await claims.findLink(findToken())
  expect(link && (await claims.claim(link))).toBeDefined()

  await report('failed')

  expect(await donors()).toEqual([{ donors: 1 }])
  expect((await at.ledger.checkLedger()).findings).toEqual([])
})

it('refuses a link after 30 minutes', async () => {
  await request()
  const token = findToken()
  at.clock.now = new Date(at.clock.now.getTime() + 30 * 60_000)

  expect(await claims.findLink(token)).toBeUndefined()
})
