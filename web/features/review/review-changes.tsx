import type { ReactNode } from 'react'

import type { ReviewItem } from '#shared/review.ts'

import { editsText } from '../../text/edits.ts'
import { reviewText } from '../../text/review.ts'

type Props = Pick<ReviewItem, 'changes'> & { difference: ReactNode }

/** The fields of a requested change, and the difference of what visitors see. */
export function ReviewChanges({ changes, difference }: Props) {
  if (changes.length === 0) return null
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{reviewText.changed}</h3>
      <p>{changes.map(({ field }) => editsText.fields[field]).join(', ')}</p>
      {difference}
    </section>
  )
}
