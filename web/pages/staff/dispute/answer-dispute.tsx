import { useState } from 'react'

import type { Dispute } from '#shared/dispute.ts'
import { formatNaira } from '#shared/money.ts'

import { browserApi } from '../../../api/client.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useApiForm } from '../../../forms/api-form.tsx'
import { disputeText } from '../../../text/dispute.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { TextAreaField } from '../../../ui/fields.tsx'
import { toast } from '../../../ui/toast.tsx'

type Props = { dispute: Dispute; onDone: () => void }
type DialogProps = Props & { open: boolean; onClose: () => void }

const maxLength = 2_000

/** Declines with the evidence, or accepts with an amount. Each asks for words to the bank first. */
export function AnswerDispute(props: Props) {
  const { answer: text } = disputeText
  const [opened, setOpened] = useState<'accept' | 'decline' | null>(null)
  const close = () => setOpened(null)
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <h2 className="text-lg font-bold">{text.title}</h2>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button onClick={() => setOpened('decline')}>{text.decline}</Button>
        <Button variant="quiet" onClick={() => setOpened('accept')}>
          {text.accept}
        </Button>
      </div>
      <DeclineDialog {...props} open={opened === 'decline'} onClose={close} />
      <AcceptDialog {...props} open={opened === 'accept'} onClose={close} />
    </Card>
  )
}

function DeclineDialog({ dispute, open, onDone, onClose }: DialogProps) {
  const { answer: text } = disputeText
  const { field, ...form } = useApiForm({
    schema: 'disputeDeclineSchema',
    defaultValues: { message: '' },
    onSubmit: (values) => send('/disputes/:id/decline', dispute, values, { onDone, onClose }),
  })
  return (
    <FormDialog
      open={open}
      title={text.declineTitle}
      text={text.declineText}
      form={form}
      submit={text.decline}
      cancel={text.cancel}
      onClose={onClose}
    >
      <Words field={field} />
    </FormDialog>
  )
}

function AcceptDialog({ dispute, open, onDone, onClose }: DialogProps) {
  const { answer: text } = disputeText
  const { acceptable, amount: disputed } = dispute
  const most = disputed !== null && disputed < acceptable ? disputed : acceptable
  const amount = formatNaira(most).replace('₦', '')
  const { field, ...form } = useApiForm({
    schema: 'disputeAcceptSchema',
    defaultValues: { message: '', amount },
    onSubmit: (values) => send('/disputes/:id/accept', dispute, values, { onDone, onClose }),
  })
  return (
    <FormDialog
      open={open}
      title={text.acceptTitle}
      text={text.acceptText}
      form={form}
      submit={text.accept}
      cancel={text.cancel}
      variant="danger"
      onClose={onClose}
    >
      <MoneyField label={text.acceptAmount} {...field('amount')} />
      <Words field={field} />
    </FormDialog>
  )
}

type Field = (name: 'message') => { error: string | undefined; name: string }

function Words({ field }: { field: Field }) {
  const { answer: text } = disputeText
  return (
    <TextAreaField
      label={text.message}
      hint={text.messageHint}
      rows={5}
      maxLength={maxLength}
      {...field('message')}
    />
  )
}

async function send(
  path: '/disputes/:id/accept' | '/disputes/:id/decline',
  { id }: Dispute,
  values: object,
  { onDone, onClose }: Pick<DialogProps, 'onDone' | 'onClose'>,
) {
  await browserApi.post(path, values, { id })
  onClose()
  toast(disputeText.answer.sent)
  onDone()
}
