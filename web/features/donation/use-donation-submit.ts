import { useEffect, useState, type SubmitEvent } from 'react'
import { useNavigation } from 'react-router'

import type { FormResult } from '../../forms/form-action.ts'

/**
 * Submits the donate form. With the client router, the form runs the route's action. A public page loads the action on demand; if it
 * cannot be loaded, the browser submits the form and the server responds with a page.
 */
export function useDonationSubmit(isDocument: boolean) {
  const { formMethod } = useNavigation()
  const [isSubmitting, setSubmitting] = useState(false)
  const [result, setResult] = useState<FormResult>()
  useResetOnReturn(setSubmitting)

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
  return { busy: isSubmitting || formMethod === 'POST', result, submit }
}

/** A page that is restored from the back/forward cache is still in the submitting state. */
function useResetOnReturn(setSubmitting: (isSubmitting: boolean) => void) {
  useEffect(() => {
    const reset = () => setSubmitting(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [setSubmitting])
}
