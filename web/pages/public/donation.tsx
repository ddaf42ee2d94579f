import { useEffect, type ReactNode } from 'react'
import {
  Download,
  Mail,
  Printer,
  ShieldCheck,
  CircleCheck,
  CircleX,
  Hourglass,
  Info,
  RotateCcw,
} from 'lucide-react'

import type { DonationDetails, DonationPayout } from '#shared/donation.ts'
import { useActionData, useLoaderData, useRevalidator, Link } from '#web/router/navigate.tsx'
import { data, redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'
import { formatNaira, kobo } from '#shared/money.ts'

import { getApi } from '../../api/client.ts'
import { Abroad, useSite } from '../../api/site.tsx'
import { ShareButtons } from '../parts/campaign/share-buttons.tsx'
import { toStatusKey } from '../parts/donation/resume-donation.ts'
import { RefundTimelines } from '../parts/refund/refund-timelines.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { catchApiError, type FormResult, type FormValues } from '../../forms/form-result.ts'
import { OneButtonForm, ActionForm } from '../../forms/action-form.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { forgetPaidDonation } from '../../navigation/carried-donation.ts'
import {
  donationPath,
  paths,
  personalLinkPath,
  publicCampaignPath,
  publicDonatePath,
  receiptPdfPath,
  requestRefundPath,
  verifyPath,
} from '../../navigation/paths.ts'
import { shareText } from '../../text/share.ts'
import { donationText } from '../../text/donation.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toFormProblem } from '../../forms/form-alert.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { receiptText } from '../../text/receipt.ts'
import { Field } from '../../ui/fields.tsx'
import { formatDay, formatMoment } from '../../format/day.ts'
import { describePaidOut } from '../../format/describe-paid-out.ts'
import { donationProgressText } from '../../text/donation-progress.ts'
import { isWithdrawn, statusName } from '../../format/status-name.ts'
import { Badge } from '../../ui/card.tsx'

/** Query parameters say nothing about the payment: the server asks the provider (readings M6). */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { accessCode: code = '' } = params
  const donation = await getApi(context).get('/donations/:id', { id: code })
  const isSent = new URL(request.url).searchParams.has('sent')
  const isPaid = toStatusKey(donation.status) === 'success'
  const headers = isPaid ? forgetPaidDonation(donation.accessCode, request) : new Headers()
  return data({ donation, isSent, canRefund: isWithinADay(donation) }, { headers })
}

const dayMs = 86_400_000

function isWithinADay({ status, paidAt, refunds = [] }: DonationDetails): boolean {
  return (
    toStatusKey(status) === 'success' &&
    refunds.length === 0 &&
    paidAt !== null &&
    Date.now() - new Date(paidAt).getTime() < dayMs
  )
}

/** Opens the donor's personal link, downloads the receipt with a company, or emails the receipt again. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { accessCode = '' } = params
  const values = await readValues(request)
  if ('company' in values) return openCompanyReceipt(accessCode, values)
  return catchApiError(async () => {
    if ('personalLink' in values) {
      const { token } = await getApi(context).post(
        '/donations/:id/personal-link',
        {},
        { id: accessCode },
      )
      return redirect(personalLinkPath(token))
    }
    await getApi(context).post('/donations/:id/receipt-mail', {}, { id: accessCode })
    return redirect(`${donationPath(accessCode)}?sent`)
  }, values)
}

/** 307 makes the browser send the form again, so that nothing has to store what was typed until the file is made. */
async function openCompanyReceipt(accessCode: string, values: FormValues) {
  return submitForm({ values, schema: 'companyReceiptSchema' }, async () =>
    redirect(receiptPdfPath(accessCode), 307),
  )
}

/** The page of a guest's donation, to which the payment provider returns. */
export function Component() {
  const { status: text } = donationText
  const { donation, isSent, canRefund } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const key = toStatusKey(donation.status)
  // An abandoned payment may still succeed: the donor can return to the payment page.
  usePolling(key === 'open' || key === 'abandoned')
  const { accessCode } = donation
  useEffect(() => {
    if (key === 'success') forgetPaidDonation(accessCode)
  }, [key, accessCode])
  return (
    <PublicLayout isTask>
      <PageHead title={text.pageTitle} />
      <div className="wrap max-w-xl py-4 sm:py-8 lg:py-12">
        <DonationCard
          donation={donation}
          canRefund={canRefund}
          first={<ShareFirst donation={donation} />}
        >
          <DonationProgress donation={donation} />
          <ReceiptActions
            donation={donation}
            isSent={isSent}
            refusal={isOfLink(refusal) || isOfCompany(refusal) ? undefined : refusal}
            companyRefusal={isOfCompany(refusal) ? refusal : undefined}
          />
          {key === 'open' ? <Pending donation={donation} /> : <NextSteps donation={donation} />}
        </DonationCard>
      </div>
    </PublicLayout>
  )
}

