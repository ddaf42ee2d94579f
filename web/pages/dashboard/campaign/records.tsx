import { type ReactNode, useState } from 'react'

import { documentPath } from '#shared/document-file.ts'
import { useRevalidator } from '#web/router/hooks.ts'

import { lazyDialog } from '../../../forms/lazy.tsx'
import { runApiAction } from '../../../forms/use-api-action.ts'
import { formatMoment } from '../../../format/day.ts'
import type { outsideText } from '../../../text/outside.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'

const StrikeDialog = lazyDialog(
  async () => (await import('../../../forms/form-dialog.tsx')).ReasonDialog,
)

/** What an organiser recorded with a document: a sum from outside or an expense. It counts until it ends. */
type CampaignRecord = {
  id: string
  title: string
  detail: string
  document: { id: string; name: string } | null
  endedAt: string | null
  /** Why a reviewer struck it. Null where the organiser withdrew it. */
  reason: string | null
}

type Texts = Omit<typeof outsideText, 'title' | 'intro' | 'row' | 'form'>

type Props = {
  title: string
  text: Texts
  records: readonly CampaignRecord[]
  isOwner: boolean
  canAdd: boolean
  canStrike: boolean
  /** Says more than the button where there is no record yet. */
  showsEmpty?: boolean
  /** Sends the end of a record to the API. */
  end: (what: 'withdraw' | 'strike', id: string, body: { reason?: string }) => Promise<unknown>
  renderForm: (actions: { onDone: (message: string) => void; onCancel: () => void }) => ReactNode
  children: ReactNode
}

/** The organiser adds and withdraws, a reviewer strikes. Without any, the organiser sees a button. */
export function Records({ title, text, records, end, renderForm, children, ...can }: Props) {
  const { revalidate } = useRevalidator()
  const [isAdding, setAdding] = useState(false)
  const [striking, setStriking] = useState<CampaignRecord>()
  const onDone = (message: string) => {
    toast(message)
    setAdding(false)
    setStriking(undefined)
    void revalidate()
  }
  const send = async (what: 'withdraw' | 'strike', id: string, body = {}) => {
    await end(what, id, body)
    onDone(what === 'strike' ? text.wasStruck : text.wasWithdrawn)
  }
  const add = can.canAdd && !isAdding && (
    <Button variant="quiet" onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  )
  if (records.length === 0 && !isAdding && !can.showsEmpty) return add || null
  return (
    <section aria-label={title} className="card space-y-4 p-4 sm:p-5">
      <h2 className="font-bold">{title}</h2>
      {children}
      <ul className="divide-y divide-line">
        {records.map((record) => (
          <li
            key={record.id}
            className="flex flex-wrap items-center justify-between gap-2 py-2 first:pt-0"
          >
            <Row record={record} text={text} />
            {can.isOwner && record.endedAt === null && (
              <ConfirmButton
                variant="quiet"
                title={text.withdrawTitle}
                question={text.withdrawQuestion}
                confirmLabel={text.withdraw}
                onConfirm={() => runApiAction(() => send('withdraw', record.id))}
              >
                {text.withdraw}
              </ConfirmButton>
            )}
            {can.canStrike && record.endedAt === null && (
              <Button variant="quiet" onClick={() => setStriking(record)}>
                {text.strike}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {add}
      {isAdding && renderForm({ onDone, onCancel: () => setAdding(false) })}
      <StrikeDialog
        open={striking !== undefined}
        title={text.strikeTitle}
        text={striking?.title}
        label={text.strikeReason}
        hint={text.strikeHint}
        confirmLabel={text.strike}
        variant="danger"
        schema="reasonSchema"
        maxLength={2_000}
        onSend={(reason) => send('strike', striking?.id ?? '', { reason })}
        onClose={() => setStriking(undefined)}
      />
    </section>
  )
}

function Row({ record, text }: { record: CampaignRecord; text: Texts }) {
  const { title, detail, document, endedAt, reason } = record
  return (
    <div className="min-w-0 space-y-1 wrap-anywhere">
      <p className="font-medium">{endedAt === null ? title : <del>{title}</del>}</p>
      <p className="text-sm text-muted">{detail}</p>
      {document && (
        <a
          href={documentPath(document.id)}
          download={document.name}
          aria-label={text.document(document)}
          className="link inline-block py-2 text-sm"
        >
          {document.name}
        </a>
      )}
      {endedAt !== null && (
        <p className="text-sm">
          {(reason === null ? text.withdrawn : text.struck)({ day: formatMoment(endedAt) })}
        </p>
      )}
      {reason !== null && (
        <blockquote className="border-l-4 border-danger pl-3 text-sm whitespace-pre-line">
          {reason}
        </blockquote>
      )}
    </div>
  )
}
