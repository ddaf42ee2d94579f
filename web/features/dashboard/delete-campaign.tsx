import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { CampaignDetail } from '#shared/campaign.ts'
import { done, failed } from '#shared/messages.ts'

import { ApiError, browserApi } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'

/** 'Delete Campaign', for the creator of a campaign that nobody has given to (readings P4). */
export function DeleteCampaign({ campaign }: { campaign: CampaignDetail }) {
  const { campaign: text } = dashboardText
  const [asking, setAsking] = useState(false)
  const { remove, removing } = useRemove(campaign.id, () => setAsking(false))
  if (!campaign.canDelete) return null
  return (
    <>
      <Button
        variant="quiet"
        className="w-full text-danger sm:w-auto"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden="true" size={18} />
        {text.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.deleteTitle}
        text={text.deleteQuestion}
        confirmLabel={text.deleteConfirm}
        cancelLabel={text.cancel}
        variant="danger"
        busy={removing}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

function useRemove(id: string, onRefused: () => void) {
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  const remove = async () => {
    if (id === '') return toast(failed.campaignId, 'error')
    setRemoving(true)
    try {
      await browserApi.remove(`/campaigns/${encodeURIComponent(id)}`)
      toast(done.campaignDeleted)
      await navigate(paths.profile, { replace: true })
    } catch (error) {
      // A refusal has a reason that helps; for everything else there is the sentence of specification §8.
      const refused = error instanceof ApiError && error.code === 'campaign-has-donations'
      toast(refused ? error.message : failed.deleteCampaign, 'error')
      setRemoving(false)
      onRefused()
    }
  }
  return { remove, removing }
}
