import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { Button, type ButtonVariant } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextAreaField } from './text-area-field.tsx'

type Reason = { reason: string }

type ReasonDialogProps = {
  open: boolean
  title: string
  /** What will be done, where the title does not say it. */
  text?: ReactNode
  label: string
  hint?: string | undefined
  confirmLabel: string
  cancelLabel: string
  variant?: ButtonVariant | undefined
  /** What the server takes, and in how many letters. */
  schema: z.ZodMiniType<Reason, Reason>
  maxLength: number
  onSend: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks for words before something that matters is done. They stay where sending them failed. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, title, text, label, hint, schema, maxLength, onSend, onClose } = props
  const { register, handleSubmit, formState } = useForm<Reason>({
    resolver: zodResolver(schema, undefined, { raw: true }),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {text !== undefined && <p className="text-muted wrap-anywhere">{text}</p>}
      <form
        noValidate
        onSubmit={handleSubmit(({ reason }) => onSend(reason))}
        className="grid gap-5"
      >
        <TextAreaField
          label={label}
          hint={hint}
          rows={4}
          maxLength={maxLength}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            {props.cancelLabel}
          </Button>
          <Button type="submit" variant={props.variant} busy={isSubmitting}>
            {props.confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
