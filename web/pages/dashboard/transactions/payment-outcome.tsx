import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { DonationDetails } from '#shared/donation.ts'
import { formatNairaInText } from '#shared/money.ts'
import { Link } from '#web/router/link.tsx'

import { ApiError, clientError } from '../../../api/api-error.ts'
import { browserApi } from '../../../api/client.ts'
import { forgetPaidDonation } from '../../../navigation/carried-donation.ts'
import { donatePath, donationPath } from '../../../navigation/paths.ts'
import { transactionText } from '../../../text/transaction.ts'
import { Button, Spinner } from '../../../ui/button.tsx'

const pollMs = 3_000
const slowAfterAttempts = 10
const maxAttempts = 60

type Props = {
  /** The provider's reference from the callback URL. It identifies the payment, but says nothing about its result. */
  reference: string
  /** Called when the status is final, so that the list of donations can be reloaded. */
  onFinal: () => void
}

/** The result of the payment that the donor returns from. Polls the server until the status is final (readings M6). */
export function PaymentOutcome({ reference, onFinal }: Props) {
  const text = transactionText.outcome
  const { donation, attempts, error, retry } = useDonation(reference, onFinal)
  return (
    <section aria-label={text.label} aria-live="polite" className="mb-6 min-h-48 sm:min-h-22">
      {error && !donation && <Unknown error={error} onRetry={retry} />}
      {!error && (!donation || isOpen(donation)) && (
        <Confirming slow={attempts > slowAfterAttempts} />
      )}
      {donation && !isOpen(donation) && <Result donation={donation} />}
    </section>
  )
}

function useDonation(reference: string, onFinal: () => void) {
  const [attempts, setAttempts] = useState(0)
  const [donation, setDonation] = useState<DonationDetails>()
  const [error, setError] = useState<ApiError>()

  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    browserApi.get('/donations/:id', { id: reference }).then(
      (response) => {
        if (!isCurrent) return
        setDonation(response)
        if (response.status === 'success') forgetPaidDonation(response.accessCode)
        if (!isOpen(response)) onFinal()
        else if (attempts < maxAttempts) timer = setTimeout(() => setAttempts(attempts + 1), pollMs)
      },
      (thrown: unknown) => {
        if (isCurrent) setError(thrown instanceof ApiError ? thrown : clientError(0, 'internal'))
      },
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [reference, attempts, onFinal])

  const retry = () => {
    setError(undefined)
    setAttempts((count) => count + 1)
  }
  return { donation, attempts, error, retry }
}

function isOpen({ status }: DonationDetails): boolean {
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

function Result({ donation }: { donation: DonationDetails }) {
  const text = transactionText.outcome
  const { status, campaign } = donation
  const { Icon, className } = getStyle(status)
  return (
    <div
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 rounded-card p-4 sm:p-5 ${className}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <p className="min-w-0 flex-1 basis-52 font-semibold wrap-anywhere">{describe(donation)}</p>
      {status === 'success' ? (
        <Link to={donationPath(donation.accessCode)} className="font-semibold underline">
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

function describe(donation: DonationDetails): string {
  const text = transactionText.outcome
  const { status, campaign } = donation
  const amount = formatNairaInText(donation.amount)
  if (status === 'success' || status === 'failed' || status === 'abandoned')
    return text[status]({ amount, title: campaign.title })
  return text.other({ amount, title: campaign.title, status })
}

function getStyle(status: string): { Icon: LucideIcon; className: string } {
  if (status === 'success') return { Icon: CircleCheck, className: 'bg-success-soft text-success' }
  if (status === 'failed') return { Icon: CircleX, className: 'bg-danger-soft text-danger' }
  return { Icon: CircleAlert, className: 'bg-warning-soft text-warning' }
}
