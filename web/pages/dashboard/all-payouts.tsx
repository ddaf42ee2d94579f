import { formatNaira, kobo } from '#shared/money.ts'
import type { OwnPayout, OwnPayouts } from '#shared/payouts.ts'
import { Link, useLoaderData } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { formatDay } from '../../format/day.ts'
import { paths, payoutsPath } from '../../navigation/paths.ts'
import { payoutsText } from '../../text/payouts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'

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

const shown = ['raised', 'fees', 'other', 'net', 'paidOut', 'due', 'held', 'owedBack'] as const
const unlessZero: readonly string[] = ['other', 'held', 'owedBack']
const names = { ...sums, ...payouts.position, fees: text.fees }

function Money({ dueBy, campaigns }: OwnPayouts) {
  const totals = shown
    .map((name) => ({ name, total: kobo(campaigns.reduce((sum, each) => sum + each[name], 0)) }))
    .filter(({ name, total }) => total !== 0 || !unlessZero.includes(name))
  const has = (name: string) => totals.some((each) => each.name === name)
  const columns = totals.map(({ name }): Column<OwnPayout> => ({
    header: names[name],
    numeric: true,
    place: (row) => {
      if (name === 'paidOut') return 'sum'
      return name === (row.held > 0 ? 'held' : 'due') && row[name] > 0 ? 'line' : 'detail'
    },
    cell: (row) => formatNaira(row[name]),
  }))
  const toCampaign = ({ id, title }: OwnPayout) => (
    <Link to={payoutsPath(id)} className="link">
      {title}
    </Link>
  )
  return (
    <div className="space-y-4 sm:space-y-6">
      <Card className="max-w-xl p-5 sm:p-6">
        <dl className="divide-y divide-line">
          {totals.map(({ name, total }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-6 py-2">
              <dt className="text-muted">
                {name === 'due' && total > 0
                  ? payouts.dueBy({ day: formatDay(dueBy) })
                  : names[name]}
              </dt>
              <dd className="money ml-auto font-bold">
                {name === 'fees' && total > 0 && '−'}
                {formatNaira(total)}
              </dd>
            </div>
          ))}
        </dl>
        {!has('held') && <p className="mt-3 text-sm">{text.nothingHeld}</p>}
        {has('owedBack') && <p className="mt-3 text-sm">{payouts.owedBackHint}</p>}
        <p className="mt-3 text-sm text-muted">{payouts.hint}</p>
      </Card>
      <DataTable
        caption={text.caption}
        columns={[{ header: text.campaign, cell: toCampaign }, ...columns]}
        rows={campaigns}
        rowKey={({ id }) => id}
      />
    </div>
  )
}
