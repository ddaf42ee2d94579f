import { brand } from '#shared/brand.ts'
import * as z from 'zod/mini'

import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import { type Kobo, formatNaira } from '#shared/money.ts'
import { lagosDay } from '#shared/day.ts'
import { toHoldEnd } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { RefundNeed } from '#shared/refund.ts'

import type { Mail, Outbox } from '../../platform/mail/mail.ts'
import { type Reader, writeMail, staffLanguage } from '../../platform/mail/write-mail.ts'
import { formatLagosDay } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { donorLanguage, findLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import { reversalNoticeTask } from '../ledger/book-reversals.ts'
import type { RefundDeps, RefundRow } from './refund-rows.ts'

type Refund = { amount: Kobo; title: string; reason: string; url: string }
type Reversal = Omit<Refund, 'reason'>

/** To the donor, when Ajo has requested the refund. */
export function refundMail(reader: Reader, { amount, title, reason, url }: Refund): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, requested } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'donor' }, requested.subject({ sum }), [
    requested.lead({ sum, title }),
    requested.reason,
    ...reason.split(/\n{2,}/),
    { label: viewDonation, url },
  ])
}

/** To the donor of a payment that does not match its donation. */
export function heldPaymentMail(
  reader: Reader,
  { arrived, asked, title, until, url }: Omit<Reversal, 'amount'> & Held,
): Mail {
  const { viewDonation, held } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'donor' }, held.subject({ sum: formatNaira(arrived) }), [
    held.lead({ arrived: formatNaira(arrived), asked: formatNaira(asked), title }),
    held.until({ day: formatLagosDay(until) }),
    { label: viewDonation, url },
  ])
}
type Held = { arrived: Kobo; asked: Kobo; until: Date }

type ReversalKind = 'refund' | 'chargeback' | 'bank_reversal'

/** To the donor, when the money was reversed without a request on Ajo. */
export function reversalMail(
  reader: Reader,
  { amount, title, kind, url }: Reversal & { kind: ReversalKind },
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, reversed } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'donor' }, reversed.subject({ sum }), [
    reversed.lead({ sum, title, reason: reversed.reasons[kind] }),
    reversed.late,
    { label: viewDonation, url },
  ])
}

/** To the organiser, when a donor has requested the refund. */
export function donorRefundMail(reader: Reader, { amount, title, url }: Reversal): Mail {
  const sum = formatNaira(amount)
  const { byDonor } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'organiser' }, byDonor.subject({ sum }), [
    byDonor.lead({ sum, title, duration: formatDuration(terms.donorRefund) }),
    { label: byDonor.view, url },
  ])
}

/** To the donor: the link that requests a refund. */
export function refundLinkMail(
  reader: Reader,
  { title, url }: Pick<Reversal, 'title' | 'url'>,
): Mail {
  const { link } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'donor' }, link.subject, [
    link.lead({ title }),
    { label: link.view, url },
    link.caution,
  ])
}

type DonorRequest = Reversal & { fee: Kobo; total: Kobo; isDelayed: boolean }

/** To a donor who requested a refund. */
export function refundRequestedMail(
  reader: Reader,
  { amount, title, url, fee, total, isDelayed }: DonorRequest,
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, asked } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'donor' }, asked.subject({ sum }), [
    asked.lead({ sum, title }),
    ...(fee > 0 ? [asked.sums({ total: formatNaira(total), fee: formatNaira(fee), sum })] : []),
    isDelayed ? asked.delayed({ duration: formatDuration(terms.delayedRefund) }) : asked.arrival,
    { label: viewDonation, url },
  ])
}

/** To the donor, when the provider reports that the refund is done. */
export function refundDoneMail(
  reader: Reader,
  { amount, title, url, isToAccount }: Reversal & { isToAccount: boolean },
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, done, reversed } = texts[reader.language].refund
  const lead = isToAccount ? done.toAccount : done.lead
  return writeMail({ ...reader, reason: 'donor' }, done.subject({ sum }), [
    lead({ sum, title }),
    reversed.late,
    { label: viewDonation, url },
  ])
}

/** To the donor, when the refund cannot go to the card. The link opens a form for a bank account. */
export function bankAccountMail(
  reader: Reader,
  { amount, title, url, wasRefused }: Reversal & { wasRefused: boolean },
): Mail {
  const sum = formatNaira(amount)
  const { account } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'donor' }, account.subject({ sum }), [
    wasRefused ? account.refused({ sum, title }) : account.lead({ sum, title }),
    account.how({ duration: formatDuration(terms.refundLink) }),
    { label: account.link, url },
    account.caution,
  ])
}

