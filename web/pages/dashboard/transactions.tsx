import { useCallback, useMemo, useEffect, useState } from 'react'
import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'

import type { DonationListItem, DonationDetails } from '#shared/donation.ts'
import { donationListTabs } from '#shared/donation-list-tabs.ts'
import type { MyDonations as Mine } from '#shared/overview.ts'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
  Link,
} from '#web/router/navigate.tsx'
import { formatNairaInText } from '#shared/money.ts'

import { Loaded } from '../parts/dashboard/loaded.tsx'
import { Pager, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { GivenSums, SupportedCampaigns } from './transactions/donor-panel.tsx'
import { MonthlyDonations } from '../parts/transaction/monthly-donations.tsx'
import { OwnDonations, TransactionTable } from '../parts/transaction/transaction-table.tsx'
import {
  payoutsPath,
  campaignPath,
  paths,
  donatePath,
  donationPath,
} from '../../navigation/paths.ts'
import { myDonationsText } from '../../text/my-donations.ts'
import { transactionText } from '../../text/transaction.ts'
import { buttonClass, Button, Spinner } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Tab, loader } from './transactions.data.ts'
import { mapArriving, type Arriving, browserApi } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { ApiError, clientError } from '../../api/api-error.ts'
import { forgetPaidDonation } from '../../navigation/carried-donation.ts'

export function Component() {
  const text = transactionText
  const { tab, reference, query, donations, mine } = useLoaderData<typeof loader>()
  const isLargest = useSearchParams().has('order')
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => void revalidate(), [revalidate])
  const list = (
    <div className="space-y-6">
      {mine && <MyDonations mine={mine} onClaimed={reload} />}
      <Loaded key={query} data={donations} text={text} failedToast={text.failed}>
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
        action={
          tab === 'received' && (
            <Link to={{ search: isLargest ? '' : 'order=largest' }} className="link py-2.5">
              {isLargest ? text.newest : text.largest}
            </Link>
          )
        }
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
    <Loaded data={mine} text={text} skeleton={null}>
      {(given) => (
        <>
          <ClaimDonations count={given.claimable} onClaimed={onClaimed} />
          {given.donations > 0 && <GivenSums given={given} />}
          <MonthlyDonations monthly={given.monthly} />
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
    <Loaded data={campaigns} text={myDonationsText} skeleton={null}>
      {(supported) => <SupportedCampaigns campaigns={supported} heading="h2" />}
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
        pages={
          search.has('order') ? null : { isFirst: !search.has('after'), isLast: next === null }
        }
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

const pollMs = 3_000
const slowAfterAttempts = 10
const maxAttempts = 60

type PaymentOutcomeProps = {
  /** The provider's reference from the callback URL. It identifies the payment, but says nothing about its result. */
  reference: string
  /** Called when the status is final, so that the list of donations can be reloaded. */
  onFinal: () => void
}

/** The result of the payment that the donor returns from. Polls the server until the status is final (readings M6). */
function PaymentOutcome({ reference, onFinal }: PaymentOutcomeProps) {
  const text = transactionText.outcome
  const { donation, attempts, error, retry } = useDonation(reference, onFinal)
  return (
    <section aria-label={text.label} aria-live="polite" className="mb-6 min-h-48 sm:min-h-22">
      {error && !donation && <Unknown error={error} onRetry={retry} />}
      {!error && (!donation || isOpen(donation)) && (
        <Confirming slow={attempts > slowAfterAttempts} />
      )}
      {donation && !isOpen(donation) && <Result donation={donation} />}
    </section>
  )
}

function useDonation(reference: string, onFinal: () => void) {
  const [attempts, setAttempts] = useState(0)
  const [donation, setDonation] = useState<DonationDetails>()
  const [error, setError] = useState<ApiError>()

  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    browserApi.get('/donations/:id', { id: reference }).then(
      (response) => {
        if (!isCurrent) return
        setDonation(response)
        if (response.status === 'success') forgetPaidDonation(response.accessCode)
        if (!isOpen(response)) onFinal()
        else if (attempts < maxAttempts) timer = setTimeout(() => setAttempts(attempts + 1), pollMs)
      },
      (thrown: unknown) => {
        if (isCurrent) setError(thrown instanceof ApiError ? thrown : clientError(0, 'internal'))
      },
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [reference, attempts, onFinal])

  const retry = () => {
    setError(undefined)
    setAttempts((count) => count + 1)
  }
  return { donation, attempts, error, retry }
}

function isOpen({ status }: DonationDetails): boolean {
  return status === 'pending' || status === 'processing'
}

function Confirming({ slow }: { slow: boolean }) {
  const text = transactionText.outcome
  return (
    <div className="card flex items-start gap-3 p-4 sm:p-5">
      <Spinner className="mt-0.5 shrink-0 text-forest" />
      <div>
        <p className="font-semibold">{text.confirming}</p>
        <p className="text-sm text-muted">{slow ? text.slow : text.confirmingHint}</p>
      </div>
    </div>
  )
}

function Unknown({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const text = transactionText.outcome
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3 p-4 sm:p-5">
      <p className="font-medium text-danger">
        {error.code === 'not-found' ? text.missing : text.unknown}
      </p>
      {error.code !== 'not-found' && (
        <Button variant="quiet" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </div>
  )
}

function Result({ donation }: { donation: DonationDetails }) {
  const text = transactionText.outcome
  const { status, campaign } = donation
  const { Icon, className } = getStyle(status)
  return (
    <div
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 rounded-card p-4 sm:p-5 ${className}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <p className="min-w-0 flex-1 basis-52 font-semibold wrap-anywhere">{describe(donation)}</p>
      {status === 'success' ? (
        <Link to={donationPath(donation.accessCode)} className="font-semibold underline">
          {text.receipt}
        </Link>
      ) : (
        <Link to={donatePath(campaign.id)} className="font-semibold underline">
          {text.again}
        </Link>
      )}
    </div>
  )
}

function describe(donation: DonationDetails): string {
  const text = transactionText.outcome
  const { status, campaign } = donation
  const amount = formatNairaInText(donation.amount)
  if (status === 'success' || status === 'failed' || status === 'abandoned')
    return text[status]({ amount, title: campaign.title })
  return text.other({ amount, title: campaign.title, status })
}

function getStyle(status: string): { Icon: LucideIcon; className: string } {
  if (status === 'success') return { Icon: CircleCheck, className: 'bg-success-soft text-success' }
  if (status === 'failed') return { Icon: CircleX, className: 'bg-danger-soft text-danger' }
  return { Icon: CircleAlert, className: 'bg-warning-soft text-warning' }
}
