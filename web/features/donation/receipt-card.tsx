import { CircleCheck, CircleX, Hourglass, Info, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Receipt } from '#shared/donation.ts'
import { formatNaira, kobo } from '#shared/money.ts'

import { formatMoment } from '../../text/day.ts'
import { donationText } from '../../text/donation.ts'
import { receiptText } from '../../text/receipt.ts'
import { statusName } from '../../text/status-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { donationState } from './donation-state.ts'

/** What became of a gift, in words, and the facts to keep. */
export function ReceiptCard({ receipt, children }: { receipt: Receipt; children?: ReactNode }) {
  const { receipt: text } = donationText
  const papers = receiptText
  const state = donationState(receipt.status)
  const { Icon, look } = looks[state]
  return (
    <div className="card p-6 sm:p-8">
      <div aria-live="polite" className="text-center">
        <Icon size={48} aria-hidden="true" className={`mx-auto ${look}`} />
        <h1 className="mt-4 text-2xl font-bold">{text.states[state].title}</h1>
        <p className="mx-auto mt-2 max-w-prose text-muted">{text.states[state].text}</p>
      </div>
      <dl className="mt-6 divide-y divide-line border-y border-line text-sm">
        <Row name={text.amount}>
          <strong className="money text-base">{formatNaira(receipt.amount)}</strong>
        </Row>
        <Row name={text.campaign}>{receipt.campaign.title}</Row>
        <Row name={text.status}>
          <Badge tone={tones[state]} icon={<Icon aria-hidden="true" />}>
            {statusName(receipt.status)}
          </Badge>
        </Row>
        <Row name={text.started}>{formatMoment(receipt.createdAt)}</Row>
        {receipt.paidAt && <Row name={text.paid}>{formatMoment(receipt.paidAt)}</Row>}
        {(receipt.returned ?? 0) > 0 && (
          <Row name={papers.returned}>{formatNaira(receipt.returned ?? kobo(0))}</Row>
        )}
        {receipt.document && (
          <Row name={papers.number}>
            <span className="code">{receipt.document.number}</span>
          </Row>
        )}
      </dl>
      {receipt.mode !== 'live' && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-2 text-sm text-muted">
          <Badge tone="warning">{text.test}</Badge>
          {text.testText}
        </p>
      )}
      {children}
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-3">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="text-right font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

const good = { Icon: CircleCheck, look: 'text-success' }
const bad = { Icon: CircleX, look: 'text-danger' }
const warned = { Icon: Info, look: 'text-warning' }
const back = { Icon: RotateCcw, look: 'text-info' }
const looks = {
  open: { Icon: Hourglass, look: 'text-info' },
  success: good,
  failed: bad,
  abandoned: warned,
  reversed: back,
  refunded: back,
  'partially refunded': back,
  disputed: warned,
  other: { Icon: Info, look: 'text-info' },
}

const tones = {
  open: 'info',
  success: 'success',
  failed: 'danger',
  abandoned: 'warning',
  reversed: 'info',
  refunded: 'info',
  'partially refunded': 'info',
  disputed: 'warning',
  other: 'neutral',
} as const
