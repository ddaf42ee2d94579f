import { useId, type ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { Notes, type LabelProps } from './labelled.tsx'

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & LabelProps

/** A checkbox with a label, which is clickable too. */
export function CheckboxField({ label, error, hint, id, className, ...input }: CheckboxFieldProps) {
  const generatedId = useId()
  const inputId = id ?? generatedId
  const describedBy = [hint && `${inputId}-hint`, error && `${inputId}-error`]
    .filter(Boolean)
    .join(' ')

  return (
    <div className={classNames('space-y-1.5', className)}>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={inputId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className="checkbox"
        />
        {/* The margins take back what the padding adds for fingers. */}
        <label htmlFor={inputId} className="-my-2.5 py-3 text-sm">
          {label}
        </label>
      </div>
      {describedBy && (
        <div className="space-y-1.5 pl-9">
          <Notes id={inputId} hint={hint} error={error} />
        </div>
      )}
    </div>
  )
}
