import { Form, useNavigation } from 'react-router'

import type { FormResult } from '../../forms/form-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { authText } from '../../text/auth.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'

/** Sends an email again. */
export function ResendForm({ result }: { result: FormResult | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className="space-y-5">
      <FormMessage result={result} />
      <SubmitButton busy={busy} wait={result} className="w-full">
        {authText.resendLink}
      </SubmitButton>
    </Form>
  )
}
