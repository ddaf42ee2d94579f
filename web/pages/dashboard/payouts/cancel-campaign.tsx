import { useState } from 'react'

import { browserApi, noContent } from '../../../api/client.ts'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { ReasonDialog } from '../../../forms/reason-dialog.tsx'
import { payoutsText } from '../../../text/payouts.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type Props = { campaignId: string; onCancelled: () => void }

/** Cancels a campaign and refunds every donation. For admins; owner and donors read the reason. */
export function CancelCampaign({ campaignId, onCancelled }: Props) {
  const { cancel: text } = payoutsText
  const [isOpen, setOpen] = useState(false)
  const cancel = async (reason: string) => {
    const path = `/campaigns/${encodeURIComponent(campaignId)}/cancel`
    await browserApi.post(path, { reason }, noContent)
    toast(text.done)
    setOpen(false)
    onCancelled()
  }
  return (
    <>
      <Button variant="quiet-danger" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      <ReasonDialog
        open={isOpen}
        title={text.open}
        text={text.hint}
        label={text.reason}
        confirmLabel={text.confirm}
        cancelLabel={text.keep}
        variant="danger"
        loadSchema={lazySchema('reasonSchema')}
        maxLength={500}
        onSend={cancel}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
