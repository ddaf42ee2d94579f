import { randomUUID } from 'node:crypto'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import type { DonationRequest } from '#server/donations/donation-attempt.ts'
import { openLedger } from '#server/ledger/ledger.ts'
import type { Payments } from '#server/providers/payments/payments.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import type { Donation } from '#shared/donation.ts'
import { kobo, koboSchema } from '#shared/money.ts'
import * as z from 'zod/mini'

import { ada } from './people.ts'
import { fakePayments } from './payments.ts'

const sealing = sealingWith('a secret of the tests, long enough to be one')

/** A ledger on a real database, a provider's edge that obeys, and a clock that stands still until it is set. */
export function testLedger(database: Database, instead?: Payments) {
  const clock = { now: new Date('2026-05-01T09:00:00.000Z') }
  const provider = fakePayments()
  const parts = {
    database,
    payments: instead ?? provider.payments,
    sealing,
    now: () => clock.now,
    publicUrl: 'https://ajo.example',
  }
  return {
    parts,
    ledger: openLedger(parts),
    /** Another process on the same database. */
    again: () => openLedger(parts),
    provider,
    payments: parts.payments,
    clock,
    pass: (ms: number) => (clock.now = new Date(clock.now.getTime() + ms)),
  }
}

export const campaignOfAda: DonationRequest['campaign'] = {
  id: '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a01',
  slug: 'a-well-for-ife',
  title: 'A well for Ife',
  ownerUid: ada.uid,
  endDate: '2026-06-01',
  bankAccount: { bankCode: '058', last4: '6789', subAccountCode: 'ACCT_test0000000001' },
}

type Change = Partial<Omit<DonationRequest, 'form'>> & { form?: Partial<Donation> }

/** A form of ₦5,000 from a guest, each with a key of its own. */
export function donationBy(email: string, { form, ...change }: Change = {}): DonationRequest {
  return {
    campaign: campaignOfAda,
    donorUid: null,
    key: randomUUID(),
    ...change,
    form: {
      amount: kobo(5_000_00),
      email,
      name: '',
      message: '',
      anonymous: false,
      updates: false,
      ...form,
    },
  }
}

const bookedSchema = z.object({
  entries: z.int(),
  raised: koboSchema,
  balance: koboSchema,
})

/** What the entries themselves say, added up one by one. */
export async function booked(database: Database) {
  return database.row(
    bookedSchema,
    sql`select count(*)::integer as entries, coalesce(sum(raised_kobo), 0)::bigint as raised,
          coalesce(sum(donor_kobo + owner_kobo + platform_kobo + provider_kobo), 0)::bigint as balance
        from ledger_entry`,
  )
}
