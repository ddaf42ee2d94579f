import * as z from 'zod/mini'

import { addDays, daysLeft, lagosDay } from '#shared/day.ts'
import type { MonthlyDonation, MonthlyForecast } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Mail, Outbox } from '../../platform/mail/mail.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { openSweep } from '../../platform/queue/sweep.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { formatLagosDay } from '../../platform/runtime/lagos-time.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import {
  feeBearers,
  type ProviderPayment,
  skipIfUnavailable,
} from '../../providers/payments/payments.ts'
import {
  type DonationKey,
  donationStates,
  type PaymentDeps,
  type PaymentOutcome,
  type PaymentSource,
  toReference,
} from '../ledger/provider-report.ts'
import { texts } from '../../text/texts.ts'
import { type DonorScope, isGivenBy } from './donation-list.ts'
import { type DonationRequest, insertCharge, isOpen, toPayment } from './start-donation.ts'

/** Donors are told so many days before each charge. */
const noticeDays = 3
/** After so many months without a payment nothing is charged any more. */
const maxFailures = 3
const authorisationPurpose = 'card-authorisation'

const keySchema = z.object({ campaignId: z.string(), id: z.uuid() })
type MonthlyKey = z.output<typeof keySchema>

const isRow = ({ campaignId, id }: MonthlyKey) => sql`campaign_id = ${campaignId} and id = ${id}`

const endToken = mailToken('end-monthly', keySchema)

export const toEndPath = (sealing: Sealing, { campaignId, id }: MonthlyKey) =>
  `/end-monthly/${endToken.create(sealing, { campaignId, id })}`

/** The id of what a `donation` is a month of, or 'once' if nothing is charged any more. Null where the donor did not choose it. */
export const monthlyOfDonation = sql`case when donation.monthly_id is not null then coalesce((
  select monthly.id::text from monthly_donation monthly
  where monthly.campaign_id = donation.campaign_id and monthly.id = donation.monthly_id), 'once') end`

/** 31 January is followed by 28 February and 31 March. */
export function getNextDay(day: number, after: string): string {
  const [year = 0, month = 0] = after.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 1, 0))
  return new Date(last.setUTCDate(Math.min(day, last.getUTCDate()))).toISOString().slice(0, 10)
}

const toMonth = (day: string) => `${day.slice(0, 7)}-01`

/**
 * Begins what the donor chose when a payment by a card that can be charged again arrives. Before the payment is booked: what a crash
 * leaves is repeated with the booking, and never once the donor may have ended it. Only an account replaces an earlier one: a guest may
 * have typed the address of another person.
 */
export async function beginMonthly(
  { database, sealing, now }: Pick<PaymentDeps, 'database' | 'sealing' | 'now'>,
  { status, authorization, reference }: ProviderPayment,
): Promise<void> {
  if (status !== 'success' || authorization === null) return
  const today = lagosDay(now())
  const day = Number(today.slice(8))
  await database.run(sql`
    with begun as (
      select donation.* from donation_reference known
      join donation on donation.campaign_id = known.campaign_id and donation.id = known.donation_id
      where known.reference = ${reference} and monthly_id = id and state <> 'paid'),
    replaced as (
      delete from monthly_donation earlier using begun, donation former
      where earlier.campaign_id = begun.campaign_id and earlier.id <> begun.id
        and former.campaign_id = earlier.campaign_id and former.id = earlier.id and former.donor_uid = begun.donor_uid)
    insert into monthly_donation (campaign_id, id, mode, authorisation_sealed, day, next_on)
    select campaign_id, id, mode, ${sealing.seal(authorisationPurpose, authorization)}::bytea, ${day}::smallint,
      ${getNextDay(day, today)}::date
    from begun on conflict do nothing`)
}