/** To the donor, when the refund is up to an admin. */
export function refundGivenUpMail(reader: Reader, { amount, title, url }: Reversal): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, givenUp } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'donor' }, givenUp.subject({ sum }), [
    givenUp.lead({ sum, title }),
    { label: viewDonation, url },
  ])
}

type OwnWaits = Reversal & { isDelayed: boolean; needsSecond: boolean }

/** To the organiser whose account requested the refund. The link opens a page that stops it. */
export function ownRefundWaitsMail(
  reader: Reader,
  { amount, title, url, isDelayed, needsSecond }: OwnWaits,
): Mail {
  const sum = formatNaira(amount)
  const { ownWaits } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'organiser' }, ownWaits.subject({ sum }), [
    ownWaits.lead({ sum, title }),
    ...(isDelayed ? [ownWaits.delayed({ duration: formatDuration(terms.delayedRefund) })] : []),
    ...(needsSecond ? [ownWaits.second] : []),
    ownWaits.stop,
    { label: ownWaits.link, url },
  ])
}

/** To the organiser who requested the refund. */
export function ownRefundGivenUpMail(
  reader: Reader,
  { amount, title, url, isReversed }: Reversal & { isReversed: boolean },
): Mail {
  const sum = formatNaira(amount)
  const { byDonor, ownGivenUp } = texts[reader.language].refund
  return writeMail({ ...reader, reason: 'organiser' }, ownGivenUp.subject({ sum }), [
    isReversed ? ownGivenUp.reversed({ sum, title }) : ownGivenUp.lead({ sum, title }),
    { label: byDonor.view, url },
  ])
}

type Deps = Pick<RefundDeps, 'sealing' | 'publicUrl' | 'outbox'>

/** The donor's address and language, and the facts of most mails. */
export async function toRecipient(deps: Deps, queries: Transaction, refund: RefundRow) {
  const { sealing, publicUrl } = deps
  const { emailSealed, accessCode, title, language, ownerUid } = await getDonation(queries, refund)
  return {
    reader: { to: sealing.open('donor-email', emailSealed), language },
    ownerUid,
    facts: {
      amount: refund.amount,
      title,
      url: new URL(`/donations/${accessCode}`, publicUrl).href,
    },
  }
}

/** To a donor who requested the refund, with the exact sums. */
export async function notifyRequested(
  deps: Deps,
  queries: Transaction,
  { refund, total, isDelayed }: { refund: RefundRow; total: Kobo; isDelayed: boolean },
): Promise<void> {
  const { reader, facts } = await toRecipient(deps, queries, refund)
  const mail = refundRequestedMail(reader, { ...facts, fee: refund.withheldFee, total, isDelayed })
  await deps.outbox.enqueue(queries, mail, `refund requested ${refund.id}`)
}

type Waiting = { refund: RefundRow; needs: readonly RefundNeed[]; ownerEmail: string | undefined }

/** To the organiser, in whose name someone else may have requested the refund, and to the admins, one of whom has to agree. */
export async function notifyWaiting(
  deps: RefundDeps,
  queries: Transaction,
  { refund, needs, ownerEmail }: Waiting,
): Promise<void> {
  const { campaignId, id, amount } = refund
  const isDelayed = needs.includes('delay')
  const needsSecond = needs.includes('second-person')
  if (needsSecond)
    await alarm(deps, queries, {
      key: `refund needs a second person ${id}`,
      subject: `${brand}: a refund of ${formatNaira(amount)} waits for an admin`,
      texts: [
        'It was requested by an organiser or an admin and is above the sum from which a second person has to agree. Ask the person who requested it, and agree to it or stop it.',
      ],
    })
  if (ownerEmail === undefined || !(isDelayed || needsSecond)) return
  const { title, ownerUid } = await getDonation(queries, refund)
  const url = new URL(
    `/stop-refund/${stopLink.create(deps.sealing, { campaignId, id })}`,
    deps.publicUrl,
  ).href
  const reader = { to: ownerEmail, language: await findLanguage(queries, ownerUid) }
  const mail = ownRefundWaitsMail(reader, { amount, title, url, isDelayed, needsSecond })
  await deps.outbox.enqueue(queries, mail, `own refund waits ${id}`)
}

