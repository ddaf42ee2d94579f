import { useEffect, useRef } from 'react'

import { authText } from '#web/text/auth.ts'
import { SubmitButton } from '#web/forms/submit-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Form, useSubmit } from '#web/router/form.tsx'
import { useNavigation } from '#web/router/hooks.ts'

type Refusal = { message: string | null; retryAfterSeconds?: number | undefined }

/** Applies the code of a verification link: automatically, or by the button without script and after an error. */
export function VerifyForm({ error }: { error: Refusal | undefined }) {
  const { action: text } = authText
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  useSubmitOnce(form)

  return (
    <Form ref={form} method="post" replace className="space-y-6">
      <output className="flex min-h-12 items-center gap-3">
        {error ? (
          error.message
        ) : (
          <>
            <Spinner className="text-forest" />
            {text.inProgress}
          </>
        )}
      </output>
      {!error && <p className="text-muted">{text.verifyHint}</p>}
      <SubmitButton busy={busy} wait={error} className="w-full">
        {error ? text.retry : text.verify}
      </SubmitButton>
    </Form>
  )
}

/** Submits once even if React runs the effect twice, because a code works only once. */
function useSubmitOnce(form: { readonly current: HTMLFormElement | null }) {
  const submit = useSubmit()
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    void submit(form.current, { replace: true })
  }, [form, submit])
}
