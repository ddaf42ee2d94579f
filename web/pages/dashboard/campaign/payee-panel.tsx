import type { CampaignDetail } from '#shared/campaign.ts'
import type { Payee } from '#shared/payee.ts'

import { browserApi, noContent } from '../../../api/client.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { payeeText } from '../../../text/payee.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type Props = {
  campaign: Pick<CampaignDetail, 'id' | 'status'>
  payee: Payee
  onAsked: () => void
}

/** Who receives the money of the campaign, for its organiser, with a button that mails the link again. */
export function PayeePanel({ campaign, payee, onAsked }: Props) {
  const { panel: text, kinds } = payeeText
  const path = `/campaigns/${encodeURIComponent(campaign.id)}/payee`
  const { run, busy } = useApiAction()
  const askAgain = () =>
    run(async () => {
      await browserApi.post(`${path}/ask`, {}, noContent)
      toast(text.asked)
      onAsked()
    })
  const isPublic = campaign.status === 'approved' && payee.state === 'not-asked'
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{text.title}</h3>
      <p className="font-medium wrap-anywhere">
        {payee.kind === 'self' ? kinds.self : `${payee.name} (${kinds[payee.kind]})`}
      </p>
      {!isPublic && <p className="text-sm text-muted">{text.states[payee.state]}</p>}
      <p className="text-sm text-muted wrap-anywhere">
        {payee.confirmedName === null
          ? text.unconfirmedName
          : text.confirmedName(payee.confirmedName)}
      </p>
      {payee.canAskAgain && (
        <Button variant="quiet" busy={busy} onClick={() => void askAgain()}>
          {text.askAgain}
        </Button>
      )}
    </div>
  )
}
