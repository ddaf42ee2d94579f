import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'

import type { CampaignDetail } from '#shared/campaign.ts'
import { done, failed } from '#shared/messages.ts'

import { ApiError, browserApi } from '../../api/client.ts'
import { paths } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

/** 'Delete Campaign', for the owner of a campaign without donations (readings P4). */
export function DeleteCampaign({ campaign }: { campaign: CampaignDetail }) {
  const { campaign: text } = dashboardText
  const remove = useRemove(campaign.id)
  if (!campaign.canDelete) return null
  return (
    <ConfirmButton
      variant="quiet"
      className="w-full text-danger sm:w-auto"
      title={text.deleteTitle}
      question={text.deleteQuestion}
      confirmLabel={text.deleteConfirm}
      cancelLabel={text.cancel}
      onConfirm={remove}
    >
      <Trash2 aria-hidden="true" size={18} />
      {text.delete}
    </ConfirmButton>
  )
}

function useRemove(id: string) {
  const navigate = useNavigate()
  return async () => {
    if (id === '') return toast(failed.campaignId, 'error')
    try {
      await browserApi.remove(`/campaigns/${encodeURIComponent(id)}`)
      toast(done.campaignDeleted)
      await navigate(paths.profile, { replace: true })
    } catch (error) {
      // All other errors show the message of specification §8.
      const hasDonations = error instanceof ApiError && error.code === 'campaign-has-donations'
      toast(hasDonations ? error.message : failed.deleteCampaign, 'error')
    }
  }
}
