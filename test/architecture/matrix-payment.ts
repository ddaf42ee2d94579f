import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { createApp } from '#server/app.ts'
import { toPayeeLinkHash } from '#server/campaigns/payee/payee-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'
import type { Services } from '#server/services.ts'
import { kobo } from '#shared/money.ts'
import { testOrigin, type Person } from '#test/support/people/people.ts'

type App = ReturnType<typeof createApp>

/** Applies a payment as the provider would report it. */
export async function pay(
  { content, donations, ledger, receipts }: Services,
  { id }: { id: string },
  reference: string,
  transactionId = 4_099_260_516,
) {
  const campaign = await content.findCampaign(id)
  const amount = kobo(5_000_00)
  await ledger.applyPayment({
    payment: {
      transactionId,
      reference,
      mode: 'sandbox',
      status: 'success',
      amount,
      requestedAmount: amount,
      fees: kobo(175_00),
      currency: 'NGN',
      subAccountCode: campaign?.bankAccount.subAccountCode ?? null,
      channel: 'card',
      origin: 'local',
      authorization: null,
      transfer: null,
      split: null,
      paidAt: new Date(),
    },
    source: 'webhook',
    askedAt: new Date(),
  })
  const found = await donations.findDonation(reference)
  const issued = found && (await receipts.findReceipt(found))
  if (!issued) throw new Error('no receipt was issued')
  return { id: found.id, code: issued.facts.code, keyId: issued.keyId }
}

type DonateDeps = { app: App; owner: Database; donor: Person | undefined }

export async function donateTo(
  campaign: { id: string },
  { app, owner, donor }: DonateDeps,
  form: object = {},
) {
  const answer = await app.request(`/api/campaigns/${campaign.id}/donations`, {
    method: 'POST',
    headers: {
      ...(donor && { cookie: donor.cookie }),
      origin: testOrigin,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ ...donationForm, ...form }),
  })
  if (answer.status !== 201) throw new Error(`the donation was refused: ${await answer.text()}`)
  const donation = await owner.row(
    z.object({ accessCode: z.string(), reference: z.string() }),
    sql`select access_code as "accessCode", reference from donation order by created_at desc limit 1`,
  )
  if (!donation) throw new Error('the donation was not stored')
  return donation
}

export const donationForm = {
  amount: '5,000',
  email: 'donor@example.com',
  name: '',
  message: '',
  anonymous: false,
}

/** Payouts of the owner's campaign wait for a reviewer. */
const insertPayoutCases = (owner: Database, { id }: { id: string }) =>
  owner.run(sql`
    insert into payout_stop (campaign_id, kind, started_at) values (${id}, 'reviewer', now())`)

/** The token of the mail to the person who receives the money of the owner's campaign that is frozen. */
export const payeeToken = 'P'.repeat(43)

type PayeeCase = { id: string; bankAccount: { subAccountCode: string } }

const insertPayeeCases = (
  owner: Database,
  sealing: Pick<Sealing, 'seal'>,
  { id, bankAccount }: PayeeCase,
) =>
  owner.run(sql`
    insert into campaign_payee (campaign_id, sub_account_code, is_current, kind, name, email_sealed, state, link_hash, created_at)
    values (${id}, ${bankAccount.subAccountCode}, true, 'person', 'Bisi', ${sealing.seal('payee-email', 'bisi@example.org')}, 'asked', ${toPayeeLinkHash(payeeToken)},
      now())`)

export const disputeId = 5_000_000_001

/** A dispute of the donor's unpaid donation, so that the paid one can be refunded. */
const insertDisputeCases = (owner: Database, { reference }: { reference: string }) =>
  owner.run(sql`
    insert into provider_dispute (campaign_id, dispute_id, mode, donation_id, refund_kobo, status, due_at, asked_at)
    select campaign_id, ${disputeId}, mode, id, 5000, 'awaiting-merchant-feedback', now() + interval '90 days', now()
    from donation where reference = ${reference}`)

type MoneyCases = {
  campaigns: { owners: { id: string }; frozen: PayeeCase }
  donation: { reference: string }
}

/** A stop of payouts, a question to a payee, and a dispute. */
export async function insertMoneyCases(
  owner: Database,
  sealing: Pick<Sealing, 'seal'>,
  { campaigns, donation }: MoneyCases,
) {
  await insertPayoutCases(owner, campaigns.owners)
  await insertPayeeCases(owner, sealing, campaigns.frozen)
  await insertDisputeCases(owner, donation)
}
