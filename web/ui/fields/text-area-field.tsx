import { useState, type ComponentProps, type InputEvent } from 'react'

import { uiText } from '#web/text/ui.ts'

import { Labelled, type LabelProps } from './labelled.tsx'

type TextAreaFieldProps = ComponentProps<'textarea'> &
  LabelProps & { count?: { least?: number; most?: number } | undefined }

/** Several lines of text; `count` tells while typing how far there is to go (readings C2). */
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
  const [length, setLength] = useState(() => lengthOf(area.value ?? area.defaultValue))
  const note = (
    <>
      {hint && <p>{hint}</p>}
      {count && <Count {...count} length={length} />}
    </>
  )
  const read = (event: InputEvent<HTMLTextAreaElement>) => {
    setLength(lengthOf(event.currentTarget.value))
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
      {(ties) => (
        <textarea rows={5} {...area} {...ties} onInput={read} className="control block resize-y" />
      )}
    </Labelled>
  )
}

function Count({ least, most, length }: { least?: number; most?: number; length: number }) {
  const text = uiText
  if (least !== undefined && length < least) return <p>{text.countLeast(length, least)}</p>
  return most === undefined ? null : <p>{text.count(length, most)}</p>
}

/** As the schema counts: trimmed. */
function lengthOf(value: ComponentProps<'textarea'>['value']): number {
  return typeof value === 'string' ? value.normalize('NFC').trim().length : 0
}