/** The link of an organiser who stops a refund that was requested with the own account. It works until the refund is sent. */
export const stopLink = mailToken(
  'refund-stop',
  z.object({ campaignId: z.string(), id: z.string() }),
)

type Link = { campaignId: string; donationId: string; token: string }

/** To the donor, for whom someone with the receipt's address asked for it. A sender of a transfer may have no address. */
export async function notifyLink(
  { sealing, publicUrl, outbox, now }: Deps & Pick<RefundDeps, 'now'>,
  queries: Transaction,
  { token, ...donation }: Link,
): Promise<void> {
  const { emailSealed, title, language } = await getDonation(queries, donation)
  const to = sealing.open('donor-email', emailSealed)
  if (to === '') return
  const url = new URL(`/donations/${token}/refund`, publicUrl).href
  const tenMinutes = now().toISOString().slice(0, 15)
  const key = `refund link ${donation.donationId} ${tenMinutes}`
  await outbox.enqueue(queries, refundLinkMail({ to, language }, { title, url }), key)
}

/** To the donor, and to the organiser when the donor requested the refund. Its mail does not name an anonymous donor. */
export async function notifyAccepted(
  deps: Deps,
  queries: Transaction,
  refund: RefundRow,
  ownerEmail?: string,
): Promise<void> {
  const { reader, facts, ownerUid } = await toRecipient(deps, queries, refund)
  const { id, reason, requestedBy } = refund
  if (requestedBy !== 'donor')
    await deps.outbox.enqueue(queries, refundMail(reader, { ...facts, reason }), `refund ${id}`)
  if (ownerEmail === undefined) return
  const url = toMoneyUrl(deps, refund)
  const ownerLanguage = await findLanguage(queries, ownerUid)
  const mail = donorRefundMail({ to: ownerEmail, language: ownerLanguage }, { ...facts, url })
  await deps.outbox.enqueue(queries, mail, `donor refund ${id}`)
}

/** `isToAccount`: the donor named a bank account for it. */
export async function notifyProcessed(
  deps: Deps,
  queries: Transaction,
  refund: RefundRow,
  isToAccount: boolean,
): Promise<void> {
  const { reader, facts } = await toRecipient(deps, queries, refund)
  const mail = refundDoneMail(reader, { ...facts, isToAccount })
  await deps.outbox.enqueue(queries, mail, `refund done ${refund.refundId}`)
}

type GivenUp = { refund: RefundRow; isReversed: boolean; ownerEmail: string | undefined }

/** `ownerEmail`: of the organiser whose request was answered before the refund was given up. */
export async function notifyGivenUp(
  deps: RefundDeps,
  queries: Transaction,
  { refund, isReversed, ownerEmail }: GivenUp,
): Promise<void> {
  if (!isReversed && !deps.isAwaited) await alarmGivenUp(deps, queries)
  const { reader, facts, ownerUid } = await toRecipient(deps, queries, refund)
  const key = `${refund.id} ${refund.attempts}`
  if (ownerEmail !== undefined) {
    const url = toMoneyUrl(deps, refund)
    const ownerLanguage = await findLanguage(queries, ownerUid)
    const mail = ownRefundGivenUpMail(
      { to: ownerEmail, language: ownerLanguage },
      { ...facts, url, isReversed },
    )
    await deps.outbox.enqueue(queries, mail, `own refund given up ${key}`)
  }
  const isPromised =
    refund.refundId !== null || refund.cause === 'cancellation' || refund.requestedBy === 'donor'
  if (!isPromised || isReversed) return
  const mail = refundGivenUpMail(reader, facts)
  await deps.outbox.enqueue(queries, mail, `refund given up ${key}`)
}

const toMoneyUrl = ({ publicUrl }: Deps, { campaignId }: RefundRow) =>
  new URL(`/dashboard/campaign/${campaignId}/money`, publicUrl).href

type AlarmDeps = Pick<RefundDeps, 'outbox' | 'adminEmail' | 'publicUrl' | 'now'>
/** A mail with this key is sent once. */
type Alarm = { key: string; subject: string; texts: readonly string[] }

/** Mails the admin, once a day, that refunds wait for money. They are sent again by themselves. */
export async function alarmLowBalance(deps: RefundDeps): Promise<void> {
  await deps.database.transaction((queries) =>
    alarm(deps, queries, {
      key: `refund balance ${lagosDay(deps.now())}`,
      subject: `${brand}: refunds wait for balance at the payment provider`,
      texts: [
        'The payment provider refused a refund, because the balance of the main account is too low. Please top it up on the provider’s dashboard.',
        'Refunds that wait are sent again by themselves. You get this alarm at most once a day.',
      ],
    }),
  )
}

