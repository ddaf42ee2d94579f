import type { CampaignEdits } from '#shared/campaign-history.ts'
import { Link } from '#web/router/link.tsx'

import { publicVersionPath } from '../../../navigation/paths.ts'
import { formatMoment } from '../../../text/day.ts'
import { editsText } from '../../../text/edits.ts'

/** The public list of edits since the campaign was approved, with the previous texts. */
export function EditList({ edits, slug }: { edits: CampaignEdits; slug: string }) {
  const text = editsText
  if (edits.length === 0) return null
  return (
    <section aria-labelledby="edits">
      <h2 id="edits" className="text-xl font-bold">
        {text.title}
      </h2>
      <p className="mt-1 text-sm text-muted">{text.intro}</p>
      <ol className="mt-3 grid gap-3">
        {edits.map(({ at, changes, earlierVersion }) => (
          <li key={at} className="border-l-4 border-line pl-3">
            <p className="text-sm text-muted">{formatMoment(at)}</p>
            <p className="font-semibold">
              {changes.map(({ field }) => text.fields[field]).join(', ')}
            </p>
            {changes.map(({ field, before }) =>
              before ? (
                <details key={field}>
                  <summary className="py-1 text-sm">{text.before(text.fields[field])}</summary>
                  <p className="max-w-prose whitespace-pre-line wrap-anywhere">{before}</p>
                </details>
              ) : null,
            )}
            {earlierVersion !== null && (
              <Link to={publicVersionPath(slug, earlierVersion)} className="link inline-block py-1">
                {text.see}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
