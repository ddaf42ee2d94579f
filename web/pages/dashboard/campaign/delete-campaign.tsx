import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { done, failed } from '#shared/toasts.ts'
import { useNavigate } from '#web/router/hooks.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { HoldNote, isHold } from '../../../forms/hold-note.tsx'
import { paths } from '../../../navigation/paths.ts'
import { dashboardText } from '../../../text/dashboard.ts'
import { ConfirmButton } from '../../../ui/dialogs/confirm-button.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

/** 'Delete Campaign', for the owner of a campaign without donations (readings P4). */
export function DeleteCampaign({ campaign }: { campaign: CampaignDetail }) {
  const { campaign: text } = dashboardText
  const { remove, refusal } = useRemove(campaign.id)
  if (!campaign.canDelete) return null
  return (
    <div className="grid gap-4">
      <HoldNote refusal={refusal} />
      <ConfirmButton
        variant="quiet"
        className="w-full justify-self-start text-danger sm:w-auto"
        title={text.deleteTitle}
        question={text.deleteQuestion}
        confirmLabel={text.deleteConfirm}
        cancelLabel={text.cancel}
        onConfirm={remove}
      >
        <Trash2 aria-hidden="true" size={18} />
        {text.delete}
      </ConfirmButton>
    </div>
  )
}

function useRemove(id: string) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<ApiError>()
  const remove = async () => {
    setRefusal(undefined)
    if (id === '') return toast(failed.campaignId, 'error')
    try {
      await browserApi.remove(`/campaigns/${encodeURIComponent(id)}`)
      toast(done.campaignDeleted)
      await navigate(paths.profile, { replace: true })
    } catch (error) {
      if (error instanceof ApiError && isHold(error)) return setRefusal(error)
      // All other errors show the message of specification §8.
      const hasDonations = error instanceof ApiError && error.code === 'campaign-has-donations'
      toast(hasDonations ? error.message : failed.deleteCampaign, 'error')
    }
  }
  return { remove, refusal }
}
