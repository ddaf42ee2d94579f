import type { DonationListItem } from '#shared/donation.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatNaira, kobo, type Kobo } from '#shared/money.ts'
import { terms } from '#shared/terms.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { nullIf } from '../../api/api-error.ts'
import { getApi } from '../../api/client.ts'
import { MonthlyDonations } from '../parts/transaction/monthly-donations.tsx'
import { OwnDonations } from '../parts/transaction/transaction-table.tsx'
import { TaskPage } from '../../layouts/task-page.tsx'
import {
  myDataLinkPath,
  myDonationsLinkPath,
  paths,
  publicCampaignPath,
} from '../../navigation/paths.ts'
import { myDonationsText } from '../../text/my-donations.ts'
import { receiptText } from '../../text/receipt.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'

const { link: text } = myDonationsText

/** A link that we did not create looks like one that has expired. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { token = '' } = params
  const after = new URL(request.url).searchParams.get('after')
  const page = getApi(context).get('/my-donations/:id', { id: token, after })
  return { token, page: await page.catch(nullIf('not-found')), isFirst: after === null }
}

/** The donations of a guest, opened from a mail. Works without script. */
export function Component() {
  const { title, link: text } = myDonationsText
  const { page } = useLoaderData<typeof loader>()
  return (
    <TaskPage title={title} width={page ? 'max-w-4xl' : 'max-w-xl'}>
      {page ? (
        <List />
      ) : (
        <DonePanel isRefused link={{ to: paths.myDonations, name: text.again }}>
          {text.expired({ duration: formatDuration(terms.guestLink) })}
        </DonePanel>
      )}
    </TaskPage>
  )
}

/** What arrived, less refunds. */
function sumGiven(donations: readonly DonationListItem[]): Kobo {
  const paid = donations.filter(({ paidAt }) => paidAt !== null)
  return kobo(paid.reduce((sum, { amount, reversed = 0 }) => sum + amount - reversed, 0))
}

function List() {
  const { token, page, isFirst } = useLoaderData<typeof loader>()
  const donations = page?.donations ?? []
  return (
    <>
      {donations.length === 0 ? (
        <p className="card p-5">{text.none}</p>
      ) : (
        <>
          {isFirst && page?.next === null && (
            <p className="text-lg font-bold">
              {text.total({ amount: formatNaira(sumGiven(donations)) })}
            </p>
          )}
          <MonthlyDonations monthly={page?.monthly ?? []} />
          <p>{text.intro}</p>
          <OwnDonations
            caption={text.caption}
            donations={donations}
            pages={{ isFirst, isLast: page?.next === null }}
            linkTo={({ campaign, own }) => publicCampaignPath(own?.slug ?? campaign.id)}
          />
        </>
      )}
      <Pages />
      <Statements />
      <section className="card space-y-3 p-5">
        <h2 className="font-bold">{text.accountTitle}</h2>
        <p className="text-sm text-muted">{text.accountText}</p>
        <Link to={paths.signUp} reloadDocument className={buttonClass('quiet')}>
          {text.signUp}
        </Link>
      </section>
      <p>
        <Link to={myDataLinkPath(token)} className="link tap">
          {text.data}
        </Link>
      </p>
    </>
  )
}

/** Each year as a PDF. */
function Statements() {
  const { token, page } = useLoaderData<typeof loader>()
  const years = page?.years ?? []
  if (years.length === 0) return null
  return (
    <section className="card space-y-3 p-5">
      <h2 className="font-bold">{receiptText.statement.title}</h2>
      <ul className="flex flex-wrap gap-3">
        {years.map((year) => (
          <li key={year}>
            <a
              href={`/api/my-donations/${encodeURIComponent(token)}/statements/${year}/statement.pdf`}
              download
              className={buttonClass('quiet')}
            >
              {text.statement({ year })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pages() {
  const { token, page, isFirst } = useLoaderData<typeof loader>()
  const path = myDonationsLinkPath(token)
  const next = page?.next ?? null
  if (isFirst && next === null) return null
  return (
    <nav aria-label={text.pages} className="flex flex-wrap gap-3">
      {!isFirst && (
        <Link to={path} className={buttonClass('quiet')}>
          {text.first}
        </Link>
      )}
      {next !== null && (
        <Link
          to={`${path}?${new URLSearchParams({ after: next })}`}
          className={buttonClass('quiet')}
        >
          {text.next}
        </Link>
      )}
    </nav>
  )
}