const rowSchema = z.extend(keySchema, {
  day: z.int(),
  nextOn: z.string(),
  failures: z.int(),
  authorisationSealed: z.instanceof(Buffer),
  amount: koboSchema,
  emailSealed: z.instanceof(Buffer),
  /** The present address of a donor with an account. */
  accountEmail: z.nullable(z.string()),
  isDisputed: z.boolean(),
  donorUid: z.nullable(z.string()),
  name: z.string(),
  language: languageSchema,
  anonymous: z.boolean(),
  updates: z.boolean(),
  shareEmail: z.boolean(),
  showName: z.nullable(z.boolean()),
  hideAmount: z.nullable(z.boolean()),
  source: z.nullable(z.string()),
  termsVersion: z.nullable(z.string()),
  title: z.string(),
  slug: z.string(),
})
/** With what the donor chose in the donation that began it. */
type Row = z.output<typeof rowSchema>

/** Those whose first donation is not booked wait for it. */
const fromMonthly = sql`from monthly_donation monthly
  join donation on donation.campaign_id = monthly.campaign_id and donation.id = monthly.id and donation.state = 'paid'`

const chargeSchema = z.object({
  id: z.string(),
  reference: z.string(),
  accessCode: z.string(),
  state: z.enum(donationStates),
  status: z.nullable(z.string()),
  subAccountCode: z.string(),
  feeBearer: z.enum(feeBearers),
  transactionCharge: koboSchema,
})
/** The donation of one month. */
type Charge = z.output<typeof chargeSchema>

const findCharge = ({ row }: Queries, { campaignId, id, nextOn }: Row) =>
  row(
    chargeSchema,
    sql`select id, donation.reference, access_code as "accessCode", donation.state, known.status, donation.sub_account_code as "subAccountCode",
          fee_bearer as "feeBearer", transaction_charge_kobo as "transactionCharge"
        from donation
        left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
        where donation.campaign_id = ${campaignId} and monthly_id = ${id} and monthly_month = ${toMonth(nextOn)}`,
  )

type Deps = PaymentDeps & {
  content: Pick<ContentStore, 'findCampaign'>
  outbox: Outbox
  log: Pick<Log, 'warn'>
  verifyPayment: (reference: string, source: PaymentSource) => Promise<PaymentOutcome>
}

/** Donations that a donor gives every month. Each is a donation like others, which the server starts and pays with the donor's card. */
export function openMonthlyDonations(deps: Deps) {
  const { database, payments, sealing } = deps
  const { mode } = payments
  const read = async (where: Sql): Promise<MonthlyDonation[]> => {
    const rows = await database.rows(
      z.extend(keySchema, { title: z.string(), amount: koboSchema, nextOn: z.string() }),
      sql`select monthly.campaign_id as "campaignId", monthly.id, campaign_title as title, amount_kobo as amount,
            next_on as "nextOn"
          ${fromMonthly} where monthly.mode = ${mode} and ${where} order by next_on, monthly.id`,
    )
    return rows.map(({ title, amount, nextOn, ...key }) => {
      return { title, amount, nextOn, endPath: toEndPath(sealing, key) }
    })
  }
  return {
    findLink: async (token: string) => endToken.open(sealing, token),

    async end(monthly: MonthlyKey): Promise<void> {
      await database.run(sql`delete from monthly_donation where ${isRow(monthly)}`)
    },

    /** What a donor gives every month, with the links that end it. */
    list: (scope: DonorScope) => read(isGivenBy(deps, scope)),

    /** What a donation is a month of, while its donor gives every month. */
    listOf: ({ campaignId, id }: DonationKey) =>
      read(sql`(monthly.campaign_id, monthly.id) in (
        select campaign_id, monthly_id from donation where campaign_id = ${campaignId} and id = ${id})`),

    /** What a campaign expects of a month. */
    forecast: (campaignId: string): Promise<MonthlyForecast | undefined> =>
      database.row(
        z.object({ donors: z.int(), amount: koboSchema }),
        sql`select count(*)::integer as donors, sum(amount_kobo)::bigint as amount
            ${fromMonthly} where monthly.mode = ${mode} and monthly.campaign_id = ${campaignId} having count(*) > 0`,
      ),

    task: {
      name: 'monthly-donations',
      lane: 'payments',
      cron: '20 * * * *',
      run: () =>
        skipIfUnavailable(deps.log, async () => {
          await runDue(deps)
        }),
    } satisfies Task,
  }
}