/** Mails the admin, once for each refund, that the provider no longer knows what it accepted. */
export async function alarmMissing(deps: RefundDeps, refund: RefundRow): Promise<void> {
  await deps.database.transaction((queries) =>
    alarm(deps, queries, {
      key: `refund missing ${refund.id} ${refund.refundId}`,
      subject: `${brand}: the payment provider denies a refund`,
      texts: [
        `The payment provider accepted a refund of ${formatNaira(refund.amount)} as number ${refund.refundId} and says now that it does not have it. Please ask the provider.`,
        `It is not sent again, so that the donor is not refunded twice. ${brand} goes on asking about it.`,
      ],
    }),
  )
}

/** Mails the admin, at most once an hour, that jobs have given refunds up. A cancelled campaign may have many. */
function alarmGivenUp(deps: AlarmDeps, queries: Transaction): Promise<void> {
  return alarm(deps, queries, {
    key: `refunds given up ${deps.now().toISOString().slice(0, 13)}`,
    subject: `${brand}: refunds were given up`,
    texts: [
      'At least one refund cannot be made and is not sent any more. The list names the reason of each. You can try again there.',
      'You get this alarm at most once an hour.',
    ],
  })
}

async function alarm(
  { outbox, adminEmail, publicUrl }: AlarmDeps,
  queries: Transaction,
  { key, ...words }: Alarm,
): Promise<void> {
  await outbox.enqueue(queries, refundAlarmMail(adminEmail, { ...words, publicUrl }), key)
}

/** To the admin. */
export function refundAlarmMail(
  to: string,
  { subject, texts, publicUrl }: Omit<Alarm, 'key'> & { publicUrl: string },
): Mail {
  const url = new URL('/dashboard/admin?tab=refunds', publicUrl).href
  const paragraphs = [...texts, { label: 'View refunds', url }]
  return writeMail({ to, language: staffLanguage, reason: 'staff' }, subject, paragraphs)
}

type ReversalDeps = LedgerDeps & Pick<PaymentDeps, 'sealing' | 'publicUrl'> & { outbox: Outbox }

/** The outbox remembers sent mails for longer than this, so that no reversal is announced twice. */
const noticePeriodMs = 7 * 24 * 3_600_000

const keySchema = z.object({ campaignId: z.string(), id: z.string() })
type DonationKey = z.output<typeof keySchema>

/** Whom a mail about a donation goes to. */
export const donorSchema = z.object({
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  accessCode: z.string(),
  language: languageSchema,
})

const reversalSchema = z.extend(donorSchema, {
  key: z.string(),
  kind: z.enum(['refund', 'chargeback', 'bank_reversal']),
  amount: koboSchema,
})

/**
 * Mails donors about reversals without a request on Ajo: a refund on the provider's dashboard, a lost dispute or a bank
 * reversal. Requested refunds have a mail of their own that states the reason.
 */
export function reversalNotices(deps: ReversalDeps): Task {
  return {
    name: reversalNoticeTask,
    lane: 'maintenance',
    run: (payload) => sendNotices(deps, z.parse(keySchema, payload)),
  }
}

async function sendNotices(deps: ReversalDeps, donation: DonationKey): Promise<void> {
  const { database, outbox, sealing, publicUrl } = deps
  const reversals = await listUnannounced(deps, donation)
  for (const { key, emailSealed, accessCode, language, ...reversal } of reversals) {
    const to = sealing.open('donor-email', emailSealed)
    const url = new URL(`/donations/${accessCode}`, publicUrl).href
    const mail = reversalMail({ to, language }, { ...reversal, url })
    await database.transaction((queries) => outbox.enqueue(queries, mail, `reversal ${key}`))
  }
}

