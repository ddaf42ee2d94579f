import type { ComponentProps } from 'react'

import { uiText } from '#web/text/ui.ts'
import { useText } from '#web/text/text.tsx'

import { Labelled, type LabelProps } from './labelled.tsx'

export type Option = { value: string; label: string }

type SelectFieldProps = ComponentProps<'select'> &
  LabelProps & { options: readonly Option[]; placeholder?: string | undefined }

/** One of several; nothing is chosen until the person chooses. */
export function SelectField({
  label,
  error,
  hint,
  id,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  const text = useText(uiText)
  const start = select.value === undefined && { defaultValue: select.defaultValue ?? '' }

  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      {(ties) => (
        <select {...select} {...start} {...ties} className="control">
          <option value="">{placeholder ?? text.selectOption}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
