import type { ReactNode } from 'react'

import { Button, type ButtonVariant } from '../ui/button.tsx'

type Props = {
  submit: ReactNode
  cancel: ReactNode
  variant?: ButtonVariant | undefined
  busy: boolean
  onCancel: () => void
}

export function FormButtons({ submit, cancel, variant, busy, onCancel }: Props) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button variant="quiet" disabled={busy} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" variant={variant} busy={busy}>
        {submit}
      </Button>
    </div>
  )
}
