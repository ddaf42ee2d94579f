import { formatNaira } from '#shared/money.ts'
import type { DonationSources as Sources } from '#shared/personal-link.ts'

import { shareKitText } from '../../../text/share-kit.ts'

/** How many donations came by each source, and what they raised. */
export function DonationSources({ sources }: Sources) {
  const { sources: text } = shareKitText
  if (sources.length === 0) return null
  return (
    <section aria-labelledby="sources" className="space-y-4">
      <h2 id="sources" className="text-xl font-bold">
        {text.title}
      </h2>
      <div className="card overflow-x-auto p-5">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{text.caption}</caption>
          <thead>
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-2 font-medium">
                {text.source}
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                {text.donations}
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                {text.raised}
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ kind, donations, raised }) => (
              <tr key={kind} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 font-medium">
                  {text.kinds[kind]}
                </th>
                <td className="py-2 text-right">{donations}</td>
                <td className="money py-2 text-right">{formatNaira(raised)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
