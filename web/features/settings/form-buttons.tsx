import type { ReactNode } from 'react'

import { settingsText } from '../../text/settings.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'

type Props = {
  submit: ReactNode
  variant?: ButtonVariant
  busy: boolean
  onCancel: () => void
}

/** Goes on, or leaves everything as it was. */
export function FormButtons({ submit, variant, busy, onCancel }: Props) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button variant="quiet" disabled={busy} onClick={onCancel}>
        {settingsText.cancel}
      </Button>
      <Button type="submit" variant={variant} busy={busy}>
        {submit}
      </Button>
    </div>
  )
}
