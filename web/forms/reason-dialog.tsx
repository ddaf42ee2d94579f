import type { ReactNode } from 'react'

import type { ButtonVariant } from '../ui/button.tsx'
import { TextAreaField } from '../ui/fields/text-area-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useApiForm } from './use-api-form.ts'
import type { FormSettings } from './use-checked-form.ts'

type Reason = { reason: string }

type Props = {
  open: boolean
  title: string
  /** Explains what will happen, where the title does not. */
  text?: ReactNode
  label: string
  hint?: string | undefined
  confirmLabel: string
  cancelLabel: string
  variant?: ButtonVariant | undefined
  /** Loads the schema of the server. */
  loadSchema: FormSettings<Reason>['loadSchema']
  maxLength: number
  /** An error response is shown as a toast, and the dialog keeps the text. */
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a reason before an important action. */
export function ReasonDialog(props: Props) {
  const { open, title, text, label, hint, variant, loadSchema, maxLength, onSend, onClose } = props
  const { field, ...form } = useApiForm<Reason>({
    loadSchema,
    defaultValues: { reason: '' },
    onSubmit: ({ reason }) => onSend(reason),
  })
  return (
    <FormDialog
      open={open}
      title={title}
      text={text}
      form={form}
      submit={props.confirmLabel}
      cancel={props.cancelLabel}
      variant={variant}
      onClose={onClose}
    >
      <TextAreaField
        label={label}
        hint={hint}
        rows={4}
        maxLength={maxLength}
        {...field('reason')}
      />
    </FormDialog>
  )
}
