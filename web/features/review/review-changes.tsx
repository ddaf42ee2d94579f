import type { ReviewItem } from '#shared/review.ts'

import { historyText } from '../../text/history.ts'
import { reviewText } from '../../text/review.ts'

/** What an owner wants changed of a public campaign: how it was. How it would be stands in the preview. */
export function ReviewChanges({ changed }: Pick<ReviewItem, 'changed'>) {
  const text = reviewText
  if (changed.length === 0) return null
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{text.changed}</h3>
      <ul className="grid gap-2 text-sm">
        {changed.map(({ field, before }) => (
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
