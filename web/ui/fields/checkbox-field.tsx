import { useId, type ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { Notes, type LabelProps } from './labelled.tsx'

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & LabelProps

/** A yes or no; the whole line can be pressed. */
export function CheckboxField({ label, error, hint, id, className, ...input }: CheckboxFieldProps) {
  const made = useId()
  const own = id ?? made
  const described = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ')

  return (
    <div className={classNames('space-y-1.5', className)}>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={own}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="checkbox"
        />
        <label htmlFor={own} className="pt-0.5 text-sm">
          {label}
        </label>
      </div>
      {described && (
        <div className="space-y-1.5 pl-9">
          <Notes id={own} hint={hint} error={error} />
        </div>
      )}
    </div>
  )
}
