import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { reviewText } from '../../text/review.ts'

type Props = {
  passed: boolean
  /** A fact about the organiser's account, which is no warning. */
  isFact?: boolean
  children: ReactNode
}

/** One check. Icon and words carry the result, not colour alone. */
export function Check({ passed, isFact = false, children }: Props) {
  const { checks: text } = reviewText
  const [Icon, colour, word] = passed
    ? ([CircleCheck, 'text-success', text.passed] as const)
    : isFact
      ? ([Info, 'text-muted', text.fact] as const)
      : ([TriangleAlert, 'text-warning', text.needsAttention] as const)
  return (
    <li className="flex gap-2">
      <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${colour}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{word}: </span>
        {children}
      </span>
    </li>
  )
}
