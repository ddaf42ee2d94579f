import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { receiptSchema, type Receipt } from '#shared/donation.ts'
import { formatNaira } from '#shared/money.ts'

import { ApiError, ownError } from '../../api/api-error.ts'
import { browserApi } from '../../api/client.ts'
import { donatePath, receiptPath } from '../../paths.ts'
import { transactionText } from '../../text/transaction.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const pauseMs = 3_000
const patientAttempts = 10
const attemptsInAll = 60

type Props = {
  /** The reference with which the provider sent the donor back. It says which payment, never how it ended. */
  receipt: string
  /** Called once the payment is no longer open, so that the list below can be read again. */
  onSettled: () => void
}

/** How the payment ended from which a donor returns: the server's word, asked for until it knows (readings M6). */
export function PaymentOutcome({ receipt, onSettled }: Props) {
  const text = transactionText.outcome
  const { known, attempts, failed, retry } = useReceipt(receipt, onSettled)
  return (
    <section aria-label={text.label} aria-live="polite" className="mb-6 min-h-40 sm:min-h-22">
      {failed && !known && <Unknown error={failed} onRetry={retry} />}
      {!failed && (!known || isOpen(known)) && <Confirming slow={attempts > patientAttempts} />}
      {known && !isOpen(known) && <Settled receipt={known} />}
    </section>
  )
}

function useReceipt(receipt: string, onSettled: () => void) {
  const [attempts, setAttempts] = useState(0)
  const [known, setKnown] = useState<Receipt>()
  const [failed, setFailed] = useState<ApiError>()

  useEffect(() => {
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    browserApi.get(`/donations/${encodeURIComponent(receipt)}`, receiptSchema).then(
      (answer) => {
        if (!current) return
        setKnown(answer)
        if (!isOpen(answer)) onSettled()
        else if (attempts < attemptsInAll)
          timer = setTimeout(() => setAttempts(attempts + 1), pauseMs)
      },
      (error: unknown) => {
        if (current) setFailed(error instanceof ApiError ? error : ownError(0, 'internal'))
      },
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [receipt, attempts, onSettled])

  const retry = () => {
    setFailed(undefined)
    setAttempts((count) => count + 1)
  }
  return { known, attempts, failed, retry }
}

function isOpen({ status }: Receipt): boolean {
  return status === 'pending' || status === 'processing'
}

function Confirming({ slow }: { slow: boolean }) {
  const text = transactionText.outcome
  return (
    <div className="card flex items-start gap-3 p-4 sm:p-5">
      <Spinner className="mt-0.5 shrink-0 text-forest" />
      <div>
        <p className="font-semibold">{text.confirming}</p>
        <p className="text-sm text-muted">{slow ? text.slow : text.confirmingHint}</p>
      </div>
    </div>
  )
}

function Unknown({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const text = transactionText.outcome
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3 p-4 sm:p-5">
      <p className="font-medium text-danger">
        {error.code === 'not-found' ? text.missing : text.unknown}
      </p>
      {error.code !== 'not-found' && (
        <Button variant="quiet" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </div>
  )
}

function Settled({ receipt }: { receipt: Receipt }) {
  const text = transactionText.outcome
  const { status, campaign } = receipt
  const { Icon, look } = lookOf(status)
  return (
    <div className={`flex flex-wrap items-start gap-x-4 gap-y-2 rounded-card p-4 sm:p-5 ${look}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <p className="min-w-0 flex-1 basis-52 font-semibold wrap-anywhere">
        {sentenceOf(receipt, text)}
      </p>
      {status === 'success' ? (
        <Link to={receiptPath(receipt.receipt)} className="font-semibold underline">
          {text.receipt}
        </Link>
      ) : (
        <Link to={donatePath(campaign.id)} className="font-semibold underline">
          {text.again}
        </Link>
      )}
    </div>
  )
}

function sentenceOf(receipt: Receipt, text: typeof transactionText.outcome): string {
  const { status, campaign } = receipt
  const amount = formatNaira(receipt.amount)
  if (status === 'success' || status === 'failed' || status === 'abandoned')
    return text[status](amount, campaign.title)
  return text.other(amount, campaign.title, status)
}

function lookOf(status: string): { Icon: LucideIcon; look: string } {
  if (status === 'success') return { Icon: CircleCheck, look: 'bg-success-soft text-success' }
  if (status === 'failed') return { Icon: CircleX, look: 'bg-danger-soft text-danger' }
  return { Icon: CircleAlert, look: 'bg-warning-soft text-warning' }
}
