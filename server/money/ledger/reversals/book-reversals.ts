import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { enqueueJob } from '../../../platform/queue/queue.ts'
import { toPostings } from '../chart/postings.ts'
import { bookEntry, type NewEntry } from '../entries/book-entry.ts'
import {
  donationColumns,
  donationRowSchema,
  type DonationKey,
  type DonationRow,
} from '../entries/donation-row.ts'
import type { LedgerDeps } from '../entries/ledger-deps.ts'
import { lockPosition } from '../entries/position-lock.ts'
import type { PaymentSource } from '../entries/provider-report.ts'
import { allocateReversals, type Share } from './allocate-reversals.ts'
import { listReversals } from './list-reversals.ts'
import { reversalNoticeJob } from './reversal-notice-job.ts'
import { listWriteOffUndos } from './undo-write-offs.ts'

/**
 * Computes the reversals of a donation from all refunds and disputes that the provider reported, in any order, and books only the
 * difference to what is booked. Answers the number of entries made.
 */
export async function bookReversals(
  deps: LedgerDeps,
  key: DonationKey,
  source: PaymentSource,
): Promise<number> {
  const at = deps.now()
  return deps.database.transaction(async (queries) => {
    // A charge updates this row as well: either it sees what we know, or we see the charge.
    const donation = await queries.row(
      donationRowSchema,
      sql`select ${donationColumns} from donation where campaign_id = ${key.campaignId} and id = ${key.id} for update`,
    )
    if (!donation) return 0
    const { charge, booked } = await listBooked(queries, key)
    if (!charge) return 0
    const shares = allocateReversals(await listReversals(queries, donation, at), charge)
    const differences = toDifferences(shares, booked, at)
    if (differences.length === 0) return 0
    // Nothing is written off or undone meanwhile, and what belongs together has one time.
    await lockPosition(queries, donation)
    const bookedAt = deps.now()
    const book = (entry: Omit<NewEntry, 'campaignId' | 'source'>) =>
      bookEntry({ mode: deps.mode, now: () => bookedAt }, queries, {
        ...entry,
        campaignId: donation.campaignId,
        source,
      })
    const undos = await findWriteOffUndos(queries, donation, differences)
    let left = charge.credited - sumRaised(booked)
    for (const difference of differences) {
      const after = left - difference.share.raised
      const donorChange = Number(after > 0) - Number(left > 0)
      left = after
      await book({ ...toEntry(difference, donorChange), donationId: donation.id })
    }
    for (const undo of undos) await book({ ...undo, memo: null, effectiveAt: at })
    if (!deps.isQuiet) await enqueueJob(queries, reversalNoticeJob(key))
    return differences.length
  })
}

function findWriteOffUndos(
  queries: Transaction,
  donation: DonationRow,
  differences: readonly Difference[],
) {
  const borne = differences.reduce((total, { share }) => total + share.owner, 0)
  return borne < 0 ? listWriteOffUndos(queries, donation, -borne) : []
}

const bookedSchema = z.object({
  kind: z.enum(['refund', 'chargeback', 'bank_reversal']),
  key: z.string(),
  donor: z.int(),
  owner: z.int(),
  raised: z.int(),
  entries: z.int(),
})
type Booked = z.output<typeof bookedSchema>
const entrySchema = z.union([z.extend(bookedSchema, { kind: z.literal('charge') }), bookedSchema])

/** The charge of a donation, and what is booked for each of its reversals. */
async function listBooked(queries: Transaction, { campaignId, id }: DonationKey) {
  const entries = await queries.rows(
    entrySchema,
    sql`select split_part(known.key, ':', 1) as kind, known.key, sum(donor_kobo)::bigint as donor,
          -sum(owner_kobo)::bigint as owner, -sum(raised_kobo)::bigint as raised, count(*)::integer as entries
        from ledger_entry
        cross join lateral (select coalesce(reversal_key, kind) as key) known
        where campaign_id = ${campaignId} and donation_id = ${id} and (reversal_key is not null or kind = 'charge')
        group by known.key`,
  )
  const charge = entries.find(({ kind }) => kind === 'charge')
  return {
    charge: charge && { charged: 0 - charge.donor, credited: 0 - charge.raised },
    booked: entries.filter((entry): entry is Booked => entry.kind !== 'charge'),
  }
}

/** What is left to book of a reversal that already has `entries`: negative where money comes back to the campaign. */
type Difference = { share: Share; entries: number }

/** Undone reversals come first, so that the reversals never exceed the charge. */
function toDifferences(shares: readonly Share[], booked: readonly Booked[], at: Date) {
  const undone = booked
    .filter(({ key }) => !shares.some((share) => share.key === key))
    .map(({ kind, key }): Share => ({ kind, key, effectiveAt: at, donor: 0, owner: 0, raised: 0 }))
  return [...shares, ...undone]
    .map((share): Difference => {
      const { donor, owner, raised, entries } =
        booked.find(({ key }) => key === share.key) ?? nothing
      const left = {
        donor: share.donor - donor,
        owner: share.owner - owner,
        raised: share.raised - raised,
      }
      return { share: { ...share, ...left }, entries }
    })
    .filter(({ share }) => share.donor !== 0 || share.owner !== 0 || share.raised !== 0)
    .toSorted((one, other) => one.share.raised - other.share.raised)
}

const nothing = { donor: 0, owner: 0, raised: 0, entries: 0 }

const sumRaised = (booked: readonly Booked[]) =>
  booked.reduce((total, { raised }) => total + raised, 0)

function toEntry({ share, entries }: Difference, donorChange: number) {
  const [first = 0] = [share.raised, share.owner, share.donor].filter((part) => part !== 0)
  const kind = first < 0 ? (`${share.kind}_undo` as const) : share.kind
  const suffix = entries > 0 ? `:${entries}` : ''
  return {
    kind,
    effectKey: `${share.key.replace(share.kind, kind)}${suffix}`,
    postings: toPostings.reversal(share),
    memo: null,
    effectiveAt: share.effectiveAt,
    reversal: { key: share.key, raised: 0 - share.raised, donorChange },
  } satisfies Partial<NewEntry>
}
