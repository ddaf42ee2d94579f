import { createContext, useContext, useState, type ReactNode, type SyntheticEvent } from 'react'

import { SubmitButton } from '../../../forms/submit-button.tsx'
import type { RetryWait } from '../../../forms/use-countdown.ts'

type Props = { action: string; onSend: () => Promise<void>; children: ReactNode }

/** The last error response to what the tabs send. Undefined where a tab sends nothing. */
export const TabWait = createContext<RetryWait>(undefined)

/** The fields of a tab with its submit button. */
export function TabForm({ action, onSend, children }: Props) {
  const [busy, setBusy] = useState(false)
  const wait = useContext(TabWait)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onSend().finally(() => setBusy(false))
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-2xl gap-5">
      {children}
      <SubmitButton
        busy={busy}
        wait={wait}
        // Keeps the focus in the field: blur validation would show or hide a message and move the button during the click.
        onMouseDown={(event) => event.preventDefault()}
        className="w-full sm:w-auto sm:min-w-40 sm:justify-self-start"
      >
        {action}
      </SubmitButton>
    </form>
  )
}
