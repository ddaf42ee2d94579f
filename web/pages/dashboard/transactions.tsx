import { useCallback, useMemo } from 'react'

import type { DonationListItem } from '#shared/donation.ts'
import { donationListTabs } from '#shared/donation-list-tabs.ts'
import type { MyDonations as Mine } from '#shared/overview.ts'
import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'

import { mapArriving, type Arriving } from '../../api/outcome.ts'
import { CampaignProgress } from '../parts/campaign/campaign-card.tsx'
import { Loaded, RowSkeletons } from '../parts/dashboard/loaded.tsx'
import { Pager, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { GivenSums, SupportedCampaigns } from './transactions/donor-panel.tsx'
import { PaymentOutcome } from './transactions/payment-outcome.tsx'
import { OwnDonations, TransactionTable } from '../parts/transaction/transaction-table.tsx'
import { payoutsPath, campaignPath, paths } from '../../navigation/paths.ts'
import { myDonationsText } from '../../text/my-donations.ts'
import { transactionText } from '../../text/transaction.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Tab, loader } from './transactions.data.ts'
import { browserApi } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'

export function Component() {
  const text = transactionText
  const { tab, reference, query, donations, mine } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => void revalidate(), [revalidate])
  const list = (
    <div className="space-y-6">
      {mine && <MyDonations mine={mine} onClaimed={reload} />}
      <Loaded
        key={query}
        data={donations}
        failed={text.failed}
        failedToast={text.failed}
        skeleton={<RowSkeletons label={text.loading} />}
      >
        {(page) => (
          <>
            <TransactionList tab={tab} {...page} />
            <div className="flex flex-wrap items-end gap-3">
              <Pager next={page.next} />
              <Downloads tab={tab} />
            </div>
          </>
        )}
      </Loaded>
      {mine && <Supported mine={mine} />}
    </div>
  )
  return (
    <>
      <ScreenHeader
        title={text.title}
        subtitle={tab === 'given' ? text.givenSubtitle : text.subtitle}
      />
      {reference !== null && (
        <PaymentOutcome key={reference} reference={reference} onFinal={reload} />
      )}
      <Tabs
        label={text.title}
        selected={donationListTabs.indexOf(tab)}
        onSelect={(index) => void navigate({ search: `?tab=${donationListTabs[index]}` })}
        tabs={donationListTabs.map((name) => ({
          name: text.tabs[name],
          content: name === tab && list,
        }))}
      />
    </>
  )
}

type MineProps = { mine: Arriving<Mine> }

/** What the person gave in all, and earlier donations that may be added. */
function MyDonations({ mine, onClaimed }: MineProps & { onClaimed: () => void }) {
  const text = myDonationsText
  return (
    <Loaded data={mine} failed={text.failed} skeleton={null}>
      {(given) => (
        <>
          <ClaimDonations count={given.claimable} onClaimed={onClaimed} />
          {given.donations > 0 && <GivenSums given={given} />}
        </>
      )}
    </Loaded>
  )
}

/** An error is shown once, above the list. */
function Supported({ mine }: MineProps) {
  const campaigns = useMemo(
    () => mapArriving(mine, (outcome) => ('value' in outcome ? outcome.value.campaigns : [])),
    [mine],
  )
  return (
    <Loaded data={campaigns} failed={myDonationsText.failed} skeleton={null}>
      {(supported) => (
        <SupportedCampaigns
          campaigns={supported}
          heading="h2"
          renderCampaign={(campaign) => (
            <CampaignProgress campaign={campaign} to={campaignPath(campaign.id)} />
          )}
        />
      )}
    </Loaded>
  )
}

function Downloads({ tab }: { tab: Tab }) {
  return (
    <div className="flex flex-wrap gap-3">
      {tab === 'given' && (
        <Link to={paths.statement} className="link py-3">
          {transactionText.statement}
        </Link>
      )}
      <a href={`/api/transactions/export.csv?tab=${tab}`} download className="link py-3">
        {transactionText.export}
      </a>
    </div>
  )
}

type ListProps = { tab: Tab; donations: DonationListItem[]; next: string | null }

function TransactionList({ tab, donations, next }: ListProps) {
  const text = transactionText
  const search = useSearchParams()
  const Table = tab === 'given' ? OwnDonations : TransactionTable
  if (donations.length > 0)
    return (
      <Table
        caption={text.caption[tab]}
        donations={donations}
        pages={{ isFirst: !search.has('after'), isLast: next === null }}
        linkTo={({ campaign }) => (tab === 'received' ? payoutsPath : campaignPath)(campaign.id)}
      />
    )
  return (
    <EmptyState
      title={text.none}
      text={text.noneHint[tab]}
      action={
        <Link
          to={tab === 'given' ? paths.campaigns : paths.profile}
          className={buttonClass('quiet')}
        >
          {text.noneAction[tab]}
        </Link>
      }
    />
  )
}

type Props = {
  /** How many donations the account may claim. */
  count: number
  onClaimed: () => void
}

/** Offers donations that were made with the account's address before there was an account. */
function ClaimDonations({ count, onClaimed }: Props) {
  const { claim: text } = myDonationsText
  const { run, busy } = useApiAction()
  if (count === 0) return null
  const claim = () =>
    run(async () => {
      const { claimed } = await browserApi.post('/my-donations/claim')
      toast(text.done({ count: claimed }))
      onClaimed()
    })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-bold">{text.title}</h2>
        <p className="text-sm text-muted">{text.text({ count })}</p>
      </div>
      <Button onClick={() => void claim()} busy={busy}>
        {text.button}
      </Button>
    </Card>
  )
}