/** Announces the charges of the coming days, and makes those that were announced for today. */
async function runDue(deps: Deps): Promise<void> {
  const { database, payments, now } = deps
  const { mode } = payments
  const today = lagosDay(now())
  const sweep = await openSweep({ database, mode, now }, 'monthly')
  const rows = await database.rows(
    z.extend(rowSchema, { isAnnounced: z.boolean() }),
    sql`select monthly.campaign_id as "campaignId", monthly.id, day, next_on as "nextOn", is_announced as "isAnnounced",
          ${failures} as failures, ${isDisputed} as "isDisputed",
          authorisation_sealed as "authorisationSealed", amount_kobo as amount, donor_email_sealed as "emailSealed",
          (select email from account where uid = donor_uid and email_verified) as "accountEmail",
          donor_uid as "donorUid", donor_name as name, ${donorLanguage} as language, anonymous, wants_updates as updates,
          shares_email as "shareEmail", shows_name as "showName", hides_amount as "hideAmount", source,
          terms_version as "termsVersion", campaign_title as title, campaign_slug as slug
        ${fromMonthly} where monthly.mode = ${mode}
          and next_on <= case when is_announced then ${today}::date else ${addDays(today, noticeDays)}::date end
        order by next_on, monthly.id`,
  )
  for (const { isAnnounced, ...row } of rows)
    await sweep.run(row.id, () => {
      if (row.isDisputed) return end(deps, row, 'dispute')
      return isAnnounced ? charge(deps, row) : announce(deps, row)
    })
}

/** Months in a row without a payment before the next one. Those in which the campaign took none do not count. */
const failures = sql`(
  select count(*)::integer from donation charged
  where charged.campaign_id = monthly.campaign_id and charged.monthly_id = monthly.id
    and monthly_month < date_trunc('month', next_on) and refusal is distinct from '' and monthly_month > (
      select coalesce(max(monthly_month), '-infinity') from donation paid
      where paid.campaign_id = monthly.campaign_id and paid.monthly_id = monthly.id and paid.state in ('paid', 'quarantined')))`

/** Who asked their bank for a donation back wants no further charge, and the card may be stolen. */
const isDisputed = sql`exists (
  select from donation charged join provider_dispute dispute
    on dispute.campaign_id = charged.campaign_id and dispute.donation_id = charged.id
  where charged.campaign_id = monthly.campaign_id and charged.monthly_id = monthly.id)`

const findOpen = async ({ content, now }: Deps, { campaignId }: Row) => {
  const campaign = await content.findCampaign(campaignId)
  const isOver = (daysLeft(campaign?.endDate ?? null, now()) ?? 1) <= 0
  return campaign?.status === 'approved' && !isOver ? campaign : undefined
}

/** A campaign that takes no donations for now is looked at again, so its donors are told three days before it goes on. */
async function announce(deps: Deps, row: Row): Promise<void> {
  const campaign = await findOpen(deps, row)
  if (!campaign) return end(deps, row, 'campaign')
  const soonest = addDays(lagosDay(deps.now()), noticeDays)
  const on = row.nextOn > soonest ? row.nextOn : soonest
  await deps.database.transaction(async (queries) => {
    if (!(await isOpen({ database: queries, now: deps.now }, { campaign }))) return
    const announced = await queries.run(sql`
      update monthly_donation set next_on = ${on}, is_announced = true
      where ${isRow(row)} and next_on = ${row.nextOn} and not is_announced`)
    if (announced > 0) await mail(deps, queries, { ...row, nextOn: on }, 'notice')
  })
}

