import * as z from 'zod/mini'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import { toPostings } from './chart.ts'
import { bookEntry, lockPosition, type NewEntry } from './book-entry.ts'
import {
  donationColumns,
  type DonationKey,
  type DonationRow,
  donationRowSchema,
  type LedgerDeps,
  type PaymentSource,
} from './provider-report.ts'
import { allocateReversals, listReversals, type Share } from './provider-reversals.ts'

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
    const payment = { ...donation, transactionId: charge.transactionId }
    const shares = allocateReversals(await listReversals(queries, payment, at), charge)
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
  transactionId: z.int(),
  entries: z.int(),
})
type Booked = Omit<z.output<typeof bookedSchema>, 'transactionId'>
const entrySchema = z.union([z.extend(bookedSchema, { kind: z.literal('charge') }), bookedSchema])

/** The charge of a donation, and what is booked for each of its reversals. */
async function listBooked(queries: Transaction, { campaignId, id }: DonationKey) {
  const entries = await queries.rows(
    entrySchema,
    sql`select split_part(known.key, ':', 1) as kind, known.key, sum(donor_kobo)::bigint as donor,
          -sum(owner_kobo)::bigint as owner, -sum(raised_kobo)::bigint as raised,
          min(transaction_id) as "transactionId", count(*)::integer as entries
        from ledger_entry
        cross join lateral (select coalesce(reversal_key, kind) as key) known
        where campaign_id = ${campaignId} and donation_id = ${id} and (reversal_key is not null or kind = 'charge')
        group by known.key`,
  )
  const charge = entries.find(({ kind }) => kind === 'charge')
  return {
    charge: charge && {
      transactionId: charge.transactionId,
      charged: 0 - charge.donor,
      credited: 0 - charge.raised,
    },
    booked: entries.flatMap((entry) => (entry.kind === 'charge' ? [] : [entry])),
  }
}

/** What is left to book of a reversal that already has `entries`: negative where money comes back to the campaign. */
type Difference = { share: Share; entries: number }

/** Undone reversals come first, so that the reversals never exceed the charge. */
export function toDifferences(shares: readonly Share[], booked: readonly Booked[], at: Date) {
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
  const suffix = entries > 0 ? `:${entries}` : ''
  return {
    kind: share.kind,
    effectKey: `${share.key}${suffix}`,
    postings: toPostings.reversal(share),
    memo: null,
    effectiveAt: share.effectiveAt,
    reversal: { key: share.key, raised: 0 - share.raised, donorChange },
  } satisfies Partial<NewEntry>
}

type WriteOffUndo = Pick<NewEntry, 'kind' | 'effectKey' | 'postings'>

/**
 * What was written off because of reversals that are undone now, by `credited` for the owner: without them, the owner would not have owed
 * it. Reversals that were booked after a write-off never were part of it. The caller holds the lock of the campaign's position.
 */
export async function listWriteOffUndos(
  queries: Transaction,
  donation: DonationRow,
  credited: number,
): Promise<WriteOffUndo[]> {
  const writeOffs = await listWriteOffs(queries, donation)
  if (writeOffs.length === 0) return []
  const borne = await listBorne(queries, donation)
  const after = (borne.at(-1)?.kobo ?? 0) - credited
  let undone = 0
  return writeOffs.flatMap(({ effectKey, at, open, undos }) => {
    const kobo = Math.min(open, getPart(borne, at) - after - undone)
    if (kobo <= 0) return []
    undone += kobo
    return {
      kind: 'write_off_undo' as const,
      effectKey: `${effectKey.replace('write_off', 'write_off_undo')}:${undos}`,
      postings: toPostings.writeOffUndo(kobo),
    }
  })
}

type Borne = { at: Date; kobo: number }

/** What the owner bore of the donation when a claim was written off, as far as it was never undone since then. */
function getPart(borne: readonly Borne[], at: Date): number {
  const before = borne.findLast((entry) => entry.at <= at)?.kobo ?? 0
  return Math.min(before, ...borne.filter((entry) => entry.at > at).map(({ kobo }) => kobo))
}

/** What the owner bore of the donation's reversals after each time that some were booked. */
function listBorne(queries: Transaction, { campaignId, id }: DonationRow): Promise<Borne[]> {
  return queries.rows(
    z.object({ at: z.date(), kobo: z.int() }),
    sql`select booked_at as at, (sum(sum(-owner_kobo)) over (order by booked_at))::bigint as kobo from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and reversal_key is not null
        group by booked_at order by booked_at`,
  )
}

const writeOffSchema = z.object({
  effectKey: z.string(),
  at: z.date(),
  open: z.int(),
  undos: z.int(),
})

/** Oldest first: without the reversal, the oldest would have been smaller. */
function listWriteOffs(queries: Transaction, { campaignId, mode }: DonationRow) {
  return queries.rows(
    writeOffSchema,
    sql`select effect_key as "effectKey", booked_at as at, (platform_loss_kobo - undone.kobo)::bigint as open, undone.undos
        from ledger_entry write_off
        cross join lateral (
          select coalesce(-sum(platform_loss_kobo), 0) as kobo, count(*)::integer as undos from ledger_entry undo
          where undo.campaign_id = write_off.campaign_id and undo.kind = 'write_off_undo'
            and starts_with(undo.effect_key, replace(write_off.effect_key, 'write_off:', 'write_off_undo:') || ':')) undone
        where campaign_id = ${campaignId} and mode = ${mode} and kind = 'write_off'
        order by booked_at, effect_key`,
  )
}

/** The refunds run this task; the ledger only queues it. */
export const reversalNoticeTask = 'mail-reversal-notices'

/** The job that mails the donor about reversals of this donation that no mail has announced. */
export function reversalNoticeJob({ campaignId, id }: DonationKey) {
  return {
    task: reversalNoticeTask,
    payload: { campaignId, id },
    key: `${reversalNoticeTask} ${id}`,
  }
}
