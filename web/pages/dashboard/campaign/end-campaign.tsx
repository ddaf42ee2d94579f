import { browserApi, noContent } from '../../../api/client.ts'
import { runApiAction } from '../../../forms/use-api-action.ts'
import { ownerText } from '../../../text/owner.ts'
import { ConfirmButton } from '../../../ui/dialogs/confirm-button.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type Props = { campaignId: string; onEnded: () => void }

/** A campaign with donations is ended, not deleted (readings P4). */
export function EndCampaign({ campaignId, onEnded }: Props) {
  const text = ownerText
  const end = () =>
    runApiAction(async () => {
      await browserApi.post(`/campaigns/${encodeURIComponent(campaignId)}/end`, {}, noContent)
      toast(text.ended)
      onEnded()
    })
  return (
    <ConfirmButton
      variant="quiet"
      title={text.endTitle}
      question={text.endQuestion}
      confirmLabel={text.end}
      cancelLabel={text.cancel}
      onConfirm={end}
    >
      {text.end}
    </ConfirmButton>
  )
}