/** Safe to repeat: the reference is that of the month, and the provider is asked about it before anything else. */
async function charge(deps: Deps, row: Row): Promise<void> {
  const { database, payments, sealing } = deps
  const campaign = await findOpen(deps, row)
  const request = campaign && toRequest(deps, row, campaign)
  const claimed = await database.transaction((queries) => claim(deps, queries, row, request))
  if (claimed === 'gone') return undefined
  if (claimed === 'closed') return campaign ? withdraw(deps, row) : end(deps, row, 'campaign')
  const { month } = claimed
  if ((await deps.verifyPayment(month.reference, 'check')) === 'unknown') {
    if (!request || !claimed.mayCharge) {
      await refuse(database, row, '')
      return settle(deps, row, 'skipped')
    }
    const { feeBearer, transactionCharge } = month
    const terms = { feeBearer, transactionCharge }
    const authorization = sealing.open(authorisationPurpose, row.authorisationSealed)
    const answer = await payments.chargeAuthorization({
      ...toPayment(request, { ...month, terms }),
      // The provider charges a card only with the address that it was first paid with.
      email: sealing.open('donor-email', row.emailSealed),
      authorization,
      callbackUrl: `${deps.publicUrl}/donations/${month.accessCode}`,
    })
    if (answer.kind === 'paused') await askDonor(deps, row, month, answer.url)
    const outcome = await deps.verifyPayment(month.reference, 'check')
    if (outcome === 'unknown' && answer.kind === 'refused')
      await refuse(database, row, answer.message)
  }
  const result = toResult(await findCharge(database, row))
  if (result !== 'pending') await settle(deps, row, result)
}

function toRequest(
  { sealing }: Deps,
  row: Row,
  campaign: StoredCampaign,
): Omit<DonationRequest, 'idempotencyKey'> {
  const { id, nextOn, termsVersion, donorUid, language, source } = row
  const month = toMonth(nextOn)
  const { amount, name, anonymous, updates, shareEmail, showName, hideAmount } = row
  const email = toAddress(sealing, row)
  const shown = showName === null ? {} : { showName, hideAmount: hideAmount ?? false }
  const form = { amount, email, name, message: '', anonymous, updates, shareEmail, ...shown }
  const digest = sealing.fingerprint('monthly-reference', `${id} ${month}`)
  const ofMonth = { id, month, termsVersion, reference: toReference(digest.subarray(0, 16)) }
  return { campaign, donorUid, language, source, form, ofMonth }
}

/** Empty once the donor was forgotten. */
const toAddress = (sealing: Sealing, { accountEmail, emailSealed }: Row) =>
  accountEmail ?? sealing.open('donor-email', emailSealed)

type Claim = { month: Charge; mayCharge: boolean } | 'gone' | 'closed'

/** Stores the donation of the month unless it is there. The lock keeps the donor's end before or after it. */
async function claim(
  deps: Deps,
  queries: Transaction,
  row: Row,
  request: Omit<DonationRequest, 'idempotencyKey'> | undefined,
): Promise<Claim> {
  const isWaiting = await queries.exists(sql`
    select from monthly_donation where ${isRow(row)} and next_on = ${row.nextOn} and is_announced for update`)
  if (!isWaiting) return 'gone'
  const accepts =
    request !== undefined &&
    request.form.email !== '' &&
    (await isOpen({ database: queries, now: deps.now }, request))
  const isInMonth = toMonth(row.nextOn) === toMonth(lagosDay(deps.now()))
  const known = await findCharge(queries, row)
  if (known) {
    const isSame = known.subAccountCode === request?.campaign.bankAccount.subAccountCode
    const mayCharge = accepts && isInMonth && isSame && known.state === 'created'
    return { month: known, mayCharge }
  }
  if (!accepts || !isInMonth) return 'closed'
  await insertCharge(queries, deps, request)
  const month = await findCharge(queries, row)
  return month ? { month, mayCharge: true } : 'gone'
}

/** The provider knows nothing of the donation of this month, and is not asked for it any more. */
const refuse = ({ run }: Queries, { campaignId, id, nextOn }: Row, message: string) =>
  run(sql`
    update donation set state = 'refused', refusal = ${message}, next_check_at = null
    where campaign_id = ${campaignId} and monthly_id = ${id} and monthly_month = ${toMonth(nextOn)} and state = 'created'`)

/** The bank wants the donor to confirm the charge. It waits as long as a checkout page does. */
const askDonor = (deps: Deps, row: Row, { id }: Charge, url: string) =>
  deps.database.transaction(async (queries) => {
    const opened = await queries.run(sql`
      update donation set state = 'initialized', checkout_url = ${url}
      where campaign_id = ${row.campaignId} and id = ${id} and state = 'created'`)
    if (opened > 0) await mail(deps, queries, { ...row, confirmUrl: url }, 'confirm')
  })

