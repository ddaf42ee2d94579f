import { randomUUID } from 'node:crypto'

import type { Database } from '#server/platform/database/database.ts'
import { identifier, joinSql, sql } from '#server/platform/database/sql.ts'
import type { DonationRequest } from '#server/money/donations/start-donation.ts'
import { openDonations } from '#server/money/donations/donations.ts'
import {
  accountColumns,
  accounts,
  type EntryKind,
  type Postings,
} from '#server/money/ledger/chart.ts'
import type { LedgerDeps } from '#server/money/ledger/provider-report.ts'
import { exposures } from '#server/money/payouts/exposure.ts'
import { openLedger } from '#server/money/ledger/ledger.ts'
import type { Payments, ProviderPayment } from '#server/providers/payments/payments.ts'
import { listForged, receiptJob } from '#server/money/receipts/receipts.ts'
import { sealingWith } from '#server/platform/runtime/sealing.ts'
import type { DonationForm } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import * as z from 'zod/mini'

import { freshOn } from '#test/support/people/fresh-database.ts'
import { ada } from '#test/support/people/people.ts'
import { withApprovedPayees } from '#test/support/money/approved-donations.ts'
import { fakePayments } from '#test/support/money/payments.ts'

const sealing = sealingWith('a secret of the tests that is long enough')

/** The ledger and donations on a real database, with a fake provider or the given one, and a clock that stands still until a test sets it. */
export function testLedger(
  database: Database,
  payments?: Payments,
  clock = { now: new Date('2026-05-01T09:00:00.000Z') },
) {
  const provider = fakePayments()
  const campaigns = new Map([[campaignOfAda.id, campaignOfAda]])
  const deps = {
    database,
    payments: payments ?? provider.payments,
    sealing,
    now: () => clock.now,
    publicUrl: 'https://ajo.example',
    content: { findCampaign: async (id: string) => campaigns.get(id) },
    listForgedReceipts: listForged,
  }
  const ledger = openLedger(deps)
  const open = (used: typeof ledger) =>
    withApprovedPayees(database, openDonations({ ...deps, ledger: used, receiptJob }))
  const donations = open(ledger)
  return {
    deps,
    ledger,
    donations,
    /** Donations in another process on the same database. */
    openAnother: () => open(openLedger(deps)),
    provider,
    payments: deps.payments,
    /** Campaigns whose account numbers receive transfers, by id. */
    campaigns,
    clock,
    pass: (ms: number) => (clock.now = new Date(clock.now.getTime() + ms)),
    ...donating({ donations, provider }),
  }
}

/** A database for the test file, and a ledger on it. Both are new in each test. */
export const freshLedger = () => freshOn(({ database }) => testLedger(database))

type Donates = {
  donations: Pick<ReturnType<typeof openDonations>, 'startDonation' | 'verifyPayment'>
  provider: Pick<ReturnType<typeof fakePayments>, 'lastReference' | 'pay'>
}

/** Donations as guests make them, ₦5,000 unless a test says otherwise. All but `startDonation` answer the reference. */
export function donating({ donations, provider }: Donates) {
  const startDonation = async (email = 'donor@example.com', change: Change = {}) => {
    const outcome = await donations.startDonation(donationBy(email, change))
    if (outcome.kind !== 'started') throw new Error(`not started: ${outcome.kind}`)
    return { ...outcome, reference: provider.lastReference() }
  }
  const start = async (...request: Parameters<typeof startDonation>) =>
    (await startDonation(...request)).reference
  const pay = async (reference: string, paid: Partial<ProviderPayment> = {}) => {
    provider.pay(reference, paid)
    await donations.verifyPayment(reference, 'webhook')
    return reference
  }
  return {
    startDonation,
    start,
    /** The provider reports the payment. */
    pay,
    donate: async (email?: string, change?: Change, paid?: Partial<ProviderPayment>) =>
      pay(await start(email, change), paid),
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

type Change = Partial<Omit<DonationRequest, 'form'>> & { form?: Partial<DonationForm> }

/** A request of a guest to donate ₦5,000, with a new idempotency key. */
export function donationBy(email: string, { form, ...change }: Change = {}): DonationRequest {
  return {
    campaign: campaignOfAda,
    donorUid: null,
    language: 'en',
    idempotencyKey: randomUUID(),
    ...change,
    form: {
      amount: kobo(5_000_00),
      email,
      name: '',
      message: '',
      anonymous: false,
      updates: false,
      shareEmail: false,
      ...form,
    },
  }
}

const bookedSchema = z.object({
  entries: z.int(),
  raised: koboSchema,
  balance: koboSchema,
})

const sums = joinSql(
  accounts.map(
    (account) =>
      sql`coalesce(sum(${identifier(accountColumns[account])}), 0)::bigint as ${identifier(account.toLowerCase())}`,
  ),
)

/** The balance of each account that is not zero, over all entries or those of some kinds. */
export async function listBalances(database: Database, kinds?: readonly EntryKind[]) {
  const row = await database.row(
    z.record(z.string(), z.int()),
    sql`select ${sums} from ledger_entry ${kinds ? sql`where kind = any(${kinds}::text[])` : sql``}`,
  )
  return toBalances(row ?? {})
}

/** The same for each owner. */
export async function listBalancesByOwner(database: Database) {
  const rows = await database.rows(
    z.catchall(z.object({ owner: z.string() }), z.int()),
    sql`select owner_uid as owner, ${sums} from ledger_entry group by owner_uid`,
  )
  return new Map(rows.map(({ owner, ...row }) => [owner, toBalances(row)]))
}

function toBalances(row: Record<string, number>) {
  const balances = accounts.map((account) => [account, row[account.toLowerCase()] ?? 0] as const)
  return Object.fromEntries(balances.filter(([, kobo]) => kobo !== 0)) as Postings
}

const balance = Object.values(accountColumns).map(identifier)

/** Sums over all ledger entries. */
export async function booked(database: Database) {
  return database.row(
    bookedSchema,
    sql`select count(*)::integer as entries, coalesce(sum(raised_kobo), 0)::bigint as raised,
          coalesce(sum(${joinSql(balance, sql` + `)}), 0)::bigint as balance
        from ledger_entry`,
  )
}

/** Resolves payments on hold as without caps. */
export const withoutCaps = (deps: Omit<LedgerDeps, 'mode'> & { payments: Payments }) => {
  const caps = { perCampaign: 1e15, perOwner: 1e15, inTotal: 1e15 }
  return exposures({ ...deps, mode: deps.payments.mode, caps })
}
