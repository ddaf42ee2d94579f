import { Download, HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'

import {
  campaignMoneySchema,
  receivedGiftsSchema,
  type CampaignMoney,
  type ReceivedGift,
} from '#shared/campaign-money.ts'

import { apiOf } from '../../api/client.ts'
import { settle } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NotFound } from '../../features/dashboard/not-found.tsx'
import { Pager } from '../../features/dashboard/pager.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons, StatSkeletons } from '../../features/dashboard/skeletons.tsx'
import { CancelCampaign } from '../../features/payouts/cancel-campaign.tsx'
import { GiftChart } from '../../features/payouts/donation-chart.tsx'
import { GiftTable } from '../../features/payouts/donation-table.tsx'
import { MoneySums } from '../../features/payouts/money-sums.tsx'
import { RefundProgress } from '../../features/payouts/refund-progress.tsx'
import { ThanksDialog } from '../../features/payouts/thanks-dialog.tsx'
import { StatusBadge } from '../../features/transaction/status-badge.tsx'
import { campaignPath } from '../../paths.ts'
import { moneyText } from '../../text/payouts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const after = new URL(request.url).searchParams.get('after')
  const query = after === null ? '' : `?${new URLSearchParams({ after })}`
  const path = `/campaigns/${encodeURIComponent(params.id ?? '')}`
  const api = apiOf(context)
  return {
    place: query,
    money: settle(api.get(`${path}/money`, campaignMoneySchema)),
    gifts: settle(api.get(`${path}/gifts${query}`, receivedGiftsSchema)),
  }
}

/** What a campaign has received and where it is, for its owner. */
export function Component() {
  const { money } = useLoaderData<typeof loader>()
  const text = moneyText
  return (
    <Loaded
      of={money}
      failed={text.failed}
      missing={<NotFound />}
      header={<h1 className="sr-only">{text.title}</h1>}
      skeleton={<StatSkeletons label={text.loading} />}
    >
      {(known) => <Money money={known} />}
    </Loaded>
  )
}

function Money({ money }: { money: CampaignMoney }) {
  const text = moneyText
  const { campaign, sums, settled, days, cancellation } = money
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
      <MoneySums sums={sums} settled={settled} isOwner={campaign.isOwner} />
      <GiftChart days={days} />
      <Gifts campaign={campaign} hasGifts={sums.gifts > 0} />
      {campaign.canCancel && (
        <CancelCampaign campaignId={campaign.id} onCancelled={() => void revalidate()} />
      )}
    </div>
  )
}

/** undefined: nobody is being thanked. */
type Thanked = ReceivedGift | null | undefined

type GiftsProps = { campaign: CampaignMoney['campaign']; hasGifts: boolean }

function Gifts({ campaign, hasGifts }: GiftsProps) {
  const { id, isOwner } = campaign
  const text = { ...moneyText.gifts, ...(!isOwner && moneyText.others.gifts) }
  const { gifts, place } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [thanked, setThanked] = useState<Thanked>()
  if (!hasGifts) return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <section aria-labelledby="gifts" className="space-y-4">
      <GiftsHeader campaign={campaign} onThank={() => setThanked(null)} />
      <Loaded
        key={place}
        of={gifts}
        failed={text.failed}
        skeleton={<RowSkeletons label={text.loading} />}
      >
        {(page) => (
          <>
            <GiftTable
              gifts={page.gifts}
              statusOf={(status) => <StatusBadge status={status} />}
              isOwner={isOwner}
              onThank={isOwner ? setThanked : undefined}
            />
            <Pager next={page.next} />
          </>
        )}
      </Loaded>
      {thanked !== undefined && (
        <ThanksDialog
          campaignId={id}
          gift={thanked}
          onSent={() => {
            setThanked(undefined)
            void revalidate()
          }}
          onClose={() => setThanked(undefined)}
        />
      )}
    </section>
  )
}

type HeaderProps = Pick<GiftsProps, 'campaign'> & { onThank: () => void }

function GiftsHeader({ campaign: { id, isOwner }, onThank }: HeaderProps) {
  const { gifts: text, thanks } = moneyText
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="gifts" className="text-xl font-bold">
        {text.title}
      </h2>
      <div className="flex flex-wrap gap-3">
        {isOwner && (
          <Button variant="quiet" onClick={onThank}>
            <HeartHandshake size={18} aria-hidden="true" />
            {thanks.open}
          </Button>
        )}
        <a
          href={`/api/campaigns/${encodeURIComponent(id)}/gifts.csv`}
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