type Result = 'paid' | 'failed' | 'skipped'

/** An unanswered charge is over when its checks are. A later success still counts, and the failures before it no more. */
function toResult(month: Charge | undefined): Result | 'pending' {
  if (!month) return 'skipped'
  const { state, status } = month
  if (state === 'paid' || state === 'quarantined') return 'paid'
  const isFailed = state === 'refused' || state === 'closed_unpaid' || status === 'failed'
  return isFailed ? 'failed' : 'pending'
}

/** The day is announced again once the campaign takes donations. */
async function withdraw({ database }: Deps, row: Row): Promise<void> {
  await database.run(sql`
    update monthly_donation set is_announced = false where ${isRow(row)} and next_on = ${row.nextOn}`)
}

/** Only the first of those who read the outcome of a month moves on to the next. */
async function settle(deps: Deps, row: Row, result: Result): Promise<void> {
  if (result === 'failed' && row.failures + 1 >= maxFailures) return end(deps, row, 'failures')
  const nextOn = getNextDay(row.day, row.nextOn)
  await deps.database.transaction(async (queries) => {
    const moved = await queries.run(sql`
      update monthly_donation set next_on = ${nextOn}, is_announced = false
      where ${isRow(row)} and next_on = ${row.nextOn}`)
    if (moved > 0 && result === 'failed') await mail(deps, queries, { ...row, nextOn }, 'failed')
  })
}

const end = (deps: Deps, row: Row, why: 'campaign' | 'dispute' | 'failures') =>
  deps.database.transaction(async (queries) => {
    const ended = await queries.run(
      sql`delete from monthly_donation where ${isRow(row)} and next_on = ${row.nextOn}`,
    )
    if (ended > 0) await mail(deps, queries, row, why)
  })

type Subject = Row & { confirmUrl?: string }
async function mail(deps: Deps, queries: Transaction, row: Subject, kind: MailKind) {
  const { outbox, sealing, publicUrl } = deps
  const { id, title, amount, nextOn, language, slug, confirmUrl = '' } = row
  const to = toAddress(sealing, row)
  if (to === '') return
  const endUrl = new URL(toEndPath(sealing, row), publicUrl).href
  const donateUrl = new URL(`/c/${slug}/donate`, publicUrl).href
  const facts = { kind, title, amount, day: nextOn, endUrl, donateUrl, confirmUrl }
  await outbox.enqueue(
    queries,
    monthlyMail({ to, language }, facts),
    `monthly-${kind} ${id} ${nextOn}`,
  )
}

/** Before a charge, for one that the bank wants confirmed, after one that failed, and where nothing is charged any more. */
type MailKind = 'notice' | 'confirm' | 'failed' | 'campaign' | 'dispute' | 'failures'
type Texts = Record<'title' | 'day' | 'endUrl' | 'donateUrl' | 'confirmUrl', string>
type MonthlyFacts = Texts & { kind: MailKind; amount: Kobo }

export function monthlyMail(
  reader: Reader,
  { kind, title, amount, day: isoDay, ...urls }: MonthlyFacts,
): Mail {
  const { end: label, again, change, confirmLink, ...words } = texts[reader.language].monthly
  const day = formatLagosDay(new Date(`${isoDay}T12:00:00Z`))
  const sum = formatNaira(amount)
  const repeats = kind === 'notice' || kind === 'failed'
  const end = { label, url: urls.endUrl }
  const renew = { label: again, url: urls.donateUrl }
  return writeMail({ ...reader, reason: 'donor' }, words[kind].subject({ sum, title, day }), [
    words[kind].lead({ sum, title, day }),
    ...(kind === 'confirm' ? [{ label: confirmLink, url: urls.confirmUrl }, end] : []),
    ...(repeats ? [end, change, renew] : []),
    ...(kind === 'failures' ? [renew] : []),
  ])
}
