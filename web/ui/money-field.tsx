import { type ChangeEvent, type ComponentProps, type KeyboardEvent, useState } from 'react'

import { findAmountProblem } from '#shared/amount-problem.ts'

import { Labelled, type LabelProps } from './fields.tsx'

type MoneyFieldProps = Omit<ComponentProps<'input'>, 'type' | 'defaultValue' | 'value'> &
  LabelProps & { defaultValue?: string | undefined; value?: string | undefined }

/**
 * An amount in Naira. Separators appear while typing, and the caret stays after the same digit (specification §5, Money input). The value
 * is a text such as '1,250.50', which shared/amount.ts parses. What it refuses, it says while the person types.
 */
export function MoneyField({
  label,
  error,
  hint,
  id,
  className,
  onChange,
  onKeyDown,
  defaultValue,
  ...input
}: MoneyFieldProps) {
  const [problem, setProblem] = useState<string>()
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const typed = input.value
    const { inputType = '' } = event.nativeEvent as Partial<InputEvent>
    // A comma may be a decimal one until three digits follow: '1,5k' must not become '15k'.
    const isOpenGroup = inputType.startsWith('insert') && /,\d{0,2}[km]?$/i.test(typed)
    if (!isOpenGroup) regroup(input)
    // '5,0000' is on its way to '50,000', and a third decimal is gone after grouping.
    setProblem(findAmountProblem(input.value === typed ? typed : typed.replaceAll(',', '')))
    onChange?.(event)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    skipSeparator(event)
    onKeyDown?.(event)
  }

  return (
    <Labelled
      id={id}
      label={label}
      error={error}
      hint={
        <>
          {hint && <p>{hint}</p>}
          <p aria-live="polite" className="font-medium text-danger">
            {!error && problem}
          </p>
        </>
      }
      className={className}
    >
      {(attributes) => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-4 grid place-items-center font-semibold text-muted"
          >
            ₦
          </span>
          <input
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...attributes}
            {...(defaultValue !== undefined && { defaultValue: groupThousands(defaultValue) })}
            onChange={change}
            onKeyDown={press}
            className="control money pl-10"
          />
        </div>
      )}
    </Labelled>
  )
}

function regroup(input: HTMLInputElement) {
  const { value } = input
  const grouped = groupThousands(value)
  if (grouped === value) return

  const caret = input.selectionStart ?? value.length
  const digitsBefore = countDigits(groupThousands(value.slice(0, caret)))
  input.value = grouped
  const position = findPosition(grouped, digitsBefore)
  input.setSelectionRange(position, position)
}

/** Moves the caret over a separator, so that Backspace and Delete remove the digit next to it. */
function skipSeparator({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>) {
  const at = input.selectionStart
  if (at === null || at !== input.selectionEnd) return
  if (key === 'Backspace' && input.value[at - 1] === ',') input.setSelectionRange(at - 1, at - 1)
  if (key === 'Delete' && input.value[at] === ',') input.setSelectionRange(at + 1, at + 1)
}

const countDigits = (text: string) => text.replaceAll(',', '').length

/** The position after the given number of digits. */
function findPosition(text: string, digits: number): number {
  let position = 0
  for (let count = 0; position < text.length && count < digits; position += 1)
    if (text[position] !== ',') count += 1
  return position
}

/**
 * Formats an amount while it is typed: thousands separators and at most two decimals. Text that is no amount in Naira ('-5', '1.234,50') is
 * not changed, so that the schema rejects it. A guess could be wrong by its sign or by a factor of 100.
 */
export function groupThousands(text: string): string {
  const typed = text.replace(/[₦\s]/g, '')
  if (/[^\d.,]/.test(typed)) return text
  const [whole = '', fraction, more] = typed.split('.')
  if (more !== undefined || fraction?.includes(',')) return typed
  // 5.000 may mean five thousand.
  if (/^\d{1,3}\.\d{3,}$/.test(typed)) return typed

  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped || '0'}.${fraction.slice(0, 2)}`
}
