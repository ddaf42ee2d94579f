import { useState } from 'react'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { ownerText } from '../../text/owner.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = { campaignId: string; onEnded: () => void }

/** What people gave to is not deleted but ended (readings P4). */
export function EndCampaign({ campaignId, onEnded }: Props) {
  const text = ownerText
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState(false)
  const end = async () => {
    setEnding(true)
    try {
      await browserApi.post(`/campaigns/${encodeURIComponent(campaignId)}/end`, {}, noContent)
      toast(text.ended)
      onEnded()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
    } finally {
      setEnding(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {text.end}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.endTitle}
        text={text.endQuestion}
        confirmLabel={text.end}
        cancelLabel={text.cancel}
        variant="danger"
        busy={ending}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