/** Without script the page reloads every 5 seconds. */
function Pending({ donation: { accessCode } }: { donation: DonationDetails }) {
  const { status: text } = donationText
  return (
    <div className="mt-6 text-center text-sm text-muted">
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      <p>{text.checking}</p>
      <Link to={donationPath(accessCode)} reloadDocument className="link tap">
        {text.reload}
      </Link>
    </div>
  )
}

const rowLink = 'link tap'
/** Two stand beside each other on a phone. */
const narrowButton = 'max-sm:px-2 max-sm:text-sm'

function NextSteps({ donation }: { donation: DonationDetails }) {
  const { status: text } = donationText
  const { slug } = donation.campaign
  const key = toStatusKey(donation.status)
  // A month that is not paid yet is charged again by itself, or confirmed by the link of its mail.
  const isUnpaid = (key === 'failed' || key === 'abandoned') && !donation.monthly
  return (
    <div className="mt-4 space-y-3 print:hidden">
      <div className="flex flex-wrap gap-1.5 *:grow sm:gap-2">
        <Link
          to={publicDonatePath(slug)}
          className={`${buttonClass(isUnpaid ? 'primary' : 'quiet')} ${narrowButton}`}
        >
          {isUnpaid ? text.tryAgain : text.donateAgain}
        </Link>
        <Link to={publicCampaignPath(slug)} className={`${buttonClass('quiet')} ${narrowButton}`}>
          {text.toCampaign}
        </Link>
      </div>
      <p className="text-center text-sm">
        <Link to={paths.myDonations} className={rowLink}>
          {text.myDonations}
        </Link>
      </p>
    </div>
  )
}

/** After paying, sharing is what helps most, so it comes before receipt and facts. */
function ShareFirst({ donation }: { donation: DonationDetails }) {
  const { status: text } = donationText
  const { origin } = useSite()
  const refusal = useActionData<typeof action>()
  const { slug, title } = donation.campaign
  if (toStatusKey(donation.status) !== 'success' || findComingRefund(donation)) return null
  return (
    <section aria-labelledby="share" className="mt-5 space-y-3 print:hidden">
      <h2 id="share" className="font-bold">
        {text.share}
      </h2>
      <ShareButtons url={origin + publicCampaignPath(slug)} title={title} isMain />
      <details open={isOfLink(refusal)}>
        <summary className="link w-fit text-sm">{shareText.personal}</summary>
        <p className="mb-3 text-sm text-muted">{shareText.personalHint}</p>
        <OneButtonForm
          result={isOfLink(refusal) ? refusal : undefined}
          values={{ personalLink: '' }}
          variant="quiet"
        >
          {shareText.personal}
        </OneButtonForm>
      </details>
    </section>
  )
}

/** Whether the form of the personal link was refused, and not that of the receipt. */
const isOfLink = (refusal: FormResult | undefined) => refusal?.values['personalLink'] !== undefined
const isOfCompany = (refusal: FormResult | undefined) => refusal?.values['company'] !== undefined

const pollMs = 3_000

/** Reloads the data every 3 seconds while the page is visible. */
function usePolling(isOpen: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, pollMs)
    return () => clearInterval(timer)
  }, [isOpen, revalidate])
}

type Props = {
  donation: DonationDetails
  isSent: boolean
  refusal: FormResult | undefined
  companyRefusal: FormResult | undefined
}

