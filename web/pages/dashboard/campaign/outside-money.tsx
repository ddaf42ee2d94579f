import { useState } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { documentPath } from '#shared/document-file.ts'
import { formatNairaInText } from '#shared/money.ts'
import type { OutsideReceipt, OutsideReceipts } from '#shared/outside-receipt.ts'
import { useRevalidator } from '#web/router/hooks.ts'

import { browserApi } from '../../../api/client.ts'
import { lazyDialog, lazyPart } from '../../../forms/lazy.tsx'
import { runApiAction } from '../../../forms/use-api-action.ts'
import { formatDay, formatMoment } from '../../../format/day.ts'
import { outsideText as text } from '../../../text/outside.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'

const OutsideForm = lazyPart(async () => (await import('./outside-form.tsx')).OutsideForm)
const StrikeDialog = lazyDialog(
  async () => (await import('../../../forms/form-dialog.tsx')).ReasonDialog,
)

type Props = { campaign: Pick<CampaignDetail, 'id' | 'isOwner'>; outside: OutsideReceipts }

/** What the organiser received outside Ajo: the organiser adds and withdraws, a reviewer strikes. Without any, the organiser sees a button. */
export function OutsideMoney({ campaign, outside }: Props) {
  const { id: campaignId, isOwner } = campaign
  const { receipts, canAdd, canStrike } = outside
  const { revalidate } = useRevalidator()
  const [isAdding, setAdding] = useState(false)
  const [striking, setStriking] = useState<OutsideReceipt>()
  const onDone = (message: string) => {
    toast(message)
    setAdding(false)
    setStriking(undefined)
    void revalidate()
  }
  const end = async (what: 'withdraw' | 'strike', receipt: string, body: object = {}) => {
    const path = `/campaigns/:id/outside-receipts/:receipt/${what}` as const
    await browserApi.post(path, body, { id: campaignId, receipt })
    onDone(what === 'strike' ? text.wasStruck : text.wasWithdrawn)
  }
  const add = canAdd && !isAdding && (
    <Button variant="quiet" onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  )
  if (receipts.length === 0 && !isAdding) return add || null
  return (
    <section aria-labelledby="outside" className="card space-y-4 p-4 sm:p-5">
      <h2 id="outside" className="font-bold">
        {text.title}
      </h2>
      <p className="text-sm text-muted">{text.intro}</p>
      <ul className="divide-y divide-line">
        {receipts.map((receipt) => (
          <li
            key={receipt.id}
            className="flex flex-wrap items-center justify-between gap-2 py-2 first:pt-0"
          >
            <Receipt receipt={receipt} />
            {isOwner && counts(receipt) && (
              <ConfirmButton
                variant="quiet"
                title={text.withdrawTitle}
                question={text.withdrawQuestion}
                confirmLabel={text.withdraw}
                onConfirm={() => runApiAction(() => end('withdraw', receipt.id))}
              >
                {text.withdraw}
              </ConfirmButton>
            )}
            {canStrike && counts(receipt) && (
              <Button variant="quiet" onClick={() => setStriking(receipt)}>
                {text.strike}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {add}
      {isAdding && (
        <OutsideForm campaignId={campaignId} onDone={onDone} onCancel={() => setAdding(false)} />
      )}
      <StrikeDialog
        open={striking !== undefined}
        title={text.strikeTitle}
        text={striking && toTitle(striking)}
        label={text.strikeReason}
        hint={text.strikeHint}
        confirmLabel={text.strike}
        variant="danger"
        schema="reasonSchema"
        maxLength={2_000}
        onSend={(reason) => end('strike', striking?.id ?? '', { reason })}
        onClose={() => setStriking(undefined)}
      />
    </section>
  )
}

const counts = ({ withdrawnAt, struckAt }: OutsideReceipt) =>
  withdrawnAt === null && struckAt === null

const toTitle = ({ amount, day }: OutsideReceipt) =>
  text.row({ amount: formatNairaInText(amount), day: formatDay(day) })

function Receipt({ receipt }: { receipt: OutsideReceipt }) {
  const { note, document, withdrawnAt, struckAt, struckReason } = receipt
  return (
    <div className="min-w-0 space-y-1">
      <p className="font-medium">
        {counts(receipt) ? toTitle(receipt) : <del>{toTitle(receipt)}</del>}
      </p>
      <p className="text-sm text-muted wrap-anywhere">{note}</p>
      {document && (
        <a
          href={documentPath(document.id)}
          download={document.name}
          aria-label={text.document({ name: document.name })}
          className="link inline-block py-2 text-sm wrap-anywhere"
        >
          {document.name}
        </a>
      )}
      {withdrawnAt !== null && (
        <p className="text-sm">{text.withdrawn({ day: formatMoment(withdrawnAt) })}</p>
      )}
      {struckAt !== null && (
        <>
          <p className="text-sm">{text.struck({ day: formatMoment(struckAt) })}</p>
          <blockquote className="border-l-4 border-danger pl-3 text-sm whitespace-pre-line wrap-anywhere">
            {struckReason}
          </blockquote>
        </>
      )}
    </div>
  )
}
