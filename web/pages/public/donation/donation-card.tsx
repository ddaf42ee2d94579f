import { CircleCheck, CircleX, Hourglass, Info, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'

import type { DonationDetails, DonationPayout } from '#shared/donation.ts'
import { formatNaira, kobo } from '#shared/money.ts'

import { formatMoment } from '../../../text/day.ts'
import { describePaidOut } from '../../../text/describe-paid-out.ts'
import { donationProgressText } from '../../../text/donation-progress.ts'
import { donationText } from '../../../text/donation.ts'
import { receiptText } from '../../../text/receipt.ts'
import { statusName } from '../../../text/status-name.ts'
import { Badge } from '../../../ui/card.tsx'
import { toStatusKey } from '../../parts/donation/resume-donation.ts'

type DonationCardProps = {
  donation: DonationDetails
  /** Comes before the facts. */
  first?: ReactNode
  children?: ReactNode
}

/** The status of a donation in words, with its facts. */
export function DonationCard({ donation, first, children }: DonationCardProps) {
  const { status: text } = donationText
  const key = toStatusKey(donation.status)
  const { Icon, tone, color } = styles[key]
  return (
    <div className="card p-6 sm:p-8">
      <div aria-live="polite" className="text-center">
        <Icon size={48} aria-hidden="true" className={`mx-auto ${color}`} />
        <h1 className="mt-4 text-2xl font-bold">
          {donation.held ? text.held.title : text.states[key].title}
        </h1>
        <p className="mx-auto mt-2 max-w-prose text-muted">{explain(donation)}</p>
      </div>
      {first}
      <dl className="mt-6 divide-y divide-line border-y border-line text-sm">
        <Row name={text.amount}>
          <strong className="money text-base">{formatNaira(donation.amount)}</strong>
        </Row>
        <Row name={text.campaign}>{donation.campaign.title}</Row>
        <Row name={text.status}>
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {statusName(donation.status)}
          </Badge>
        </Row>
        <Row name={text.started}>{formatMoment(donation.createdAt)}</Row>
        {donation.paidAt && <Row name={text.paid}>{formatMoment(donation.paidAt)}</Row>}
        {donation.paidAt && findText(text.channels, donation.channel) && (
          <Row name={text.channel}>{findText(text.channels, donation.channel)}</Row>
        )}
        {donation.fee !== null && <Row name={text.fee}>{formatNaira(donation.fee)}</Row>}
        {(donation.reversed ?? 0) > 0 && (
          <Row name={receiptText.refunded}>{formatNaira(donation.reversed ?? kobo(0))}</Row>
        )}
        {donation.receipt && (
          <Row name={receiptText.number}>
            <span className="code">{donation.receipt.number}</span>
          </Row>
        )}
      </dl>
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

function explain({ status, amount, channel, held }: DonationDetails) {
  const { status: text } = donationText
  const key = toStatusKey(status)
  if (!held) return (key === 'failed' && findText(text.advice, channel)) || text.states[key].text
  const arrived =
    held.arrived === amount
      ? text.held.arrived(formatNaira(amount))
      : text.held.otherAmount(formatNaira(held.arrived), formatNaira(amount))
  const decision =
    held.until === null ? text.held.decided : text.held.until(formatMoment(held.until))
  return `${arrived} ${decision}`
}

/** Undefined for a channel of the provider that has no words. */
const findText = (texts: Record<string, string>, channel: string | null) =>
  new Map(Object.entries(texts)).get(channel ?? '')

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-3">
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

type DonationProgressProps = {
  donation: DonationDetails
  /** The refunds, each with its states. Null where there are none. */
  refunds: ReactNode
}

/** Where a paid donation is: received, refunded, paid out. */
export function DonationProgress({ donation: { paidAt, payout }, refunds }: DonationProgressProps) {
  const text = donationProgressText
  if (paidAt === null || payout === undefined) return null
  return (
    <section aria-labelledby="progress" className="mt-6">
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
        {refunds && <li>{refunds}</li>}
        <li>{payout ? <Payout payout={payout} /> : text.refundedFirst}</li>
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
