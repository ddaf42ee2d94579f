import { formatNaira, kobo, type Kobo } from '#shared/money.ts'
import type { OwnPayout, OwnPayouts } from '#shared/payouts.ts'
import { Link, useLoaderData } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { paths, payoutsPath } from '../../navigation/paths.ts'
import { payoutsText } from '../../text/payouts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { PayoutSums } from './payouts.tsx'

const { all: text, donations, payouts, sums } = payoutsText

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  return { data: toOutcome(getApi(context).get('/payouts')) }
}

/** The money of all campaigns of an organiser. */
export function Component() {
  const { data } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeader title={text.title} subtitle={text.subtitle} />
      <Loaded data={data} text={payoutsText}>
        {(loaded) =>
          loaded.campaigns.length > 0 ? (
            <Money {...loaded} />
          ) : (
            <EmptyState
              title={donations.none}
              text={text.noneHint}
              action={
                <Link to={paths.profile} className={buttonClass('quiet')}>
                  {text.campaigns}
                </Link>
              }
            />
          )
        }
      </Loaded>
    </>
  )
}

const names = { ...sums, ...payouts.position }
const all = [
  ...(['donated', 'reversed', 'raised', 'fees', 'platform', 'other', 'net'] as const),
  ...(['paidOut', 'due', 'held', 'owedBack'] as const),
]

function Money({ dueBy, campaigns }: OwnPayouts) {
  const totals = Object.fromEntries(
    all.map((name) => [name, kobo(campaigns.reduce((sum, each) => sum + each[name], 0))]),
  ) as Record<(typeof all)[number], Kobo>
  const columns = (['raised', 'net', 'paidOut', 'due', 'held'] as const).map(
    (name): Column<OwnPayout> => ({
      header: names[name],
      numeric: true,
      place: (row) => {
        if (name === 'paidOut') return 'sum'
        return name === (row.held > 0 ? 'held' : 'due') && row[name] > 0 ? 'line' : 'detail'
      },
      cell: (row) => formatNaira(row[name]),
    }),
  )
  const toCampaign = ({ id, title }: OwnPayout) => (
    <Link to={payoutsPath(id)} className="link">
      {title}
    </Link>
  )
  return (
    <div className="space-y-4 sm:space-y-6">
      <PayoutSums sums={totals} payouts={{ ...totals, dueBy }} isOwner />
      <h2 className="text-xl font-bold">{names.paidOut}</h2>
      <DataTable
        caption={text.caption}
        columns={[{ header: text.campaign, cell: toCampaign }, ...columns]}
        rows={campaigns}
        rowKey={({ id }) => id}
      />
    </div>
  )
}
