import { Form } from '#web/router/form.tsx'
import { useNavigation } from '#web/router/navigate.tsx'

import type { FormResult } from '../../../forms/form-result.ts'
import { FormMessage, toFormProblem } from '../../../forms/form-alert.tsx'
import { authText } from '../../../text/auth.ts'
import { SubmitButton, type RetryWait } from '../../../forms/submit-button.tsx'
import { usePreparation } from '../../../forms/lazy.tsx'

/** Sends an email again. It has no fields, so the message of an error stands above the button. */
export function ResendForm({ result, wait }: { result: FormResult | undefined; wait?: RetryWait }) {
  const busy = useNavigation().state !== 'idle'
  usePreparation()
  const problem = toFormProblem(result, () => false)
  return (
    <Form method="post" className="space-y-5">
      {problem !== null && <FormMessage message={problem} response={result} />}
      <SubmitButton busy={busy} wait={result ?? wait} className="w-full">
        {authText.resendLink}
      </SubmitButton>
    </Form>
  )
}
