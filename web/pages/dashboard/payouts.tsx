import { HeartHandshake } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { lagosDay } from '#shared/day.ts'
import { formatNaira, type Kobo, kobo } from '#shared/money.ts'
import type { PayoutStop } from '#shared/payout-stop.ts'
import type {
  CampaignPayouts,
  ReceivedDonation,
  RefundableDonation,
  PayoutItem,
} from '#shared/payouts.ts'
import type { DonationSources as SourceList } from '#shared/personal-link.ts'
import { useLoaderData, useRevalidator, Link } from '#web/router/navigate.tsx'

import { browserApi } from '../../api/client.ts'
import { FormDialog, ReasonDialog } from '../../forms/form-dialog.tsx'
import { useIdempotencyKey } from '../../forms/use-idempotency-key.ts'
import { campaignPath } from '../../navigation/paths.ts'
import { formatMoment, formatDay, formatShortMoment } from '../../format/day.ts'
import { isWithdrawn } from '../../format/status-name.ts'
import { payoutStopText } from '../../text/payout-stop.ts'
import { payoutsText } from '../../text/payouts.ts'
import { formatCount } from '../../text/language.ts'
import { shareKitText } from '../../text/share-kit.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import {
  ShortMoment,
  type Column,
  DataTable,
  DateInTable,
  type ByDay,
  NameAndAddress,
} from '../../ui/data-table.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState, Progress } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Loaded, PanelSkeletons } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader, Pager, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { RefundDialog } from '../parts/refund/refund-dialog.tsx'
import { RefundTimelines } from '../parts/refund/refund-timelines.tsx'
import { StatusBadge, isNormal } from '../parts/transaction/transaction-table.tsx'
import type { loader } from './payouts.data.ts'
import { DonationChart } from './payouts/donation-chart.tsx'
import { useApiForm } from '../../forms/api-form.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { refundStaffText } from '../../text/refund-staff.ts'
import { Section } from '../../ui/section.tsx'

/** Donations and payouts of a campaign, for its owner and admins. */
export function Component() {
  const { payouts } = useLoaderData<typeof loader>()
  const text = payoutsText
  return (
    <Loaded
      data={payouts}
      text={text}
      header={<HiddenHeader title={text.title} />}
      skeleton={PanelSkeletons}
    >
      {(loaded) => <Payouts payouts={loaded} />}
    </Loaded>
  )
}

function Payouts({ payouts }: { payouts: CampaignPayouts }) {
  const text = payoutsText
  const { campaign, sums, payouts: position, stops, newest, days, cancellation, monthly } = payouts
  const { revalidate } = useRevalidator()
  return (
    <div className="space-y-4 sm:space-y-6">
      <ScreenHeader
        title={text.title}
        subtitle={
          <span className="wrap-anywhere">{text.subtitle({ campaign: campaign.title })}</span>
        }
        action={
          <Link to={campaignPath(campaign.id)} className="link py-2">
            {text.back}
          </Link>
        }
      />
      {cancellation && <RefundProgress cancellation={cancellation} />}
      <PayoutStops stops={stops} />
      <PayoutSums sums={sums} payouts={position} isOwner={campaign.isOwner} />
      {monthly && (
        <p className="card p-4 sm:p-5">
          {text.monthly({ amount: formatNaira(monthly.amount), count: monthly.donors })}
        </p>
      )}
      {newest.length > 0 && <PayoutList payouts={newest} campaignId={campaign.id} />}
      <DonationChart days={days} goal={campaign.goal} />
      <Sources />
      <Donations campaign={campaign} hasDonations={sums.donations > 0} />
      {campaign.canCancel && (
        <CancelCampaign campaignId={campaign.id} onCancelled={() => void revalidate()} />
      )}
    </div>
  )
}

function Sources() {
  const { sources } = useLoaderData<typeof loader>()
  const text = payoutsText
  return (
    <Loaded data={sources} text={text} skeleton={null}>
      {(loaded) => <DonationSources {...loaded} />}
    </Loaded>
  )
}

