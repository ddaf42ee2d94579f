import type { ChangeEvent, ComponentProps, KeyboardEvent } from 'react'

import { Labelled, type LabelProps } from './labelled.tsx'
import { groupThousands } from './money-text.ts'

type MoneyFieldProps = Omit<ComponentProps<'input'>, 'type' | 'defaultValue' | 'value'> &
  LabelProps & { defaultValue?: string | undefined; value?: string | undefined }

/**
 * Naira as people write it: separators appear while typing, and the caret stays by the digit it was at (specification §5, Money input).
 * What is submitted is the text, '1,250.50'; shared/money.ts reads it.
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
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    regroup(event.currentTarget)
    onChange?.(event)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    stepOverSeparator(event)
    onKeyDown?.(event)
  }

  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      {(ties) => (
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
            {...ties}
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
  const before = figures(groupThousands(value.slice(0, caret)))
  input.value = grouped
  const place = placeAfter(grouped, before)
  input.setSelectionRange(place, place)
}

/** Deleting a separator deletes the digit beyond it: separators are ours, the person never typed them. */
function stepOverSeparator({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>) {
  const at = input.selectionStart
  if (at === null || at !== input.selectionEnd) return
  if (key === 'Backspace' && input.value[at - 1] === ',') input.setSelectionRange(at - 1, at - 1)
  if (key === 'Delete' && input.value[at] === ',') input.setSelectionRange(at + 1, at + 1)
}

const figures = (text: string) => text.replaceAll(',', '').length

function placeAfter(text: string, wanted: number): number {
  let place = 0
  for (let seen = 0; place < text.length && seen < wanted; place += 1)
    if (text[place] !== ',') seen += 1
  return place
}
