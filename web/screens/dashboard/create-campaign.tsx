import { useMemo, useState, type ReactNode } from 'react'
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'

import { savedDraftSchema, type Draft } from '#shared/campaign.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session/account.loaders.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { FormSkeleton } from '../../features/dashboard/skeletons.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { getLatestDraft, type LatestDraft as Latest } from '../../features/wizard/draft/draft.ts'
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
    .then((saved) => saved.draft)
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
        {(saved) => (
          <LatestDraft saved={saved} userId={uid}>
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
          </LatestDraft>
        )}
      </Loaded>
    </>
  )
}

type LatestDraftProps = {
  saved: Draft | null
  userId: string
  children: (latest: Latest | null) => ReactNode
}

/** Only the browser knows a draft that the server does not have. */
function LatestDraft({ saved, userId, children }: LatestDraftProps) {
  return children(useMemo(() => getLatestDraft(saved, userId), [saved, userId]))
}
