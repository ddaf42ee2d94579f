import { disputesSchema } from '#shared/dispute.ts'
import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session/session.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NotFound } from '../../features/dashboard/not-found.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../features/dashboard/skeletons.tsx'
import { DisputeList } from '../../features/dispute/dispute-list.tsx'
import { disputeText } from '../../text/dispute.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  return { data: toOutcome(getApi(context).get('/disputes', disputesSchema)) }
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
      missing={<NotFound />}
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
