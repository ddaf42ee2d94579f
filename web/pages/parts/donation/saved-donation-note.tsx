import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { listen } from '../../../api/listen.ts'
import type { FormResult } from '../../../forms/form-result.ts'
import { readDonation } from '../../../navigation/carried-donation.ts'
import { savedDonationText as text } from '../../../text/saved-donation.ts'
import { Button } from '../../../ui/button.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { sendSavedDonation } from './send-donation.ts'
import {
  findSavedDonation,
  forgetDonation,
  type SavedDonation,
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
  useEffect(() => {
    if (!saved) onEnd()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  useEffect(() => watchSavedDonations(() => reloadIfGone(campaign)), [campaign])
  if (!saved) return null

  const isTyped = wasTried || isTypedInTab(saved)
  const cancel = () => {
    forgetDonation(saved.values)
    onEnd(isTyped ? { values: saved.values, fields: {}, message: null } : undefined)
  }
  return (
    <section className="grid gap-4 rounded-card border border-control bg-warning-soft p-4">
      <h2 ref={takeFocus} tabIndex={-1} className="font-bold text-warning outline-none">
        {isOnline ? text.noAnswer : text.offline}
      </h2>
      <output className="block">
        {wasTried
          ? (isOnline ? text.trying : text.saved)({ amount: toAmount(saved) })
          : text.elsewhere({ amount: toAmount(saved) })}
      </output>
      <p className="text-sm">{text.stored}</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={isSending} onClick={send}>
          {text.sendFor({ amount: toAmount(saved), address: hideAddress(saved.values['email']) })}
        </Button>
        <Button variant="quiet" onClick={cancel}>
          {isTyped ? text.cancel : text.notMe}
        </Button>
      </div>
    </section>
  )
}

/** Another tab may be that of another person, who is not shown what was typed. */
function isTypedInTab({ values }: SavedDonation): boolean {
  const typed = readDonation()
  return typed?.campaign === values['campaign'] && typed?.values['email'] === values['email']
}

/** Enough for the person whose address it is. */
function hideAddress(email = ''): string {
  return email.replace(/^(.).*@/, '$1…@')
}

/**
 * Sends after a press that names the address, and then when the browser reconnects, when the person comes back to the tab, and after growing
 * delays. A page that is loaded later may be read by another person.
 */
function useSending(campaign: string, { wasTried, onEnd }: Omit<NoteProps, 'campaign'>) {
  const [isSending, setSending] = useState(false)
  const end = useRef(onEnd)
  const trySend = useRef<() => void>(() => undefined)
  useEffect(() => {
    let delayMs = firstDelayMs
    let timer: ReturnType<typeof setTimeout> | undefined
    let [isBusy, isOver, isPressed] = [false, false, wasTried]
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
    const onReturn = () => isPressed && attempt()
    trySend.current = () => {
      isPressed = true
      void attempt()
    }
    const stop = listen({
      online: onReturn,
      visibilitychange: () => document.visibilityState === 'visible' && onReturn(),
    })
    if (wasTried) wait()
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [campaign, wasTried])
  return { isSending, send: () => trySend.current() }
}

/** The document of the server says what became of a donation that another tab has sent. */
function reloadIfGone(campaign: string) {
  if (!findSavedDonation(campaign)) location.reload()
}

const watchOnline = (listener: () => void) => listen({ online: listener, offline: listener })
