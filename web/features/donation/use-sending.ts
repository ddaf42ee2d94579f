import { useEffect, useState, type SubmitEvent } from 'react'
import { useNavigation } from 'react-router'

import type { FieldErrors } from '#shared/errors.ts'

import { donationValues } from './donation-values.ts'

/**
 * Sends the donate form. Where a client router is, its action checks and sends. On a visitor's page the form is checked here, and then
 * the browser sends it; if the check could not be loaded, the server checks alone.
 */
export function useSending(isDocument: boolean) {
  const { formMethod } = useNavigation()
  const [isLeaving, setLeaving] = useState(false)
  const [faults, setFaults] = useState<FieldErrors>()
  useForgetting(setLeaving)

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    if (!isDocument) return
    event.preventDefault()
    const form = event.currentTarget
    setLeaving(true)
    const found = await faultsOf(form)
    setFaults(found ?? {})
    if (found) setLeaving(false)
    else form.submit()
  }
  return { isSending: isLeaving || formMethod === 'POST', faults, send }
}

async function faultsOf(form: HTMLFormElement): Promise<FieldErrors | null> {
  try {
    const { checkDonation } = await import('./check-donation.ts')
    return checkDonation(donationValues(new FormData(form)))
  } catch {
    return null
  }
}

/** A donor who comes back through the browser's history finds the page as it was left: sending. It no longer is. */
function useForgetting(setLeaving: (isLeaving: boolean) => void) {
  useEffect(() => {
    const arrive = () => setLeaving(false)
    addEventListener('pageshow', arrive)
    return () => removeEventListener('pageshow', arrive)
  }, [setLeaving])
}
