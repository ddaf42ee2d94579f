import { useEffect, useState, type ComponentType, type SubmitEvent } from 'react'

import { browserNames } from '#shared/browser-names.ts'
import { submitNatively } from '#web/router/form.tsx'
import { useNavigation } from '#web/router/hooks.ts'
import { RequestContext } from '#web/router/request-context.ts'

import type { FormResult } from '../../../forms/form-result.ts'
import { readDonation } from '../../../navigation/carried-donation.ts'
import type { ResumedDonation } from './resume-donation.ts'
import type { NoteProps } from './saved-donation-note.tsx'

/** Called while the donor types, so that the code is there when the connection is lost. */
export const loadSending = () => import('./donate-in-browser.ts').catch(() => null)

/**
 * Submits the donate form. With the client router, the form runs the route's action. A public page loads the action on demand; if it
 * cannot be loaded, the browser submits the form and the server responds with a page.
 */
export function useDonationSubmit(isDocument: boolean, campaign: string) {
  const { formMethod } = useNavigation()
  const [isSubmitting, setSubmitting] = useState(false)
  const [result, setResult] = useState<FormResult>()
  const saved = useSavedDonation(isDocument, campaign, setResult)
  const busy = isSubmitting || formMethod === 'post'
  useReloadOnReturn(busy)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    if (!isDocument) return
    event.preventDefault()
    const form = event.currentTarget
    if (isSubmitting) return
    setSubmitting(true)
    const sending = await loadSending()
    if (sending === null) return form.submit()
    const outcome = await sending
      .donateInBrowser(new FormData(form))
      .catch((error: unknown) => submitNatively(form, error))
    if (!outcome) return
    if (outcome.kind === 'leaving') return
    setSubmitting(false)
    if (outcome.kind === 'refused') setResult(outcome.result)
    else saved.show(sending.SavedDonationNote, true)
  }
  return { busy, result, saved, submit }
}

/** The form that was typed in this tab, about which the server knows nothing, unless the donor has begun to type another. */
export function useResumed(
  campaign: string,
  fromServer: ResumedDonation | null,
): ResumedDonation | null {
  const [resumed, setResumed] = useState(fromServer)
  useEffect(() => {
    const before = readDonation()
    if (fromServer || before?.campaign !== campaign) return
    void loadSending()
      .then((sending) => sending?.resumeDonation({ context: new RequestContext() }))
      .then((found) => {
        if (found && readDonation()?.carriedAt === before.carriedAt) setResumed(found)
      })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return resumed
}

type Note = { Component: ComponentType<NoteProps>; wasTried: boolean }

/** The donation that waits in this browser, whose note stands in place of the form. */
function useSavedDonation(
  isDocument: boolean,
  campaign: string,
  setResult: (result: FormResult) => void,
) {
  const [note, setNote] = useState<Note | null>(null)
  const [ended, setEnded] = useState(0)
  const show = (Component: Note['Component'], wasTried: boolean) => setNote({ Component, wasTried })
  useEffect(() => {
    if (!isDocument || !mayHaveSaved(campaign)) return
    void loadSending().then((sending) => sending && show(sending.SavedDonationNote, false))
  }, [isDocument, campaign])
  useEffect(() => {
    if (ended > 0) focusForm()
  }, [ended])
  const onEnd = (result?: FormResult) => {
    if (result) {
      setResult(result)
      setEnded(ended + 1)
    }
    setNote(null)
  }
  return { note: note && { ...note, campaign, onEnd }, ended, show }
}

/** The focus was in the note. A field with an error has it already. */
function focusForm() {
  const field = document.querySelector<HTMLInputElement>('form [name=amount]')
  if (!field?.form?.contains(document.activeElement)) field?.focus()
}

function mayHaveSaved(campaign: string): boolean {
  try {
    return localStorage.getItem(browserNames.savedDonation)?.includes(campaign) ?? false
  } catch {
    return false
  }
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
