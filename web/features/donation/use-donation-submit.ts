import { useEffect, useState, type SubmitEvent } from 'react'
import { useNavigation } from 'react-router'

import type { FormResult } from '../../forms/form-values.ts'

/**
 * Submits the donate form. With the client router, the form runs the route's action. A public page loads the action on demand; if it
 * cannot be loaded, the browser submits the form and the server responds with a page.
 */
export function useDonationSubmit(isDocument: boolean) {
  const { formMethod } = useNavigation()
  const [isSubmitting, setSubmitting] = useState(false)
  const [result, setResult] = useState<FormResult>()
  const busy = isSubmitting || formMethod === 'POST'
  useReloadOnReturn(busy)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    if (!isDocument) return
    event.preventDefault()
    const form = event.currentTarget
    if (isSubmitting) return
    setSubmitting(true)
    const action = await import('./donate-in-browser.ts').catch(() => null)
    if (action === null) return form.submit()
    const refused = await action.donateInBrowser(new FormData(form))
    if (refused === null) return
    setResult(refused)
    setSubmitting(false)
  }
  return { busy, result, submit }
}

/** A donor who leaves the payment page may come back to this document as it was while it submitted. Reloaded, it says what became of the payment. */
function useReloadOnReturn(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', reload)
    return () => removeEventListener('pageshow', reload)
  }, [busy])
}
