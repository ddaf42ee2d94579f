import { useLoaderData, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'

import { campaignFormSchema } from '#shared/campaign-edit.ts'
import type { CampaignStatus } from '#shared/campaign.ts'

import { apiOf } from '../../api/client.ts'
import { settle } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NotFound } from '../../features/dashboard/not-found.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { FormSkeleton } from '../../features/dashboard/skeletons.tsx'
import { EditForm } from '../../features/wizard/edit-form.tsx'
import { campaignPath } from '../../paths.ts'
import { ownerText } from '../../text/owner.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const path = `/campaigns/${encodeURIComponent(params.id ?? '')}/form`
  return { form: settle(apiOf(context).get(path, campaignFormSchema)) }
}

/** An owner changes a campaign that is there, as far as its course allows. */
export function Component() {
  const { editing: text } = ownerText
  const { form } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  return (
    <Loaded
      of={form}
      failed={text.failed}
      missing={<NotFound />}
      header={<ScreenHeader title={text.title} />}
      skeleton={<FormSkeleton label={text.loading} />}
    >
      {(known) => (
        <>
          <ScreenHeader title={text.title} subtitle={known.title} />
          <p className="card mb-6 max-w-2xl p-4">{noteOf(known.status)}</p>
          {!isOver(known.status) && (
            <EditForm
              campaignId={id}
              form={known}
              onSaved={(campaign) => void navigate(campaignPath(campaign.id))}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function noteOf(status: CampaignStatus): string {
  const { editing: text } = ownerText
  if (isOver(status)) return text.over
  if (status === 'approved') return text.approved
  return status === 'rejected' ? text.rejected : text.unpublished
}

function isOver(status: CampaignStatus): boolean {
  return status === 'ended' || status === 'cancelled'
}
