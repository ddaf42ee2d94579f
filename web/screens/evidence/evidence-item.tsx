import { evidenceResponseSchema } from '#shared/evidence.ts'
import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session/session.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NotFound } from '../../features/dashboard/not-found.tsx'
import { HiddenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../features/dashboard/skeletons.tsx'
import { EvidenceView } from '../../features/review/evidence-view.tsx'
import { paths } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { evidenceText } from '../../text/evidence.ts'
import { BackLink } from '../../ui/back-link.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const path = `/evidence/${encodeURIComponent(params.id ?? '')}`
  return { data: toOutcome(getApi(context).get(path, evidenceResponseSchema)) }
}

/** The evidence of one deleted campaign, for reviewers. */
export function Component() {
  const text = evidenceText
  const { data } = useLoaderData<typeof loader>()
  return (
    <Loaded
      data={data}
      failed={text.failed}
      missing={<NotFound />}
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