type DonationsProps = { campaign: CampaignPayouts['campaign']; hasDonations: boolean }

function Donations({ campaign, hasDonations }: DonationsProps) {
  const { id, isOwner, canThank } = campaign
  const text = { ...payoutsText.donations, ...(!isOwner && payoutsText.forAdmin.donations) }
  const { donations, query } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  /** The donation to thank for. Null: several donations. Undefined: the dialog is closed. */
  const [thanked, setThanked] = useState<ReceivedDonation | null>()
  const [refunded, setRefunded] = useState<RefundableDonation>()
  if (!hasDonations) return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <section aria-labelledby="donations" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="donations" className="text-xl font-bold">
          {text.title}
        </h2>
        {canThank && (
          <Button variant="quiet" onClick={() => setThanked(null)}>
            <HeartHandshake size={18} aria-hidden="true" />
            {payoutsText.thankYou.open}
          </Button>
        )}
      </div>
      <Loaded key={query} data={donations} text={text}>
        {(page) => (
          <>
            <DonationTable
              donations={page.donations}
              renderStatus={({ status, amount, refunds }) => (
                <>
                  <StatusBadge
                    status={status}
                    isWithdrawn={isWithdrawn({ status, amount, refunds })}
                  />
                  <span className="block closed:hidden">
                    <RefundTimelines refunds={refunds} />
                  </span>
                </>
              )}
              pages={{ isFirst: query === '', isLast: page.next === null }}
              isOwner={isOwner}
              onThank={canThank ? setThanked : undefined}
              onRefund={setRefunded}
            />
            <div className="flex flex-wrap gap-3">
              <Pager next={page.next} />
              <DownloadLink href={`/api/campaigns/${encodeURIComponent(id)}/donations.csv`}>
                {text.export}
              </DownloadLink>
            </div>
          </>
        )}
      </Loaded>
      {thanked !== undefined && (
        <ThankYouDialog
          campaignId={id}
          donation={thanked}
          onSent={() => {
            setThanked(undefined)
            void revalidate()
          }}
          onClose={() => setThanked(undefined)}
        />
      )}
      {refunded && (
        <RefundDialog
          donation={refunded}
          onDone={() => {
            setRefunded(undefined)
            void revalidate()
          }}
          onClose={() => setRefunded(undefined)}
        />
      )}
    </section>
  )
}

type PayoutSumsProps = Pick<CampaignPayouts, 'payouts'> & {
  sums: Omit<CampaignPayouts['sums'], 'donations'>
  isOwner: boolean
}

const positions = ['due', 'held', 'paidOut', 'owedBack'] as const

/** The sums of a campaign, or of all campaigns of a person, and how much of the owner's share has been paid out. */
export function PayoutSums({ sums, payouts: position, isOwner }: PayoutSumsProps) {
  const { forAdmin } = payoutsText
  const text = { ...payoutsText.sums, ...(!isOwner && forAdmin.sums) }
  const payouts = { ...payoutsText.payouts, ...(!isOwner && forAdmin.payouts) }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card>
        <h2 className="text-xl font-bold">{text.title}</h2>
        <details className="filters mt-1 lg:mt-4">
          <summary className="link w-fit">{text.calculation}</summary>
          <dl className="divide-y divide-line">
            <Sum name={text.donated} amount={sums.donated} />
            <Sum sign="−" name={text.refunded} amount={sums.reversed} />
            <Sum name={text.raised} amount={sums.raised} isMain />
            <Sum sign="−" name={text.fees} amount={sums.fees} />
            <Sum sign="−" name={text.platform} amount={sums.platform} />
            {sums.other !== 0 && <Sum sign="+" name={text.other} amount={sums.other} />}
          </dl>
        </details>
        <dl className="border-line lg:border-t">
          <Sum name={text.net} amount={sums.net} isMain />
        </dl>
        <p className="text-sm text-muted">{text.netHint}</p>
      </Card>
      <Card>
        <h2 className="text-xl font-bold">{payouts.title}</h2>
        <dl className="mt-2 divide-y divide-line lg:mt-4">
          {positions
            .filter((each) => position[each] > 0 || each === 'due' || each === 'paidOut')
            .map((each) => (
              <Sum
                key={each}
                name={
                  each === 'due' && position.due > 0
                    ? payouts.dueBy({ day: formatDay(position.dueBy) })
                    : payouts.position[each]
                }
                amount={position[each]}
              />
            ))}
        </dl>
        {position.owedBack > 0 && <p className="mt-3 text-sm">{payouts.owedBackHint}</p>}
        <p className="mt-3 text-sm text-muted">{payouts.hint}</p>
      </Card>
    </div>
  )
}

