import { Form, useNavigation } from 'react-router'

import { FormMessage } from '../../forms/form-message.tsx'
import { authText } from '../../text/auth.ts'
import { Button } from '../../ui/button.tsx'

/** Sends an email again. */
export function ResendForm({ result }: { result: { message: string | null } | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className="space-y-5">
      <FormMessage result={result} />
      <Button type="submit" busy={busy} className="w-full">
        {authText.resendLink}
      </Button>
    </Form>
  )
}
