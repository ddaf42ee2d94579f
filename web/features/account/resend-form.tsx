import { Form, useNavigation } from 'react-router'

import { authText } from '#web/text/auth.ts'
import { Button } from '#web/ui/button.tsx'

import { FormMessage } from './form-message.tsx'

/** Has a mail sent once more. */
export function ResendForm({ answer }: { answer: { message: string | null } | undefined }) {
  const text = authText
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className="space-y-5">
      <FormMessage answer={answer} />
      <Button type="submit" busy={busy} className="w-full">
        {text.resendLink}
      </Button>
    </Form>
  )
}
