import { useState, type ComponentProps, type InputEvent } from 'react'

import { uiText } from '#web/text/ui.ts'

import { Labelled, type LabelProps } from './labelled.tsx'

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
  const text = uiText
  if (least !== undefined && length < least) return <p>{text.countLeast(length, least)}</p>
  return most === undefined ? null : <p>{text.count(length, most)}</p>
}

/** Counts trimmed characters like the schema. */
function countCharacters(value: ComponentProps<'textarea'>['value']): number {
  return typeof value === 'string' ? value.normalize('NFC').trim().length : 0
}
