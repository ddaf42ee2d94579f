import { SubmitButton } from '#web/forms/submit-button.tsx'
import { usePreparation } from '#web/forms/use-preparation.ts'
import { authText } from '#web/text/auth.ts'
import { Form } from '#web/router/form.tsx'
import { useNavigation } from '#web/router/hooks.ts'

type Refusal = { message: string | null; retryAfterSeconds?: number | undefined }

/** Undoes a change by the button alone, because mail programs open links on their own. */
export function RecoverForm({ label, error }: { label: string; error: Refusal | undefined }) {
  const busy = useNavigation().state !== 'idle'
  usePreparation()
  return (
    <Form method="post" replace className="space-y-6">
      <p className="text-muted">{authText.recovery.effect}</p>
      <output className="block">{error?.message}</output>
      <SubmitButton busy={busy} wait={error} className="w-full">
        {label}
      </SubmitButton>
    </Form>
  )
}
