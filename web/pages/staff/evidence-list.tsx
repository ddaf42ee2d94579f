import type { EvidenceList } from '#shared/evidence.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { evidencePath } from '../../navigation/paths.ts'
import { formatDay, formatMoment } from '../../format/day.ts'
import { evidenceText as text } from '../../text/evidence.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { Pager, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { Facts } from '../../ui/facts.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const after = new URL(request.url).searchParams.get('after')
  return { list: toOutcome(getApi(context).get('/evidence', { after })) }
}

/** Deleted campaigns whose evidence is kept, for reviewers. For all other people the API responds with 404. */
export function Component() {
  const { list } = useLoaderData<typeof loader>()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  return (
    <Loaded data={list} text={text} header={header}>
      {({ evidence, next }) => (
        <>
          {header}
          {evidence.length === 0 ? (
            <EmptyState title={text.none} text={text.noneHint} />
          ) : (
            <ul className="grid gap-4">
              {evidence.map((item) => (
                <li key={item.id}>
                  <Item item={item} />
                </li>
              ))}
            </ul>
          )}
          <Pager next={next} />
        </>
      )}
    </Loaded>
  )
}

function Item({ item }: { item: EvidenceList['evidence'][number] }) {
  const facts = [
    [text.owner, item.owner],
    [text.deleted, formatMoment(item.deletedAt)],
    [text.storedUntil, formatDay(item.storedUntil)],
    [text.reports, String(item.reports)],
    [text.money, item.hasMoney ? text.hasMoney.yes : text.hasMoney.no],
  ] as const
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="font-bold wrap-anywhere">
        <Link to={evidencePath(item.id)} className="link">
          {item.title}
        </Link>
      </h2>
      <Facts facts={facts} className="flex flex-wrap gap-x-6 gap-y-2 text-sm" />
    </Card>
  )
}
