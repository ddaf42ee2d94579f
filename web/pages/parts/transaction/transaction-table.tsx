import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  type LucideIcon,
  Undo2,
} from 'lucide-react'

import { type DonationStatus, donationStatuses } from '#shared/donation-status.ts'
import type { DonationListItem } from '#shared/donation.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { Link } from '#web/router/navigate.tsx'

import { donationPath, requestRefundPath } from '../../../navigation/paths.ts'
import { describePaidOut } from '../../../format/describe-paid-out.ts'
import { donationProgressText } from '../../../text/donation-progress.ts'
import { myDonationsText } from '../../../text/my-donations.ts'
import { isWithdrawn, statusName } from '../../../format/status-name.ts'
import { transactionText } from '../../../text/transaction.ts'
import { Badge, type Tone } from '../../../ui/card.tsx'
import {
  type ByDay,
  type Column,
  DataTable,
  LinkInTable,
  NameAndAddress,
  ShortMoment,
} from '../../../ui/data-table.tsx'

type Props = {
  caption: string
  donations: DonationListItem[]
  linkTo: (donation: DonationListItem) => string
  /** Null: not by day. Undefined: a few, which narrow screens show without their details. */
  pages?: ByDay<DonationListItem>['pages'] | null
}

/** What a person gave. Payments that were not finished are folded, because they are no donations. */
export function OwnDonations({ donations, ...table }: Props) {
  const isUnfinished = ({ status }: DonationListItem) =>
    status === 'failed' || status === 'abandoned'
  const unfinished = donations.filter(isUnfinished)
  const others = donations.filter((donation) => !isUnfinished(donation))
  const title = myDonationsText.unfinished({ count: unfinished.length })
  return (
    <>
      {others.length > 0 && <TransactionTable {...table} donations={others} />}
      {unfinished.length > 0 && (
        <details className="mt-2">
          <summary className="link w-fit">{title}</summary>
          <TransactionTable {...table} caption={title} donations={unfinished} />
        </details>
      )}
    </>
  )
}

/** Contributor, Amount, Status, Campaign, Date (specification §2). */
export function TransactionTable({ caption, donations, linkTo, pages }: Props) {
  const text = transactionText
  const columns: Column<DonationListItem>[] = [
    {
      header: text.contributor,
      cell: ({ donor, email }) => <NameAndAddress name={donor} address={email} />,
    },
    { header: text.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    {
      header: text.status,
      place: ({ status }) => (isNormal(status) ? 'detail' : 'note'),
      cell: ({ status, own, amount }) => (
        <>
          <StatusBadge
            status={status}
            isWithdrawn={isWithdrawn({ status, amount, refunds: own?.refunds })}
          />
          {own && <OwnLinks own={own} />}
        </>
      ),
    },
    {
      header: text.campaign,
      place: 'line',
      cell: (donation) => (
        <LinkInTable to={linkTo(donation)} className="tabular:inline-block tabular:min-w-28">
          {donation.campaign.title}
        </LinkInTable>
      ),
    },
    {
      header: text.date,
      place: ({ status }) => (isNormal(status) ? 'note' : 'detail'),
      cell: (donation) => <ShortMoment iso={getMoment(donation)} />,
    },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={donations}
      rowKey={({ id }) => id}
      details={donations.some(({ own }) => own) ? 'row' : pages === undefined ? 'none' : 'list'}
      byDay={
        pages && {
          at: getMoment,
          amount: ({ paidAt, amount, reversed = 0 }) =>
            paidAt === null ? null : kobo(amount - reversed),
          pages,
        }
      }
    />
  )
}

/** Rows of narrow screens name the other states. */
export const isNormal = (status: string) => status === 'success'

const getMoment = ({ paidAt, createdAt }: DonationListItem) => paidAt ?? createdAt

/** Where the donation is, and where its donor reads the receipt and requests a refund. */
function OwnLinks({ own }: { own: NonNullable<DonationListItem['own']> }) {
  const { row: text } = myDonationsText
  const { accessCode, receipt, payout, refunds, canRefund } = own
  return (
    <span className="block closed:hidden">
      {payout && (
        <span className="mt-1 block text-sm text-muted">
          {donationProgressText.payout[payout.state]}
          {payout.state === 'paid-out' && ` ${describePaidOut(payout)}`}
        </span>
      )}
      {refunds.map(({ id, amount, state }) => (
        <span key={id} className="mt-1 block text-sm text-muted">
          {donationProgressText.refund({ amount: formatNaira(amount) })}:{' '}
          {donationProgressText.states[state]}
        </span>
      ))}
      <Link to={donationPath(accessCode)} reloadDocument className="link mt-1 block py-1 text-sm">
        {receipt === null ? text.open : text.receipt({ number: receipt })}
      </Link>
      {canRefund && (
        <Link to={requestRefundPath(accessCode)} reloadDocument className="link block py-1 text-sm">
          {text.refund}
        </Link>
      )}
    </span>
  )
}

/** Specification §4: success green, failed red, abandoned yellow; never colour alone. */
const styles: Record<DonationStatus, { tone: Tone; icon: LucideIcon }> = {
  success: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  abandoned: { tone: 'warning', icon: CircleDashed },
  pending: { tone: 'info', icon: Clock },
  processing: { tone: 'info', icon: Clock },
  reversed: { tone: 'neutral', icon: Undo2 },
  refunded: { tone: 'neutral', icon: Undo2 },
  'partially refunded': { tone: 'neutral', icon: Undo2 },
  disputed: { tone: 'warning', icon: CircleAlert },
}

type BadgeProps = { status: string; isWithdrawn?: boolean }

/** The status of a donation, from the donor's view where all was refunded. An unknown status is shown unchanged (readings M5). */
export function StatusBadge({ status, isWithdrawn: isAllBack = false }: BadgeProps) {
  const match = donationStatuses.find((each) => each === status)
  const { tone, icon: Icon } = match
    ? styles[match]
    : { tone: 'neutral' as const, icon: CircleAlert }
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {isAllBack ? donationProgressText.withdrawn : statusName(status)}
    </Badge>
  )
}
