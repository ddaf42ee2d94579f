import type { ComponentProps, ReactNode } from 'react'

import type { ButtonVariant } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { ApiForm } from './api-form.tsx'
import { FormButtons } from './form-buttons.tsx'

type Props = {
  open: boolean
  title: string
  /** Stands above the form: what it concerns or what will happen. */
  text?: ReactNode
  /** From `useApiForm`. */
  form: Pick<ComponentProps<typeof FormButtons>, 'busy' | 'wait'> & {
    formProps: Omit<ComponentProps<typeof ApiForm>, 'children'>
  }
  submit: string
  cancel: string
  variant?: ButtonVariant | undefined
  onClose: () => void
  children: ReactNode
}

/** A dialog whose form goes to the API. */
export function FormDialog({ open, title, text, form, onClose, children, ...buttons }: Props) {
  const { formProps, busy, wait } = form
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {text !== undefined && <p className="text-muted wrap-anywhere">{text}</p>}
      <ApiForm {...formProps}>
        {children}
        <FormButtons {...buttons} busy={busy} wait={wait} onCancel={onClose} />
      </ApiForm>
    </Dialog>
  )
}
