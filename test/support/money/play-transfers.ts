import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { findQuarantined, resolvePayment } from '#server/staff/admin/quarantine.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Resolution } from '#shared/admin.ts'
import { closeNumber, findOpenNumber } from '#server/money/donations/transfers.ts'
import { Refused } from '#server/platform/http/context.ts'

import { modelDebit } from './ledger-model.ts'
import type { OwnCampaign, Owner, Play, Played, SentBy } from './money-play.ts'
import { withoutCaps } from '#test/support/money/ledger.ts'
import { chidi, dada } from '#test/support/people/people.ts'
import { addAccountNumber } from './transfer-world.ts'
import { calculateFee } from '#packages/paystack-sandbox/src/index.ts'

/** Gives the campaign the number that all its transfers are sent to. */
export async function openNumber({ world, numbers }: Play, campaign: OwnCampaign) {
  if (numbers.has(campaign.id)) return
  world.campaigns.set(campaign.id, campaign)
  const { subAccountCode } = campaign.bankAccount
  numbers.set(campaign.id, await addAccountNumber(world, campaign.id, subAccountCode))
}

/** A second report of the session or a transfer below the minimum is a payment of its own at the provider, and never a donation. */
export async function sendTransfer(play: Play, owner: Owner, donation: Played, sentBy: SentBy) {
  const { transfer, campaign } = sentBy
  if (transfer === 'late') await giveBack(play, campaign)
  const session = `${campaign.id} ${owner.played.length} ${play.world.clock.now.toISOString()}`
  const others = {
    transfer: [],
    late: [],
    doubled: [{ session, amount: donation.payment.amount }],
    tiny: [{ session: `tiny ${session}`, amount: 1 + (donation.payment.amount % 4_999) }],
  }[transfer]
  for (const { session: another, amount } of others) {
    const other = toOther(donation, amount)
    await receive(play, other, campaign, another)
    if (other.isPaid) owner.played.push(other)
  }
  await receive(play, donation, campaign, session)
}

const toOther = ({ payment, ...donation }: Played, amount: number): Played => ({
  ...donation,
  refundIds: [],
  disputes: [],
  payment: { ...payment, amount, charged: amount, refunds: [], disputes: [] },
})

/** The bank keeps nothing of a transfer that it rejects. */
async function receive(play: Play, donation: Played, { id }: OwnCampaign, sessionId: string) {
  const { world, numbers, day } = play
  const { payment } = donation
  const { amount, donor: senderName } = payment
  const accountNumber = numbers.get(id)?.number ?? ''
  const result = await world.sandbox.transfer({ accountNumber, amount, senderName, sessionId })
  if (result.kind === 'rejected') return
  const fee = calculateFee(amount, { channel: 'dedicated_nuban' })
  Object.assign(payment, { fee, sub: amount - fee, paidDay: day })
  Object.assign(donation, { reference: result.reference, session: sessionId, isPaid: true })
}

/** As at the end of the campaign. The provider may accept transfers all the same. */
async function giveBack({ world }: Play, campaign: OwnCampaign) {
  const open = await findOpenNumber(world.ledgerDeps, campaign.id)
  if (!open) return
  await world.payments.accountNumbers.unassign(open.providerId)
  await closeNumber(world.ledgerDeps, open.id)
}

const quarantinedSchema = z.object({
  reference: z.string(),
  reason: z.string(),
  state: z.string(),
})

/** Of two reports of a session, the ledger counts the one that it hears of first. Each other transfer has the outcome of its kind. */
export async function readQuarantined({ world, owners }: Play) {
  const rows = await world.database.rows(
    quarantinedSchema,
    sql`select reference, reason, state from quarantined_payment where reason not like 'dispute %' order by reference`,
  )
  const states = new Map(rows.map(({ reference, state }) => [reference, state]))
  if (states.size < rows.length) throw new Error('a payment is quarantined twice')
  for (const { reference, payment } of owners.flatMap(({ played }) => played)) {
    const state = states.get(reference)
    payment.isCounted = state === undefined || state === 'accepted'
    if (state === 'dismissed') payment.isReleased = true
  }
  const sent = owners.flatMap(({ played }) => played).filter(({ session }) => session !== '')
  const sessions = new Set(sent.map(({ session }) => session))
  const tiny = sent.filter(({ payment }) => payment.amount < 5_000).map(() => 'below-minimum')
  const wrong = owners
    .flatMap(({ played }) => played)
    .filter(({ isPaid }) => isPaid)
    .flatMap(({ wrong: what }) => (what ? [toReason[what]] : []))
  const wanted = [
    ...tiny,
    ...Array<string>(sent.length - sessions.size).fill('same-session'),
    ...wrong,
  ].toSorted()
  const found = rows.map(({ reason }) => reason).toSorted()
  if (found.join(' ') !== wanted.join(' '))
    throw new Error(`quarantined: ${found.join(' ')}, expected: ${wanted.join(' ')}`)
}

const toReason = { amount: 'amount', reference: 'unknown-reference' }

/** An admin decides about a quarantined payment. Nothing happens before to one that may become such. */
export async function readOutcome({ world }: Play, { session, reference, wrong }: Played) {
  if (session === '' && wrong === null) return 'donation'
  const known = await world.database.row(
    z.object({ outcome: z.enum(['donation', 'quarantined']) }),
    sql`select case when state = 'accepted' then 'donation' else 'quarantined' end as outcome
        from quarantined_payment where reference = ${reference} and booked_in is not null
        union all
        select 'donation' from donation_reference where reference = ${reference} and ${wrong === null}::boolean`,
  )
  return known?.outcome ?? 'unreported'
}

const idSchema = z.object({ id: z.string(), refundId: z.nullable(z.int()) })

/** Two admins decide about a quarantined payment at the same time. */
export async function decide(
  play: Play,
  { reference, payment, refundIds }: Played,
  resolution: Resolution,
) {
  const { world, debtors } = play
  const find = () =>
    world.database.row(
      idSchema,
      sql`select id, refund_id as "refundId" from quarantined_payment where reference = ${reference} and booked_in is not null`,
    )
  const row = await findQuarantined(world.deps, (await find())?.id ?? '')
  if (!row) return
  const outbox = { enqueue: async () => {} }
  const open = { exposures: withoutCaps(world.deps), secondPersonAbove: kobo(1e15) }
  const deps = { ...world.deps, ...open, donations: world.donations, outbox }
  await Promise.all(
    [chidi, dada].map(({ uid }) =>
      resolvePayment(deps, row, { resolution, uid, reason: 'Decided' }).catch(ignoreRefused),
    ),
  )
  const refundId = (await find())?.refundId
  if (typeof refundId !== 'number' || refundIds.includes(refundId)) return
  const refund = await world.payments.refunds.find(refundId)
  if (!refund) throw new Error('the refund is unknown')
  refundIds.push(refundId)
  const { amount } = refund
  const ofSub = modelDebit(debtors.refund, payment, amount)
  payment.refunds.push({ amount, status: 'pending', ofSub, unpaid: 0 })
}

function ignoreRefused(error: unknown) {
  if (!(error instanceof Refused)) throw error
}
