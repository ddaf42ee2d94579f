import { useLoaderData } from '#web/router/hooks.ts'

import { Loaded } from '../../pages/parts/dashboard/loaded.tsx'
import { Missing } from '../../pages/parts/dashboard/missing.tsx'
import { ScreenHeader } from '../../pages/parts/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../pages/parts/dashboard/skeletons.tsx'
import { DisputeList } from '../../features/dispute/dispute-list.tsx'
import { disputeText } from '../../text/dispute.ts'
import type { loader } from './disputes.data.ts'

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
