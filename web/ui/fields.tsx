import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import {
  type ComponentProps,
  type FocusEvent,
  type InputEvent,
  type ReactNode,
  useId,
  useState,
} from 'react'

import { uiText as text } from '#web/text/ui.ts'

import { classNames } from './class-names.ts'
import { useAfterPress } from './use-after-press.ts'

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

function Notes({ id, hint, error }: { id: string } & Omit<LabelProps, 'label'>) {
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

type FieldProps = ComponentProps<'input'> & LabelProps

export function Field(props: FieldProps) {
  const { label, error, hint, id, className, ...input } = props
  if (input.type === 'email') return <EmailField {...props} />
  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      {(attributes) => <input {...input} {...attributes} className={classNames('control')} />}
    </Labelled>
  )
}

/** Suggests the domain that was probably meant once the field is left. Nothing is refused. */
function EmailField({ label, error, hint, id, className, ...input }: FieldProps) {
  const [suggested, setSuggested] = useState<{ email: string; box: HTMLInputElement }>()
  const afterPress = useAfterPress()
  const suggest = async ({ target }: FocusEvent<HTMLInputElement>) => {
    const { suggestEmail } = await import('#shared/misspelt.ts')
    const email = suggestEmail(target.value)
    setSuggested(email === undefined ? undefined : { email, box: target })
  }
  const accept = ({ email, box }: { email: string; box: HTMLInputElement }) => {
    // React listens to this setter's counterpart on the element, and would not see the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, email)
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
    setSuggested(undefined)
  }
  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      {(attributes) => (
        <>
          <input
            autoComplete="email"
            {...input}
            {...attributes}
            className="control"
            onBlur={(event) => {
              input.onBlur?.(event)
              // What appears during a click would move what is clicked.
              afterPress(() => void suggest(event).catch(() => {}))
            }}
          />
          {suggested && (
            <button
              type="button"
              className="link block min-h-11 text-left text-sm"
              onClick={() => accept(suggested)}
            >
              {text.suggestedEmail({ email: suggested.email })}
            </button>
          )}
        </>
      )}
    </Labelled>
  )
}

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & LabelProps

/** A password with a button that shows it (specification §5, Shared inputs). */
export function PasswordField({ label, error, hint, id, className, ...input }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye

  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      {(attributes) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoComplete="current-password"
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

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & LabelProps

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

type TextAreaFieldProps = ComponentProps<'textarea'> &
  LabelProps & { count?: { least?: number; most?: number } | undefined }

/** A text area. `count` shows the number of characters while typing (readings C2). */
export function TextAreaField({
  label,
  error,
  hint,
  id,
  className,
  count,
  onInput,
  ...area
}: TextAreaFieldProps) {
  const [length, setLength] = useState(() => countCharacters(area.value ?? area.defaultValue))
  const note = (
    <>
      {hint && <p>{hint}</p>}
      {count && <Count {...count} length={length} />}
    </>
  )
  const updateLength = (event: InputEvent<HTMLTextAreaElement>) => {
    setLength(countCharacters(event.currentTarget.value))
    onInput?.(event)
  }

  return (
    <Labelled
      id={id}
      label={label}
      error={error}
      hint={(hint || count) && note}
      className={className}
    >
      {(attributes) => (
        <textarea
          rows={5}
          {...area}
          {...attributes}
          onInput={updateLength}
          className="control block resize-y"
        />
      )}
    </Labelled>
  )
}

function Count({ least, most, length }: { least?: number; most?: number; length: number }) {
  if (least !== undefined && length < least) return <p>{text.countLeast({ length, least })}</p>
  return most === undefined ? null : <p>{text.count({ length, most })}</p>
}

/** Counts trimmed characters like the schema. */
function countCharacters(value: ComponentProps<'textarea'>['value']): number {
  return typeof value === 'string' ? value.normalize('NFC').trim().length : 0
}
