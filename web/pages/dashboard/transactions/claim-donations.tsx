import { browserApi } from '../../../api/client.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { myDonationsText } from '../../../text/my-donations.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast.tsx'

type Props = {
  /** How many donations the account may claim. */
  count: number
  onClaimed: () => void
}

/** Offers donations that were made with the account's address before there was an account. */
export function ClaimDonations({ count, onClaimed }: Props) {
  const { claim: text } = myDonationsText
  const { run, busy } = useApiAction()
  if (count === 0) return null
  const claim = () =>
    run(async () => {
      const { claimed } = await browserApi.post('/my-donations/claim')
      toast(text.done(claimed))
      onClaimed()
    })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-bold">{text.title}</h2>
        <p className="text-sm text-muted">{text.text(count)}</p>
      </div>
      <Button onClick={() => void claim()} busy={busy}>
        {text.button}
      </Button>
    </Card>
  )
}
