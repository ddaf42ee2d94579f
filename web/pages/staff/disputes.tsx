import type { DisputeListItem } from '#shared/dispute.ts'
import { formatNaira } from '#shared/money.ts'
import type { StaffListPage } from '#shared/staff-list.ts'
import { useLoaderData, useRevalidator, Link } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { browserApi, getApi, toOutcome } from '../../api/client.ts'
import { disputePath } from '../../navigation/paths.ts'
import { disputeText as text } from '../../text/dispute.ts'
import { ShortMoment, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { StaffList, toListQuery } from './parts/staff-list.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const { searchParams } = new URL(request.url)
  return { data: toOutcome(getApi(context).get('/disputes', toListQuery(searchParams))) }
}

/** Disputes of donors' banks, for reviewers and admins. For all other people the API responds with 404. */
export function Component() {
  const { data } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  return (
    <Loaded data={data} text={text} header={header}>
      {(page) => (
        <>
          {header}
          <DisputeList page={page} onDone={() => void revalidate()} />
        </>
      )}
    </Loaded>
  )
}

type ListProps = { page: StaffListPage & { disputes: DisputeListItem[] }; onDone: () => void }

/** Those that wait for an answer first, by deadline. */
function DisputeList({ page, onDone }: ListProps) {
  const stateNames: Record<string, string> = text.states
  const columns: Column<DisputeListItem>[] = [
    {
      header: text.campaign,
      place: 'title',
      cell: ({ id, campaign, conflicts }) =>
        conflicts.length > 0 ? (
          campaign
        ) : (
          <Link to={disputePath(id)} className="link">
            {campaign}
          </Link>
        ),
    },
    {
      header: text.sum,
      numeric: true,
      cell: ({ amount }) => (amount === null ? text.amountUnknown : formatNaira(amount)),
    },
    {
      header: text.state,
      place: 'line',
      cell: ({ state, conflicts }) => (
        <>
          {text.states[state]}
          {conflicts.length > 0 && <span className="block text-sm">{text.answer.conflict}</span>}
        </>
      ),
    },
    { header: text.deadline, place: 'note', cell: toDeadline },
    { header: text.number, cell: ({ id }) => id },
  ]
  return (
    <StaffList
      isRanked
      page={page}
      rowsOf={({ disputes }) => disputes}
      caption={text.title}
      columns={columns}
      rowName={({ campaign }) => campaign}
      empty={<EmptyState title={text.none} />}
      kindOf={({ state }) => state}
      kindName={(kind) => stateNames[kind] ?? kind}
      read={(query) => browserApi.get('/disputes', query)}
      onDone={onDone}
    />
  )
}

function toDeadline({ dueAt, resolvedAt }: DisputeListItem) {
  const at = resolvedAt ?? dueAt
  return at === null ? text.noDue : <ShortMoment iso={at} />
}
