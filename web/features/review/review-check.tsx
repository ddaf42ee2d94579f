import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { reviewText } from '../../text/review.ts'

/** One check. Icon and words carry the result, not colour alone. */
export function Check({ passed, children }: { passed: boolean; children: ReactNode }) {
  const { checks: text } = reviewText
  const Icon = passed ? CircleCheck : TriangleAlert
  return (
    <li className="flex gap-2">
      <Icon
        size={18}
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${passed ? 'text-success' : 'text-warning'}`}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{passed ? text.passed : text.needsAttention}: </span>
        {children}
      </span>
    </li>
  )
}
