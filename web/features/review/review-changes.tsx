import type { ReviewItem } from '#shared/review.ts'

import { historyText } from '../../text/history.ts'
import { reviewText } from '../../text/review.ts'

/** The previous values of a requested change. The preview shows the new ones. */
export function ReviewChanges({ changes }: Pick<ReviewItem, 'changes'>) {
  const text = reviewText
  if (changes.length === 0) return null
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{text.changed}</h3>
      <ul className="grid gap-2 text-sm">
        {changes.map(({ field, before }) => (
          <li key={field} className="border-l-4 border-line pl-3">
            <p className="font-semibold">{historyText.fields[field]}</p>
            {before !== null && (
              <p className="whitespace-pre-line wrap-anywhere">{text.before(before)}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
