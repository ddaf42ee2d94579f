import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { FormResult } from '../../../forms/form-result.ts'
import { savedDonationText } from '../../../text/saved-donation.ts'
import { Button } from '../../../ui/button.tsx'
import { sendSavedDonation } from './send-donation.ts'
import {
  findSavedDonation,
  forgetDonation,
  toAmount,
  watchSavedDonations,
} from './saved-donation.ts'

const firstDelayMs = 5_000
const maxDelayMs = 60_000

export type NoteProps = {
  campaign: string
  /** True if it was sent just now without an answer, so that the next try waits. */
  wasTried: boolean
  /** The form is shown again, with this result. */
  onEnd: (result?: FormResult) => void
}

/** Stands in place of the form while its donation waits for a connection. */
export function SavedDonationNote({ campaign, wasTried, onEnd }: NoteProps) {
  const [saved] = useState(() => findSavedDonation(campaign))
  const { isSending, send } = useSending(campaign, { wasTried, onEnd })
  const isOnline = useSyncExternalStore(watchOnline, () => navigator.onLine)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (!saved) onEnd()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  useEffect(() => watchSavedDonations(() => reloadIfGone(campaign)), [campaign])
  if (!saved) return null

  const text = savedDonationText
  const cancel = () => {
    forgetDonation(saved.values)
    onEnd({ values: saved.values, fields: {}, message: null })
  }
  return (
    <section className="grid gap-4 rounded-card border border-control bg-warning-soft p-4">
      <h2 ref={heading} tabIndex={-1} className="font-bold text-warning outline-none">
        {isOnline ? text.noAnswer : text.offline}
      </h2>
      <output className="block">
        {isOnline ? text.trying(toAmount(saved)) : text.saved(toAmount(saved))}
      </output>
      <p className="text-sm">{text.stored}</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={isSending} onClick={send}>
          {text.sendNow}
        </Button>
        <Button variant="quiet" onClick={cancel}>
          {text.cancel}
        </Button>
      </div>
    </section>
  )
}

/** Sends when the browser reconnects, when the person comes back to the tab, and after growing delays. */
function useSending(campaign: string, { wasTried, onEnd }: Omit<NoteProps, 'campaign'>) {
  const [isSending, setSending] = useState(false)
  const end = useRef(onEnd)
  const trySend = useRef<() => void>(() => undefined)
  useEffect(() => {
    let delayMs = firstDelayMs
    let timer: ReturnType<typeof setTimeout> | undefined
    let [isBusy, isOver] = [false, false]
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void attempt(), delayMs)
      delayMs = Math.min(delayMs * 2, maxDelayMs)
    }
    const attempt = async () => {
      if (isBusy || isOver) return
      isBusy = true
      setSending(true)
      const outcome = await sendSavedDonation(campaign)
      isBusy = false
      if (isOver || outcome.kind === 'leaving') return
      setSending(false)
      if (outcome.kind === 'saved') return wait()
      if (outcome.kind === 'refused') end.current(outcome.result)
      else location.reload()
    }
    const onShown = () => {
      if (document.visibilityState === 'visible') void attempt()
    }
    trySend.current = () => void attempt()
    addEventListener('online', trySend.current)
    document.addEventListener('visibilitychange', onShown)
    if (wasTried) wait()
    else void attempt()
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', trySend.current)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [campaign, wasTried])
  return { isSending, send: () => trySend.current() }
}

/** The document of the server says what became of a donation that another tab has sent. */
function reloadIfGone(campaign: string) {
  if (!findSavedDonation(campaign)) location.reload()
}

function watchOnline(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
