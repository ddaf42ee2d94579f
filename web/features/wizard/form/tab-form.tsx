import { useState, type ReactNode, type SyntheticEvent } from 'react'

import { Button } from '../../../ui/button.tsx'

type Props = { action: string; onSend: () => Promise<void>; children: ReactNode }

/** One tab of the wizard: its fields, and the one button that leads on. */
export function TabForm({ action, onSend, children }: Props) {
  const [busy, setBusy] = useState(false)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onSend().finally(() => setBusy(false))
  }
  return (
    <form noValidate onSubmit={send} className="grid max-w-2xl gap-5">
      {children}
      <Button
        type="submit"
        busy={busy}
        // The press must not leave the field first: a message that comes or goes would move the button away from under it.
        onMouseDown={(event) => event.preventDefault()}
        className="w-full sm:w-auto sm:min-w-40 sm:justify-self-start"
      >
        {action}
      </Button>
    </form>
  )
}
