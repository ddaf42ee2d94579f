import { Download, HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import type { CampaignPayouts, ReceivedDonation, RefundableDonation } from '#shared/payouts.ts'
import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'

import { Loaded } from '../parts/dashboard/loaded.tsx'
import { Missing } from '../parts/dashboard/missing.tsx'
import { Pager } from '../parts/dashboard/pager.tsx'
import { HiddenHeader, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { RowSkeletons, StatSkeletons } from '../parts/dashboard/skeletons.tsx'
import { CancelCampaign } from './payouts/cancel-campaign.tsx'
import { DonationChart } from './payouts/donation-chart.tsx'
import { DonationSources } from './payouts/donation-sources.tsx'
import { DonationTable } from './payouts/donation-table.tsx'
import { PayoutStops } from './payouts/payout-stops.tsx'
import { PayoutSums } from './payouts/payout-sums.tsx'
import { RefundProgress } from './payouts/refund-progress.tsx'
import { ThankYouDialog } from './payouts/thank-you-dialog.tsx'
import { RefundDialog } from '../parts/refund/refund-dialog.tsx'
import { RefundTimelines } from '../parts/refund/refund-timelines.tsx'
import { StatusBadge } from '../parts/transaction/status-badge.tsx'
import { campaignPath } from '../../navigation/paths.ts'
import { payoutsText } from '../../text/payouts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { loader } from './payouts.data.ts'

/** Donations and payouts of a campaign, for its owner and admins. */
export function Component() {
  const { payouts } = useLoaderData<typeof loader>()
  const text = payoutsText
  return (
    <Loaded
      data={payouts}
      failed={text.failed}
      missing={<Missing />}
      header={<HiddenHeader title={text.title} />}
      skeleton={<StatSkeletons label={text.loading} />}
    >
      {(loaded) => <Payouts payouts={loaded} />}
    </Loaded>
  )
}

function Payouts({ payouts }: { payouts: CampaignPayouts }) {
  const text = payoutsText
  const { campaign, sums, payouts: position, stops, days, cancellation } = payouts
  const { revalidate } = useRevalidator()
  return (
    <div className="space-y-6">
      <ScreenHeader
        title={text.title}
        subtitle={<span className="wrap-anywhere">{text.subtitle(campaign.title)}</span>}
        action={
          <Link to={campaignPath(campaign.id)} className="link py-2">
            {text.back}
          </Link>
        }
      />
      {cancellation && <RefundProgress cancellation={cancellation} />}
      <PayoutStops stops={stops} />
      <PayoutSums sums={sums} payouts={position} isOwner={campaign.isOwner} />
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
    <Loaded data={sources} failed={text.failed} skeleton={null}>
      {(loaded) => <DonationSources {...loaded} />}
    </Loaded>
  )
}

type DonationsProps = { campaign: CampaignPayouts['campaign']; hasDonations: boolean }

function Donations({ campaign, hasDonations }: DonationsProps) {
  const { id, isOwner } = campaign
  const text = { ...payoutsText.donations, ...(!isOwner && payoutsText.forAdmin.donations) }
  const { donations, query } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  /** The donation to thank for. Null: several donations. Undefined: the dialog is closed. */
  const [thanked, setThanked] = useState<ReceivedDonation | null>()
  const [refunded, setRefunded] = useState<RefundableDonation>()
  if (!hasDonations) return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <section aria-labelledby="donations" className="space-y-4">
      <DonationsHeader campaign={campaign} onThank={() => setThanked(null)} />
      <Loaded
        key={query}
        data={donations}
        failed={text.failed}
        skeleton={<RowSkeletons label={text.loading} />}
      >
        {(page) => (
          <>
            <DonationTable
              donations={page.donations}
              renderStatus={({ status, refunds }) => (
                <>
                  <StatusBadge status={status} />
                  <RefundTimelines refunds={refunds} />
                </>
              )}
              isOwner={isOwner}
              onThank={isOwner ? setThanked : undefined}
              onRefund={setRefunded}
            />
            <Pager next={page.next} />
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

type HeaderProps = Pick<DonationsProps, 'campaign'> & { onThank: () => void }

function DonationsHeader({ campaign: { id, isOwner }, onThank }: HeaderProps) {
  const { donations: text, thankYou } = payoutsText
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="donations" className="text-xl font-bold">
        {text.title}
      </h2>
      <div className="flex flex-wrap gap-3">
        {isOwner && (
          <Button variant="quiet" onClick={onThank}>
            <HeartHandshake size={18} aria-hidden="true" />
            {thankYou.open}
          </Button>
        )}
        <a
          href={`/api/campaigns/${encodeURIComponent(id)}/donations.csv`}
          download
          className={buttonClass('quiet')}
        >
          <Download size={18} aria-hidden="true" />
          {text.export}
        </a>
      </div>
    </div>
  )
}