type SumProps = { name: string; amount: Kobo; isMain?: boolean; sign?: '−' | '+' }

/** `sign` says how the sum enters the next total. */
function Sum({ name, amount, isMain, sign }: SumProps) {
  return (
    <div
      className={`flex flex-wrap justify-between gap-x-6 py-2 lg:py-2.5 ${isMain ? 'font-bold' : ''}`}
    >
      <dt className={isMain ? '' : 'text-muted'}>{name}</dt>
      <dd className="money ml-auto text-right">
        {amount > 0 && sign}
        {formatNaira(amount)}
      </dd>
    </div>
  )
}

type PayoutStopsProps = { stops: PayoutStop[] }

/** What is held, why and until when. */
export function PayoutStops({ stops }: PayoutStopsProps) {
  const text = payoutStopText
  if (stops.length === 0) return null
  return (
    <Card className="space-y-3 border-warning p-5 sm:p-6">
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p>
        {stops.some(({ kind }) => kind === 'freeze' || kind === 'cancelled')
          ? text.closed
          : text.intro}
      </p>
      <ul className="grid gap-3">
        {stops.map(({ kind, since, until }) => (
          <li key={kind}>
            <p className="font-semibold">{text.reasons[kind]}</p>
            <p className="text-sm text-muted">
              {text.since({ moment: formatMoment(since) })},{' '}
              {until === null ? text.open : text.until({ moment: formatMoment(until) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type RefundProgressProps = { cancellation: NonNullable<CampaignPayouts['cancellation']> }

export function RefundProgress({ cancellation }: RefundProgressProps) {
  const { cancellation: text } = payoutsText
  const { donations, refunded, inProgress, waiting, failed, nextAt } = cancellation
  const { needsAttention, givenUp } = cancellation
  return (
    <Card className="space-y-3 border-warning p-5 sm:p-6">
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p>{text.text}</p>
      <Progress value={refunded} max={donations} label={text.label} />
      <p>
        {text.counts({
          donations: formatCount(donations),
          refunded: formatCount(refunded),
          inProgress: formatCount(inProgress),
        })}
      </p>
      {waiting + failed > 0 && (
        <p className="text-sm text-muted">
          {text.pending({ waiting: formatCount(waiting), failed: formatCount(failed) })}{' '}
          {nextAt !== null && (
            <>
              {text.next} <ShortMoment iso={nextAt} />.
            </>
          )}
        </p>
      )}
      {needsAttention > 0 && (
        <p className="text-sm">{text.attention({ count: formatCount(needsAttention) })}</p>
      )}
      {givenUp > 0 && <p className="text-sm">{text.givenUp({ count: formatCount(givenUp) })}</p>}
    </Card>
  )
}

type CancelCampaignProps = { campaignId: string; onCancelled: () => void }

/** Cancels a campaign and refunds every donation. For admins; owner and donors read the reason. */
export function CancelCampaign({ campaignId, onCancelled }: CancelCampaignProps) {
  const { cancel: text } = payoutsText
  const [isOpen, setOpen] = useState(false)
  const cancel = async (reason: string) => {
    const answer = await browserApi.post('/campaigns/:id/cancel', { reason }, { id: campaignId })
    toast(answer && 'waits' in answer ? text.waits : text.done)
    setOpen(false)
    onCancelled()
  }
  return (
    <>
      <Button variant="quiet-danger" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      <ReasonDialog
        open={isOpen}
        title={text.open}
        text={text.hint}
        label={text.reason}
        confirmLabel={text.confirm}
        cancelLabel={text.keep}
        variant="danger"
        schema="reasonSchema"
        maxLength={500}
        onSend={cancel}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

export function DonationSources({ sources }: SourceList) {
  const { sources: text } = shareKitText
  // A single source says nothing that the sums do not say.
  if (sources.length < 2) return null
  return (
    <Section id="sources" title={text.title} className="space-y-4">
      <DataTable
        caption={text.caption}
        columns={[
          { header: text.source, cell: ({ kind }) => text.kinds[kind] },
          { header: text.raised, numeric: true, cell: ({ raised }) => formatNaira(raised) },
          { header: text.donations, numeric: true, cell: ({ donations }) => donations },
        ]}
        rows={sources}
        rowKey={({ kind }) => kind}
      />
    </Section>
  )
}

type Props = {
  campaignId: string
  /** The donation to thank for. Null: all donations of at least an amount, which the form asks for. */
  donation: { id: string } | null
  onSent: () => void
  onClose: () => void
}

/** An owner's thank-you message, which Ajo sends to the donors. */
export function ThankYouDialog({ campaignId, donation, onSent, onClose }: Props) {
  const { thankYou: text } = payoutsText
  const withKey = useIdempotencyKey()
  const { field, ...form } = useApiForm({
    schema: 'thankYouFormSchema',
    defaultValues: { message: '', ...(donation === null && { minimum: '1,000' }) },
    onSubmit: async ({ message, minimum }) => {
      const path = '/campaigns/:id/thank-you-messages'
      const body = donation ? { message, donation: donation.id } : { message, minimum }
      const { recipients } = await withKey((headers) =>
        browserApi.post(path, body, { id: campaignId }, headers),
      )
      toast(text.sent({ count: recipients }))
      onSent()
    },
  })
  return (
    <FormDialog
      open
      title={donation ? text.titleOne : text.titleMany}
      text={text.hint}
      form={form}
      submit={text.send}
      onClose={onClose}
    >
      {donation === null && <MoneyField label={text.minimum} {...field('minimum')} />}
      <TextAreaField label={text.message} rows={6} maxLength={2_000} {...field('message')} />
    </FormDialog>
  )
}

type PayoutListProps = { payouts: PayoutItem[]; campaignId: string }

/** What reached the organiser's bank account, as it is on the bank's statement. */
function PayoutList({ payouts, campaignId }: PayoutListProps) {
  const { list: text } = payoutsText
  const amounts = ['gross', 'deducted', 'net'] as const
  const columns: Column<PayoutItem>[] = [
    {
      header: text.day,
      place: 'title',
      cell: ({ day }) => <DateInTable dateTime={day} text={formatDay(day)} />,
    },
    {
      header: text.settlement,
      cell: ({ settlement }) => <span className="whitespace-nowrap">{settlement}</span>,
    },
    {
      header: text.bank,
      place: 'line',
      cell: ({ last4 }) => (last4 === null ? '' : text.accountEnding({ last4 })),
    },
    ...amounts.map((name) => ({
      header: text[name],
      numeric: true,
      place: name === 'net' ? ('sum' as const) : ('detail' as const),
      cell: (payout: PayoutItem) => formatNaira(payout[name]),
    })),
    {
      header: text.donations,
      numeric: true,
      place: 'detail',
      cell: ({ donations }) => formatCount(donations),
    },
  ]
  return (
    <Section id="payouts" title={text.title} className="space-y-4">
      <DataTable
        caption={text.caption}
        columns={columns}
        rows={payouts}
        rowKey={({ settlement }) => settlement}
        fold={{ after: 1, text: payoutsText.donations }}
      />
      <p className="text-sm text-muted">{text.hint}</p>
      <DownloadLink href={`/api/campaigns/${encodeURIComponent(campaignId)}/payouts.csv`}>
        {text.export}
      </DownloadLink>
    </Section>
  )
}

type TableProps = {
  donations: RefundableDonation[]
  /** Its status and refunds. */
  renderStatus: (donation: RefundableDonation) => ReactNode
  pages: ByDay<RefundableDonation>['pages']
  isOwner: boolean
  /** Undefined for admins, who cannot thank donors. */
  onThank: ((donation: ReceivedDonation) => void) | undefined
  onRefund: (donation: RefundableDonation) => void
}

function DonationTable({ donations, renderStatus, pages, isOwner, onThank, onRefund }: TableProps) {
  const text = { ...payoutsText.donations, ...(!isOwner && payoutsText.forAdmin.donations) }
  const columns: Column<RefundableDonation>[] = [
    { header: text.donor, cell: (donation) => <Donor donation={donation} /> },
    { header: text.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    { header: text.net, numeric: true, cell: ({ net }) => formatNaira(net) },
    {
      header: text.status,
      place: ({ status }) => (isNormal(status) ? 'detail' : 'note'),
      cell: renderStatus,
    },
    { header: text.payout, place: 'line', cell: describePayout },
    {
      header: text.date,
      place: ({ status }) => (isNormal(status) ? 'note' : 'detail'),
      cell: ({ paidAt }) => <ShortMoment iso={paidAt} />,
    },
    {
      header: text.actions,
      cell: (donation) => {
        const { canThank, refundable } = donation
        if (refundable === 0 && !(onThank && canThank)) return null
        return (
          <span className="flex flex-wrap justify-end gap-2 tabular:flex-nowrap tabular:justify-start">
            {onThank && canThank && (
              <RowButton
                donation={donation}
                describe={text.thankDonor}
                onPress={() => onThank(donation)}
              >
                {text.thank}
              </RowButton>
            )}
            {refundable > 0 && (
              <RowButton
                donation={donation}
                describe={refundStaffText.openOne}
                onPress={() => onRefund(donation)}
              >
                {refundStaffText.open}
              </RowButton>
            )}
          </span>
        )
      },
    },
  ]
  return (
    <DataTable
      caption={text.caption}
      columns={columns}
      rows={donations}
      rowKey={({ id }) => id}
      fold={{ after: 6, text }}
      byDay={{
        at: ({ paidAt }) => paidAt,
        amount: ({ amount, reversed }) => kobo(amount - reversed),
        pages,
      }}
    />
  )
}

function Donor({ donation: { donor, email, message } }: { donation: ReceivedDonation }) {
  return (
    <>
      <NameAndAddress name={donor} address={email} />
      {message !== '' && (
        <span className="block text-sm font-normal whitespace-pre-line text-muted">{message}</span>
      )}
    </>
  )
}

function describePayout({ settlement, settledAt }: ReceivedDonation) {
  if (settlement !== 'paid-out' || settledAt === null) return payoutsText.payouts.states[settlement]
  const date = formatDay(lagosDay(new Date(settledAt)))
  return <DateInTable dateTime={settledAt} text={payoutsText.donations.paidOutOn({ date })} />
}

type RowButtonProps = {
  donation: ReceivedDonation
  /** Names the button among those of the other rows. */
  describe: (donation: { amount: string; date: string }) => string
  onPress: () => void
  children: string
}

function RowButton({ donation, describe, onPress, children }: RowButtonProps) {
  const amount = formatNaira(donation.amount)
  const date = formatShortMoment(donation.paidAt)
  return (
    <Button
      variant="quiet"
      aria-label={describe({ amount, date })}
      onClick={onPress}
      className="text-sm tabular:min-h-11 tabular:px-3"
    >
      {children}
    </Button>
  )
}