/** One that was undone since did not reach the donor. */
function listUnannounced({ database, mode, now }: ReversalDeps, { campaignId, id }: DonationKey) {
  return database.rows(
    reversalSchema,
    sql`select entry.campaign_id || ' ' || entry.effect_key as key, entry.kind, entry.donor_kobo as amount,
          donation.donor_email_sealed as "emailSealed", donation.campaign_title as title,
          donation.access_code as "accessCode", ${donorLanguage} as language
        from ledger_entry entry
        join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
        where entry.campaign_id = ${campaignId} and entry.donation_id = ${id} and entry.mode = ${mode}
          and entry.kind in ('refund', 'chargeback', 'bank_reversal') and entry.donor_kobo > 0
          and entry.booked_at > ${new Date(now().getTime() - noticePeriodMs)}
          and (
            select sum(donor_kobo) from ledger_entry known
            where known.campaign_id = entry.campaign_id and known.donation_id = entry.donation_id
              and known.reversal_key = entry.reversal_key) > 0
          and not exists (
            select from refund
            where refund.campaign_id = entry.campaign_id and refund.donation_id = entry.donation_id
              and (entry.reversal_key = 'refund:' || refund.mode || ':' || refund.refund_id
                or (refund.state in ('requested', 'sent') and refund.attempts > 0 and refund.amount_kobo = entry.donor_kobo)))`,
  )
}

const heldSchema = z.extend(donorSchema, {
  key: z.string(),
  arrived: koboSchema,
  asked: koboSchema,
  since: z.date(),
})

/** Mails each donor once whose payment does not match and waits for an admin. */
export function heldPaymentNotices(deps: ReversalDeps): Task {
  const { database, mode, now, isQuiet, outbox, sealing, publicUrl } = deps
  return {
    name: 'mail-held-payments',
    lane: 'maintenance',
    cron: '* * * * *',
    async run() {
      if (isQuiet) return
      const held = await database.rows(
        heldSchema,
        sql`select payment.id as key, (seen ->> 'amount')::bigint as arrived, donation.amount_kobo as asked,
              payment.created_at as since, donation.donor_email_sealed as "emailSealed", donation.campaign_title as title,
              donation.access_code as "accessCode", ${donorLanguage} as language
            from quarantined_payment payment
            join donation on donation.campaign_id = payment.campaign_id and donation.id = payment.donation_id
            where payment.mode = ${mode} and payment.state = 'open' and booked_in is not null and donation.state = 'quarantined'
              and payment.created_at > ${new Date(now().getTime() - noticePeriodMs)}`,
      )
      for (const { key, emailSealed, accessCode, language, since, ...facts } of held) {
        const to = sealing.open('donor-email', emailSealed)
        if (to === '') continue
        const url = new URL(`/donations/${accessCode}`, publicUrl).href
        const mail = heldPaymentMail({ to, language }, { ...facts, until: toHoldEnd(since), url })
        await database.transaction((queries) =>
          outbox.enqueue(queries, mail, `held payment ${key}`),
        )
      }
    },
  }
}

type AcceptedRefund = {
  donation: z.output<typeof donorSchema>
  amount: Kobo
  reason: string
  /** The outbox sends one mail per key. */
  mailKey: string
}

/** Mails the donor that the provider has accepted a refund. */
export async function notifyDonor(
  { sealing, outbox, publicUrl }: Pick<PaymentDeps, 'sealing' | 'publicUrl'> & { outbox: Outbox },
  queries: Transaction,
  {
    donation: { emailSealed, accessCode, title, language },
    amount,
    reason,
    mailKey,
  }: AcceptedRefund,
): Promise<void> {
  const to = sealing.open('donor-email', emailSealed)
  const url = new URL(`/donations/${accessCode}`, publicUrl).href
  const mail = refundMail({ to, language }, { amount, reason, title, url })
  await outbox.enqueue(queries, mail, mailKey)
}

const donationSchema = z.extend(donorSchema, { ownerUid: z.string(), transactionId: z.int() })
export type DonationOfRefund = z.output<typeof donationSchema>

export async function getDonation(
  queries: Queries,
  { campaignId, donationId }: Pick<RefundRow, 'campaignId' | 'donationId'>,
): Promise<DonationOfRefund> {
  const donation = await queries.row(
    donationSchema,
    sql`select donation.donor_email_sealed as "emailSealed", donation.campaign_title as title,
          donation.owner_uid as "ownerUid", donation.access_code as "accessCode", charge.transaction_id as "transactionId",
          ${donorLanguage} as language
        from donation
        join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
          and charge.kind = 'charge'
        where donation.campaign_id = ${campaignId} and donation.id = ${donationId}`,
  )
  if (donation === undefined) throw new Error('the donation of a refund has no charge')
  return donation
}

export async function findOwner(
  { database, content }: Pick<RefundDeps, 'database' | 'content'>,
  refund: RefundRow,
) {
  const { ownerUid } = await getDonation(database, refund)
  return content.findUserByUid(ownerUid)
}
