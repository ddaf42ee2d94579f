import { useId, type ReactNode } from 'react'

import { classNames } from '../class-names.ts'

export type LabelProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
}

/** The attributes that connect a control with its label, hint and error. */
type ControlAttributes = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type LabelledProps = LabelProps & {
  id?: string | undefined
  className?: string | undefined
  children: (attributes: ControlAttributes) => ReactNode
}

/** A control with its label above, and its hint and error below. */
export function Labelled({ id: customId, label, error, hint, className, children }: LabelledProps) {
  const generatedId = useId()
  const id = customId ?? generatedId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')

  return (
    <div className={classNames('space-y-1.5', className)}>
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

export function Notes({ id, hint, error }: { id: string } & Omit<LabelProps, 'label'>) {
  return (
    <>
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm font-medium text-danger">
          <ErrorIcon />
          {error}
        </p>
      )}
    </>
  )
}

function ErrorIcon() {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className="mt-0.5 size-4 shrink-0"
      fill="currentColor"
    >
      <path d="M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm-.9 4h1.8v5.8H9.1V5.5Zm0 7.4h1.8v1.8H9.1v-1.8Z" />
    </svg>
  )
}
