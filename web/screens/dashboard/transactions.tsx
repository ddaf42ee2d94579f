import { useCallback, useMemo } from 'react'
import {
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
} from 'react-router'

import { donationListSchema, donationListTabs, type DonationListItem } from '#shared/donation.ts'
import { myDonationsSchema, type MyDonations as Mine } from '#shared/overview.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome, type Outcome } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session/session.ts'
import { CampaignProgress } from '../../features/campaign/campaign-progress.tsx'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { Pager } from '../../features/dashboard/pager.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../features/dashboard/skeletons.tsx'
import { ClaimDonations } from '../../features/transaction/claim-donations.tsx'
import { GivenSums } from '../../features/transaction/given-sums.tsx'
import { PaymentOutcome } from '../../features/transaction/payment-outcome.tsx'
import { SupportedCampaigns } from '../../features/transaction/supported-campaigns.tsx'
import { TransactionTable } from '../../features/transaction/transaction-table.tsx'
import { payoutsPath, campaignPath, paths } from '../../navigation/paths.ts'
import { myDonationsText } from '../../text/my-donations.ts'
import { transactionText } from '../../text/transaction.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'

type Tab = (typeof donationListTabs)[number]

/** After a payment the tab 'Given' is open, otherwise 'Received' (readings A5). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const search = new URL(request.url).searchParams
  // The payment provider appends `reference` to the callback URL.
  const reference = search.get('reference')
  const tab: Tab = (search.get('tab') ?? (reference && 'given')) === 'given' ? 'given' : 'received'
  const after = search.get('after')
  const query = new URLSearchParams({ tab, ...(after !== null && { after }) })
  const api = getApi(context)
  const donations = toOutcome(api.get(`/transactions?${query}`, donationListSchema))
  const shown = { tab, reference, query: `${query}` }
  if (tab !== 'given' || after !== null) return { ...shown, donations, mine: null }
  const mine = toOutcome(api.get('/my-donations', myDonationsSchema))
  // The sums stand above the list, which would move if they arrived later.
  const both = Promise.all([donations, mine])
  return {
    ...shown,
    donations: both.then(([list]) => list),
    mine: both.then(([, sums]) => sums),
  }
}

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
            <TransactionList tab={tab} donations={page.donations} />
            <Pager next={page.next} />
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
        action={<Downloads tab={tab} />}
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

type MineProps = { mine: Promise<Outcome<Mine>> }

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
    () => mine.then((outcome) => ({ value: 'value' in outcome ? outcome.value.campaigns : [] })),
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
        <Link to={paths.statement} className={buttonClass('quiet')}>
          {transactionText.statement}
        </Link>
      )}
      <a href={`/api/transactions/export.csv?tab=${tab}`} download className={buttonClass('quiet')}>
        {transactionText.export}
      </a>
    </div>
  )
}

function TransactionList({ tab, donations }: { tab: Tab; donations: DonationListItem[] }) {
  const text = transactionText
  if (donations.length > 0)
    return (
      <TransactionTable
        caption={text.caption[tab]}
        donations={donations}
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
