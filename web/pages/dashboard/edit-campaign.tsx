import type { CampaignStatus } from '#shared/campaign.ts'
import { useLoaderData, useNavigate, useParams } from '#web/router/hooks.ts'

import { FormSkeleton, Loaded, Missing } from '../parts/dashboard/loaded.tsx'

import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'

import { EditForm } from './wizard/edit-form.tsx'
import { lazyDialog } from '../../forms/lazy.tsx'
import { campaignPath } from '../../navigation/paths.ts'
import { ownerText } from '../../text/owner.ts'
import type { loader } from './edit-campaign.data.ts'

const Preview = lazyDialog(
  async () => (await import('../parts/campaign/preview-dialog.tsx')).PreviewDialog,
)

/** Edits a campaign, as far as its status allows. */
export function Component() {
  const { editing: text } = ownerText
  const { form, owner } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  return (
    <Loaded
      data={form}
      failed={text.failed}
      missing={<Missing />}
      header={<ScreenHeader title={text.title} />}
      skeleton={<FormSkeleton label={text.loading} />}
    >
      {(loaded) => (
        <>
          <ScreenHeader title={text.title} subtitle={loaded.title} />
          <p className="card mb-6 max-w-2xl p-4">{getNote(loaded.status)}</p>
          {!isClosed(loaded.status) && (
            <EditForm
              campaignId={id}
              form={loaded}
              owner={owner}
              Preview={Preview}
              onSaved={(campaign) => void navigate(campaignPath(campaign.id))}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function getNote(status: CampaignStatus): string {
  const { editing: text } = ownerText
  if (isClosed(status)) return text.closed
  if (status === 'approved') return text.approved
  return status === 'rejected' ? text.rejected : text.unpublished
}

function isClosed(status: CampaignStatus): boolean {
  return status === 'ended' || status === 'cancelled' || status === 'taken-down'
}
