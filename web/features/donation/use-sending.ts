import { useEffect, useState, type SubmitEvent } from 'react'
import { useNavigation } from 'react-router'

import type { DonationRefusal } from './start-donation.ts'

/**
 * Sends the donate form. Where a client router is, it runs the route's action. A visitor's page loads the action when it is needed; if that
 * could not be loaded, the browser sends the form, and the server answers with a page.
 */
export function useSending(isDocument: boolean) {
  const { formMethod } = useNavigation()
  const [isLeaving, setLeaving] = useState(false)
  const [refusal, setRefusal] = useState<DonationRefusal>()
  useForgetting(setLeaving)

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    if (!isDocument) return
    event.preventDefault()
    const form = event.currentTarget
    if (isLeaving) return
    setLeaving(true)
    const action = await import('./donate-link.ts').catch(() => null)
    if (action === null) return form.submit()
    const refused = await action.giveHere(new FormData(form))
    if (refused === null) return
    setRefusal(refused)
    setLeaving(false)
  }
  return { isSending: isLeaving || formMethod === 'POST', refusal, send }
}

/** A donor who comes back through the browser's history finds the page as it was left: sending. It no longer is. */
function useForgetting(setLeaving: (isLeaving: boolean) => void) {
  useEffect(() => {
    const arrive = () => setLeaving(false)
    addEventListener('pageshow', arrive)
    return () => removeEventListener('pageshow', arrive)
  }, [setLeaving])
}
