import type { DisputeListItem } from '#shared/dispute.ts'
import { useLoaderData } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { disputePath } from '../../navigation/paths.ts'
import { disputeText } from '../../text/dispute.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded, Missing, RowSkeletons } from '../parts/dashboard/loaded.tsx'

import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'

import { requireAccount } from '../parts/session/account.loaders.ts'
import { DisputeFacts } from './dispute/dispute-facts.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  return { data: toOutcome(getApi(context).get('/disputes')) }
}

/** Disputes of donors' banks, for reviewers and admins. For all other people the API responds with 404. */
export function Component() {
  const text = disputeText
  const { data } = useLoaderData<typeof loader>()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  return (
    <Loaded
      data={data}
      failed={text.failed}
      missing={<Missing />}
      header={header}
      skeleton={<RowSkeletons label={text.loading} />}
    >
      {({ disputes }) => (
        <>
          {header}
          <DisputeList disputes={disputes} />
        </>
      )}
    </Loaded>
  )
}

/** Those that wait for an answer first, by deadline. */
function DisputeList({ disputes }: { disputes: DisputeListItem[] }) {
  const text = disputeText
  if (disputes.length === 0) return <EmptyState title={text.none} />
  return (
    <ul className="grid gap-6">
      {disputes.map((dispute) => (
        <li key={dispute.id}>
          <Card className="grid gap-4 p-5 sm:p-6">
            <h2 className="text-lg font-bold wrap-anywhere">{dispute.campaign}</h2>
            <DisputeFacts dispute={dispute} />
            {dispute.conflicts.length > 0 ? (
              <p className="text-sm">{text.answer.conflict}</p>
            ) : (
              <Link
                to={disputePath(dispute.id)}
                className={`${buttonClass('quiet')} sm:justify-self-start`}
              >
                {text.see}
              </Link>
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}
