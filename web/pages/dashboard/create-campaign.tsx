import { useState } from 'react'

import { useLoaderData, useNavigate } from '#web/router/hooks.ts'

import { FormSkeleton, Loaded } from '../parts/dashboard/loaded.tsx'

import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { useLatestDraft } from './wizard/use-latest-draft.ts'
import { Wizard } from './wizard/wizard.tsx'
import { lazyDialog } from '../../forms/lazy.tsx'
import { paths, submittedState } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import type { loader } from './create-campaign.data.ts'

const Preview = lazyDialog(
  async () => (await import('../parts/campaign/preview-dialog.tsx')).PreviewDialog,
)

export function Component() {
  const { create: text } = dashboardText
  const { uid, owner, draft } = useLoaderData<typeof loader>()
  const latest = useLatestDraft(draft, uid)
  const navigate = useNavigate()
  const [restarts, setRestarts] = useState(0)
  return (
    <>
      <ScreenHeader title={text.title} subtitle={text.subtitle} />
      <Loaded data={latest} failed={text.failed} skeleton={<FormSkeleton label={text.loading} />}>
        {(start) => (
          <Wizard
            key={restarts}
            draft={restarts === 0 ? start : null}
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
