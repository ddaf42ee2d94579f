import { useState } from 'react'

import { rejectionSchema } from '#shared/review.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { moneyText } from '../../text/payouts.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = { campaignId: string; onCancelled: () => void }

/** Ends a campaign for good and sends every gift back: for admins, with a reason that owner and donors read. */
export function CancelCampaign({ campaignId, onCancelled }: Props) {
  const { cancel: text } = moneyText
  const [asking, setAsking] = useState(false)
  const cancel = async (reason: string) => {
    try {
      const path = `/campaigns/${encodeURIComponent(campaignId)}/cancel`
      await browserApi.post(path, { reason }, noContent)
      toast(text.done)
      setAsking(false)
      onCancelled()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
    }
  }
  return (
    <>
      <Button variant="quiet-danger" onClick={() => setAsking(true)}>
        {text.open}
      </Button>
      <ReasonDialog
        open={asking}
        title={text.open}
        text={text.hint}
        label={text.reason}
        confirmLabel={text.confirm}
        cancelLabel={text.keep}
        variant="danger"
        schema={rejectionSchema}
        maxLength={500}
        onSend={cancel}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
