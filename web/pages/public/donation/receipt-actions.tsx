import { Download, Mail, Printer, ShieldCheck } from 'lucide-react'

import type { DonationDetails } from '#shared/donation.ts'
import { Link } from '#web/router/link.tsx'

import { ActionForm } from '../../../forms/action-form.tsx'
import { toFormProblem } from '../../../forms/form-alert.tsx'
import type { FormResult } from '../../../forms/form-result.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { receiptPdfPath, verifyPath } from '../../../navigation/paths.ts'
import { donationText } from '../../../text/donation.ts'
import { receiptText } from '../../../text/receipt.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Field } from '../../../ui/fields.tsx'

type Props = {
  donation: DonationDetails
  isSent: boolean
  refusal: FormResult | undefined
  /** The refusal of the form with the company. */
  companyRefusal: FormResult | undefined
}

/** Download, email, print and verify the receipt of a successful donation. Works without script. */
export function ReceiptActions({ donation, isSent, refusal, companyRefusal }: Props) {
  const text = receiptText
  const { receipt, accessCode } = donation
  const error = toFormProblem(refusal, () => false)
  if (!receipt) return null
  return (
    <div className="mt-6 grid gap-3 print:hidden">
      <a href={receiptPdfPath(accessCode)} download className={`${buttonClass()} max-sm:px-2`}>
        <Download size={18} aria-hidden="true" />
        {text.pdf}
      </a>
      <CompanyReceiptForm result={companyRefusal} />
      <form method="post" className="grid">
        <SubmitButton wait={refusal} variant="quiet" className="max-sm:px-2">
          <Mail size={18} aria-hidden="true" />
          {text.resend}
        </SubmitButton>
      </form>
      <Button variant="quiet" onClick={() => print()} className="noscript:hidden">
        <Printer size={18} aria-hidden="true" />
        {donationText.status.print}
      </Button>
      {isSent && <output className="block text-center text-sm font-semibold">{text.sent}</output>}
      {error && (
        <p role="alert" className="text-center text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <p className="text-center text-sm text-muted">
        <Link
          to={verifyPath(receipt.code)}
          className="link inline-flex min-h-11 items-center gap-1.5"
        >
          <ShieldCheck size={16} aria-hidden="true" />
          {text.verifyLink}
        </Link>
        <br />
        {text.verifyHint}
      </p>
    </div>
  )
}

const loadSchema = async () => ({
  schema: (await import('../../../forms/public-schemas.ts')).companyReceiptSchema,
})

/** The receipt with the donor's company, for its accountant. Works without script. */
export function CompanyReceiptForm({ result }: { result: FormResult | undefined }) {
  const { company: text } = receiptText
  return (
    <details open={result !== undefined}>
      <summary className="py-3 text-sm font-semibold">{text.open}</summary>
      <ActionForm
        result={result}
        loadSchema={loadSchema}
        className="grid gap-4 pt-1 pb-3 text-left"
      >
        {(field) => (
          <>
            <p className="text-sm text-muted">{text.hint}</p>
            <Field {...field('company')} label={text.name} autoComplete="organization" required />
            <Field
              {...field('tin')}
              label={text.tin}
              hint={text.tinHint}
              autoComplete="off"
              required
            />
            <SubmitButton wait={result} variant="quiet">
              {text.submit}
            </SubmitButton>
          </>
        )}
      </ActionForm>
    </details>
  )
}
