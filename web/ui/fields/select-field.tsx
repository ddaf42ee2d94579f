import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

import { uiText } from '#web/text/ui.ts'

import { Labelled, type LabelProps } from './labelled.tsx'

type Option = { value: string; label: string }

type SelectFieldProps = ComponentProps<'select'> &
  LabelProps & { options: readonly Option[]; placeholder?: string | undefined }

/** A select, empty at first. */
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
  const text = uiText
  const initial = select.value === undefined && { defaultValue: select.defaultValue ?? '' }

  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      {(attributes) => (
        <div className="relative">
          <select
            {...select}
            {...initial}
            {...attributes}
            className="control appearance-none pr-12"
          >
            <option value="">{placeholder ?? text.selectOption}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={20}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-4 my-auto text-muted"
          />
        </div>
      )}
    </Labelled>
  )
}