/** Download, email, print and verify the receipt of a successful donation. Works without script. */
export function ReceiptActions({ donation, isSent, refusal, companyRefusal }: Props) {
  const text = receiptText
  const { receipt, accessCode } = donation
  const error = toFormProblem(refusal, () => false)
  if (!receipt) return null
  return (
    <div className="mt-4 grid gap-2 print:hidden">
      <a
        href={receiptPdfPath(accessCode)}
        download
        className={`${buttonClass('quiet')} max-sm:px-2`}
      >
        <Download size={18} aria-hidden="true" />
        {text.pdf}
      </a>
      <div className="grid grid-cols-[1fr_auto] gap-2">
        <form method="post" className="grid noscript:col-span-2">
          <SubmitButton wait={refusal} variant="quiet" className={narrowButton}>
            <Mail size={18} aria-hidden="true" />
            {text.resend}
          </SubmitButton>
        </form>
        <Button
          variant="quiet"
          onClick={() => print()}
          className={`noscript:hidden ${narrowButton}`}
        >
          <Printer size={18} aria-hidden="true" />
          {donationText.status.print}
        </Button>
      </div>
      {isSent && <output className="block text-center text-sm font-semibold">{text.sent}</output>}
      {error && (
        <p role="alert" className="text-center text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-between gap-x-6">
        <CompanyReceiptForm result={companyRefusal} />
        <div className="sm:text-right">
          <Link to={verifyPath(receipt.code)} className="link tap gap-1.5 text-sm">
            <ShieldCheck size={16} aria-hidden="true" />
            {text.verifyLink}
          </Link>
          <p className="text-sm text-muted max-sm:hidden">{text.verifyHint}</p>
        </div>
      </div>
    </div>
  )
}

/** The receipt with the donor's company, for its accountant. Works without script. */
export function CompanyReceiptForm({ result }: { result: FormResult | undefined }) {
  const { company: text } = receiptText
  return (
    <details open={result !== undefined} className="open:basis-full">
      <summary className="text-sm font-semibold">{text.open}</summary>
      <ActionForm
        result={result}
        schema="companyReceiptSchema"
        className="grid gap-4 pt-1 pb-3 text-left"
      >
        {(field) => (
          <>
            <p className="text-sm text-muted">{text.hint}</p>
            <Field {...field('company')} label={text.name} autoComplete="organization" required />
            <Field
              {...field('tin')}
              label={text.tin}
              hint={text.tinHint}
              autoComplete="off"
              required
            />
            <SubmitButton wait={result} variant="quiet">
              {text.submit}
            </SubmitButton>
          </>
        )}
      </ActionForm>
    </details>
  )
}

type DonationCardProps = {
  donation: DonationDetails
  canRefund?: boolean
  /** Comes before the facts. */
  first?: ReactNode
  children?: ReactNode
}

export function DonationCard({ donation, canRefund, first, children }: DonationCardProps) {
  const { status: text } = donationText
  const key = toStatusKey(donation.status)
  const { Icon, tone, color } = findComingRefund(donation) ? refunded : styles[key]
  const isAllBack = isWithdrawn(donation)
  const { title, explanation } = explain(donation)
  return (
    <div className="card p-4 sm:p-8">
      <div aria-live="polite" className="text-center">
        <Icon size={48} aria-hidden="true" className={`mx-auto ${color}`} />
        <h1 className="mt-2 text-xl font-bold sm:mt-4 sm:text-2xl">{title}</h1>
        <p className="mx-auto mt-2 max-w-prose text-muted">{explanation}</p>
      </div>
      {first}
      <dl className="mt-4 divide-y divide-line border-y border-line text-sm">
        <Row name={text.amount}>
          <strong className="money text-base">{formatNaira(donation.amount)}</strong>
        </Row>
        <Row name={text.campaign}>{donation.campaign.title}</Row>
        <Row name={text.status}>
          <Badge tone={tone} icon={<Icon aria-hidden="true" />} className="whitespace-normal">
            {isAllBack ? donationProgressText.withdrawn : statusName(donation.status)}
          </Badge>
          {canRefund && (
            <Link
              to={requestRefundPath(donation.accessCode)}
              className={`${rowLink} ml-3 print:hidden`}
            >
              {text.refund}
            </Link>
          )}
        </Row>
        {/* A donor knows when they paid, which the timeline says; the time of the start says something only of what was not paid. */}
        {donation.payout === undefined && (
          <Row name={donation.paidAt ? text.paid : text.started}>
            {formatMoment(donation.paidAt ?? donation.createdAt)}
          </Row>
        )}
        {(donation.reversed ?? 0) > 0 && (
          <Row name={receiptText.refunded}>{formatNaira(donation.reversed ?? kobo(0))}</Row>
        )}
        {donation.monthly && (
          <Row name={text.nextCharge}>
            {formatDay(donation.monthly.nextOn)}{' '}
            <a href={donation.monthly.endPath} className={rowLink}>
              {text.end}
            </a>
          </Row>
        )}
      </dl>
      <MoreFacts donation={donation} />
      <Abroad amount={donation.amount} hasChoice />
      {donation.mode !== 'live' && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-2 text-sm text-muted">
          <Badge tone="warning">{text.test}</Badge>
          {text.testText}
        </p>
      )}
      {children}
    </div>
  )
}

/** What an accountant or the support asks for. Phones fold it. */
function MoreFacts({ donation: { paidAt, channel, fee, receipt } }: { donation: DonationDetails }) {
  const { status: text } = donationText
  const channelName = paidAt && findText(text.channels, channel)
  if (!channelName && fee === null && !receipt) return null
  return (
    <details className="filters">
      <summary className="link w-fit text-sm">{text.more}</summary>
      <dl className="divide-y divide-line border-b border-line text-sm">
        {channelName && <Row name={text.channel}>{channelName}</Row>}
        {fee !== null && <Row name={text.fee}>{formatNaira(fee)}</Row>}
        {receipt && (
          <Row name={receiptText.number}>
            <span className="code">{receipt.number}</span>
          </Row>
        )}
      </dl>
    </details>
  )
}

/** The refund of a donation that still counts as paid until the provider has made it. */
const findComingRefund = ({ status, refunds = [] }: DonationDetails) =>
  toStatusKey(status) === 'success'
    ? refunds.find(({ state }) => state !== 'processed' && state !== 'given-up')
    : undefined

function explain(donation: DonationDetails): { title: string; explanation: string } {
  const { status, amount, channel, held } = donation
  const { status: text } = donationText
  const coming = findComingRefund(donation)
  if (coming)
    return {
      title: donationProgressText.coming({ amount: formatNaira(coming.amount) }),
      explanation: donationProgressText.states[coming.state],
    }
  if (held) {
    const arrived =
      held.arrived === amount
        ? text.held.arrived({ sum: formatNaira(amount) })
        : text.held.otherAmount({ arrived: formatNaira(held.arrived), asked: formatNaira(amount) })
    const decision =
      held.until === null
        ? text.held.decided
        : text.held.until({ moment: formatMoment(held.until) })
    return { title: text.held.title, explanation: `${arrived} ${decision}` }
  }
  const key = toStatusKey(status)
  const state = isWithdrawn(donation) ? text.withdrawn : text.states[key]
  const advice = key === 'failed' && findText(text.advice, channel)
  return { title: state.title, explanation: advice || state.text }
}

/** Undefined for a channel of the provider that has no words. */
const findText = (texts: Record<string, string>, channel: string | null) =>
  new Map(Object.entries(texts)).get(channel ?? '')

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2 sm:py-3">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="text-right font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

const refunded = { Icon: RotateCcw, tone: 'info', color: 'text-info' } as const
const styles = {
  open: { Icon: Hourglass, tone: 'info', color: 'text-info' },
  success: { Icon: CircleCheck, tone: 'success', color: 'text-success' },
  failed: { Icon: CircleX, tone: 'danger', color: 'text-danger' },
  abandoned: { Icon: Info, tone: 'warning', color: 'text-warning' },
  reversed: refunded,
  refunded,
  'partially refunded': refunded,
  disputed: { Icon: Info, tone: 'warning', color: 'text-warning' },
  other: { Icon: Info, tone: 'neutral', color: 'text-info' },
} as const

/** Where a paid donation is: received, refunded, paid out. */
export function DonationProgress({ donation }: { donation: DonationDetails }) {
  const { paidAt, payout, refunds = [] } = donation
  const text = donationProgressText
  if (paidAt === null || payout === undefined) return null
  return (
    <section aria-labelledby="progress" className="mt-4">
      <h2 id="progress" className="font-bold">
        {text.title}
      </h2>
      <ol className="mt-2 space-y-3 border-l-2 border-line pl-4 text-sm">
        <li>
          <strong className="block">{text.received}</strong>
          <time dateTime={paidAt} className="text-muted">
            {formatMoment(paidAt)}
          </time>
        </li>
        {refunds.length > 0 && (
          <li>
            <RefundTimelines refunds={refunds} />
          </li>
        )}
        {/* Money that goes back to its donor is not paid out. */}
        {(payout?.state !== 'waiting' || !findComingRefund(donation)) && (
          <li>{payout ? <Payout payout={payout} /> : text.refundedFirst}</li>
        )}
      </ol>
    </section>
  )
}

function Payout({ payout }: { payout: DonationPayout }) {
  const text = donationProgressText
  return (
    <>
      <strong className="block">{text.payout[payout.state]}</strong>
      {payout.state === 'paid-out' && <span className="block">{describePaidOut(payout)}</span>}
      <span className="text-muted">{text.explained[payout.state]}</span>
    </>
  )
}
