import { ArrowRight, RotateCcw } from 'lucide-react'

import type { CampaignQuery } from '#shared/campaign-query.ts'
import type { CategorySlug } from '#shared/category-page.ts'

import { categoryPageText } from '../../../text/category-page.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { listPath } from './list-path.ts'

type Props = { slug: CategorySlug | null; query: CampaignQuery; next: string | null }

/** Links from a page of a public list to the next and the first one. */
export function ListPages({ slug, query, next }: Props) {
  const text = categoryPageText
  const { after, ...first } = query
  if (next === null && after === undefined) return null
  return (
    <nav aria-label={text.pagesLabel} className="mt-8 flex flex-wrap gap-3">
      {after !== undefined && (
        <a href={listPath(slug, first)} rel="first" className={buttonClass('quiet')}>
          <RotateCcw aria-hidden className="size-4" />
          {text.first}
        </a>
      )}
      {next !== null && (
        <a
          href={listPath(slug, { ...first, after: next })}
          rel="next"
          className={buttonClass('quiet')}
        >
          {text.next}
          <ArrowRight aria-hidden className="size-4" />
        </a>
      )}
    </nav>
  )
}
