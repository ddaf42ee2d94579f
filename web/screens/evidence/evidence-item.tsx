import { useLoaderData } from '#web/router/hooks.ts'

import { Loaded } from '../../pages/parts/dashboard/loaded.tsx'
import { Missing } from '../../pages/parts/dashboard/missing.tsx'
import { HiddenHeader } from '../../pages/parts/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../pages/parts/dashboard/skeletons.tsx'
import { EvidenceView } from '../../features/review/evidence-view.tsx'
import { paths } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { evidenceText } from '../../text/evidence.ts'
import { BackLink } from '../../ui/back-link.tsx'
import type { loader } from './evidence-item.data.ts'

/** The evidence of one deleted campaign, for reviewers. */
export function Component() {
  const text = evidenceText
  const { data } = useLoaderData<typeof loader>()
  return (
    <Loaded
      data={data}
      failed={text.failed}
      missing={<Missing />}
      header={<HiddenHeader title={text.title} />}
      skeleton={<RowSkeletons label={text.loading} />}
    >
      {({ evidence }) => (
        <>
          <title>{dashboardText.pageTitle(text.title)}</title>
          <BackLink to={paths.evidence}>{text.back}</BackLink>
          <EvidenceView evidence={evidence} />
        </>
      )}
    </Loaded>
  )
}
