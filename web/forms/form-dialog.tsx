import type { ComponentProps, ReactNode } from 'react'

import type { ButtonVariant } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/fields.tsx'
import { ApiForm, FormButtons, useApiForm } from './api-form.tsx'

type FormDialogProps = {
  open: boolean
  title: string
  /** Stands above the form: what it concerns or what will happen. */
  text?: ReactNode
  /** From `useApiForm`. */
  form: Pick<ComponentProps<typeof FormButtons>, 'busy' | 'wait'> & {
    formProps: Omit<ComponentProps<typeof ApiForm>, 'children'>
  }
  submit: string
  cancel?: string | undefined
  variant?: ButtonVariant | undefined
  onClose: () => void
  children: ReactNode
}

export function FormDialog({
  open,
  title,
  text,
  form,
  onClose,
  children,
  ...buttons
}: FormDialogProps) {
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

type ReasonDialogProps = {
  open: boolean
  title: string
  /** Explains what will happen, where the title does not. */
  text?: ReactNode
  label: string
  hint?: string | undefined
  confirmLabel: string
  cancelLabel?: string
  variant?: ButtonVariant | undefined
  /** Of the server. */
  schema: 'adminReasonSchema' | 'approvalReasonSchema' | 'reasonSchema'
  maxLength: number
  /** An error response is shown as a toast, and the dialog keeps the text. */
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a reason before an important action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, title, text, label, hint, variant, schema, maxLength, onSend, onClose } = props
  const { field, ...form } = useApiForm({
    schema,
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
