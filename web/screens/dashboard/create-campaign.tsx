import { useState } from 'react'

import { savedDraftSchema } from '#shared/campaign.ts'
import { useLoaderData, useNavigate } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session/session.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { FormSkeleton } from '../../features/dashboard/skeletons.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { getLatestDraft } from '../../features/wizard/draft/draft.ts'
import { Wizard } from '../../features/wizard/wizard.tsx'
import { lazyDialog } from '../../forms/lazy-part.tsx'
import { paths, submittedState } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'

const Preview = lazyDialog(
  async () => (await import('../../features/campaign/preview-dialog.tsx')).PreviewDialog,
)

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { uid, firstname, lastname } = await requireAccount(context, request)
  const draft = getApi(context)
    .get('/draft', savedDraftSchema)
    .then((saved) => getLatestDraft(saved.draft, uid))
  return { uid, owner: { firstname, lastname }, draft: toOutcome(draft) }
}

export function Component() {
  const { create: text } = dashboardText
  const { uid, owner, draft } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const [restarts, setRestarts] = useState(0)
  return (
    <>
      <ScreenHeader title={text.title} subtitle={text.subtitle} />
      <Loaded data={draft} failed={text.failed} skeleton={<FormSkeleton label={text.loading} />}>
        {(latest) => (
          <Wizard
            key={restarts}
            draft={restarts === 0 ? latest : null}
            userId={uid}
            owner={owner}
            Preview={Preview}
            onSubmitted={() => void navigate(paths.profile, { state: submittedState })}
            onDiscarded={() => setRestarts(restarts + 1)}
          />
        )}
      </Loaded>
    </>
  )
}
