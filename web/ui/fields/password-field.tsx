import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { uiText } from '#web/text/ui.ts'

import { Labelled, type LabelProps } from './labelled.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & LabelProps

/** A password with a button that shows it (specification §5, Shared inputs). */
export function PasswordField({ label, error, hint, id, className, ...input }: PasswordFieldProps) {
  const text = uiText
  const [isVisible, setVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye

  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      {(attributes) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...attributes}
            type={isVisible ? 'text' : 'password'}
            className="control pr-14"
          />
          <button
            type="button"
            aria-label={isVisible ? text.hidePassword : text.showPassword}
            aria-controls={attributes.id}
            onClick={() => setVisible(!isVisible)}
            className="absolute inset-y-0 right-1 my-auto grid size-11 place-items-center rounded-lg text-muted hover:text-ink"
          >
            <Icon size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </Labelled>
  )
}
