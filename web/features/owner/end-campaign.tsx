import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { ownerText } from '../../text/owner.ts'
import { ConfirmedButton } from '../../ui/confirmed-button.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = { campaignId: string; onEnded: () => void }

/** What people gave to is not deleted but ended (readings P4). */
export function EndCampaign({ campaignId, onEnded }: Props) {
  const text = ownerText
  const end = async () => {
    try {
      await browserApi.post(`/campaigns/${encodeURIComponent(campaignId)}/end`, {}, noContent)
      toast(text.ended)
      onEnded()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
    }
  }
  return (
    <ConfirmedButton
      variant="quiet"
      title={text.endTitle}
      question={text.endQuestion}
      confirmLabel={text.end}
      cancelLabel={text.cancel}
      onConfirm={end}
    >
      {text.end}
    </ConfirmedButton>
  )
}
