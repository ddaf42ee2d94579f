import { useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'

import { authText } from '#web/text/auth.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Applies the code of a verification link: by itself once the script is there, by a press where none comes or the first try failed. */
export function VerifyForm({ failure }: { failure: { message: string | null } | undefined }) {
  const { action: text } = authText
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  useSubmitOnce(form)

  return (
    <Form ref={form} method="post" replace className="space-y-6">
      <output className="flex min-h-12 items-center gap-3">
        {failure ? (
          failure.message
        ) : (
          <>
            <Spinner className="text-forest" />
            {text.inProgress}
          </>
        )}
      </output>
      {!failure && <p className="text-muted">{text.verifyHint}</p>}
      <Button type="submit" busy={busy} className="w-full">
        {failure ? text.retry : text.verify}
      </Button>
    </Form>
  )
}

/** Once only, whatever React does to the effect: the code is used up by it. */
function useSubmitOnce(form: { readonly current: HTMLFormElement | null }) {
  const submit = useSubmit()
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    void submit(form.current, { replace: true })
  }, [form, submit])
}
