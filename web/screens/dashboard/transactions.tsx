import { useCallback } from 'react'
import {
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
} from 'react-router'

import { transactionsSchema, transactionTabs, type Transaction } from '#shared/donation.ts'

import { apiOf } from '../../api/client.ts'
import { settle } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { Pager } from '../../features/dashboard/pager.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../features/dashboard/skeletons.tsx'
import { PaymentOutcome } from '../../features/transaction/payment-outcome.tsx'
import { TransactionTable } from '../../features/transaction/transaction-table.tsx'
import { campaignMoneyPath, campaignPath, paths } from '../../paths.ts'
import { receiptText } from '../../text/receipt.ts'
import { transactionText } from '../../text/transaction.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'

type Tab = (typeof transactionTabs)[number]

/** Who comes back from paying sees what they gave; everybody else begins with what they received (readings A5). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const search = new URL(request.url).searchParams
  // The payment provider appends its `reference` when it sends a donor back.
  const receipt = search.get('receipt') ?? search.get('reference')
  const tab: Tab = (search.get('tab') ?? (receipt && 'given')) === 'given' ? 'given' : 'received'
  const after = search.get('after')
  const query = new URLSearchParams({ tab, ...(after !== null && { after }) })
  const transactions = settle(apiOf(context).get(`/transactions?${query}`, transactionsSchema))
  return { tab, receipt, place: `${query}`, transactions }
}

export function Component() {
  const text = transactionText
  const { tab, receipt, place, transactions } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const readAgain = useCallback(() => void revalidate(), [revalidate])
  const list = (
    <Loaded
      key={place}
      of={transactions}
      failed={text.failed}
      failedToast={text.failed}
      skeleton={<RowSkeletons label={text.loading} />}
    >
      {(page) => (
        <>
          <TransactionList tab={tab} transactions={page.transactions} />
          <Pager next={page.next} />
        </>
      )}
    </Loaded>
  )
  return (
    <>
      <ScreenHeader
        title={text.title}
        subtitle={tab === 'given' ? text.givenSubtitle : text.subtitle}
        action={<Downloads tab={tab} />}
      />
      {receipt !== null && <PaymentOutcome key={receipt} receipt={receipt} onSettled={readAgain} />}
      <Tabs
        label={text.title}
        selected={transactionTabs.indexOf(tab)}
        onSelect={(index) => void navigate({ search: `?tab=${transactionTabs[index]}` })}
        tabs={transactionTabs.map((name) => ({
          name: text.tabs[name],
          content: name === tab && list,
        }))}
      />
    </>
  )
}

function Downloads({ tab }: { tab: Tab }) {
  return (
    <div className="flex flex-wrap gap-3">
      {tab === 'given' && (
        <Link to={paths.statement} className={buttonClass('quiet')}>
          {receiptText.statement.link}
        </Link>
      )}
      <a href={`/api/transactions/export.csv?tab=${tab}`} download className={buttonClass('quiet')}>
        {transactionText.export}
      </a>
    </div>
  )
}

function TransactionList({ tab, transactions }: { tab: Tab; transactions: Transaction[] }) {
  const text = transactionText
  if (transactions.length > 0)
    return (
      <TransactionTable
        caption={text.caption[tab]}
        transactions={transactions}
        linkTo={tab === 'received' ? campaignMoneyPath : campaignPath}
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
