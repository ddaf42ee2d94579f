import { useEffect, useRef } from 'react'

import type { ApiError } from '../api/client.ts'
import { paths } from '../navigation/paths.ts'
import { legalHoldText as text } from '../text/legal-hold.ts'

/** Lists why a legal hold refused a deletion, and what to do next. It gets the focus, because the dialog that had it is closed. */
export function HoldNote({ refusal }: { refusal: ApiError | undefined }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [refusal])
  if (!refusal || !isHold(refusal)) return null
  return (
    <div
      ref={note}
      role="alert"
      tabIndex={-1}
      className="grid gap-2 rounded-card bg-warning-soft px-4 py-3"
    >
      <p className="font-semibold">{text.titles[refusal.code]}</p>
      <p>{text.intro}</p>
      <ul className="list-disc space-y-1 pl-5">
        {refusal.reasons.map((reason) => (
          <li key={reason}>{text.reasons[reason]}</li>
        ))}
      </ul>
      <p>
        <a href={paths.help} className="link">
          {text.contact}
        </a>
      </p>
    </div>
  )
}

type HoldCode = keyof typeof text.titles

export function isHold(error: ApiError): error is ApiError & { code: HoldCode } {
  return error.code in text.titles
}
