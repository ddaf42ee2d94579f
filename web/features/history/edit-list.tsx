import type { CampaignEdits } from '#shared/campaign-history.ts'

import { formatMoment } from '../../text/day.ts'
import { historyText } from '../../text/history.ts'

/** The public list of edits since the campaign was approved, with the previous texts. */
export function EditList({ edits }: { edits: CampaignEdits }) {
  const text = historyText
  if (edits.length === 0) return null
  return (
    <section aria-labelledby="edits">
      <h2 id="edits" className="text-xl font-bold">
        {text.edits.title}
      </h2>
      <p className="mt-1 text-sm text-muted">{text.edits.intro}</p>
      <ol className="mt-3 grid gap-3">
        {edits.map(({ at, changes }) => (
          <li key={at} className="border-l-4 border-line pl-3">
            <p className="text-sm text-muted">{formatMoment(at)}</p>
            <p className="font-semibold">
              {changes.map(({ field }) => text.fields[field]).join(', ')}
            </p>
            {changes.map(({ field, before }) =>
              before ? (
                <details key={field}>
                  <summary className="py-1 text-sm">
                    {text.edits.before(text.fields[field])}
                  </summary>
                  <p className="max-w-prose whitespace-pre-line wrap-anywhere">{before}</p>
                </details>
              ) : null,
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
