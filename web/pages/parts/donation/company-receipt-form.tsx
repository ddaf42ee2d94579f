import { ActionForm } from '../../../forms/action-form.tsx'
import type { FormResult } from '../../../forms/form-values.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { receiptText } from '../../../text/receipt.ts'
import { Field } from '../../../ui/fields/field.tsx'

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
