import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'

import { Loaded } from '../../pages/parts/dashboard/loaded.tsx'
import { Missing } from '../../pages/parts/dashboard/missing.tsx'
import { HiddenHeader } from '../../pages/parts/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../pages/parts/dashboard/skeletons.tsx'
import { DisputeView } from '../../features/dispute/dispute-view.tsx'
import { paths } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { disputeText } from '../../text/dispute.ts'
import { BackLink } from '../../ui/back-link.tsx'
import type { loader } from './dispute.data.ts'

/** One dispute with its evidence and its answers. */
export function Component() {
  const text = disputeText
  const { data } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Loaded
      data={data}
      failed={text.failed}
      missing={<Missing />}
      header={<HiddenHeader title={text.title} />}
      skeleton={<RowSkeletons label={text.loading} />}
    >
      {(dispute) => (
        <>
          <title>{dashboardText.pageTitle(dispute.campaign)}</title>
          <BackLink to={paths.disputes}>{text.back}</BackLink>
          <DisputeView dispute={dispute} onDone={() => void revalidate()} />
        </>
      )}
    </Loaded>
  )
}
