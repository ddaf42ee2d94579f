import { ArrowRight, RotateCcw } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'

import { dashboardText } from '../../text/dashboard.ts'
import { buttonClass } from '../../ui/button.tsx'

/** The way to the following page and back to the first; where a reader is lives in the address. */
export function Pager({ next }: { next: string | null }) {
  const text = dashboardText
  const [search] = useSearchParams()
  if (next === null && !search.has('after')) return null
  return (
    <nav aria-label={text.pages} className="mt-6 flex flex-wrap gap-3">
      {search.has('after') && (
        <Link to={searchWith(search, null)} className={buttonClass('quiet')}>
          <RotateCcw aria-hidden className="size-4" />
          {text.first}
        </Link>
      )}
      {next !== null && (
        <Link to={searchWith(search, next)} rel="next" className={buttonClass('quiet')}>
          {text.next}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  )
}

function searchWith(search: URLSearchParams, after: string | null): { search: string } {
  const changed = new URLSearchParams(search)
  changed.delete('after')
  if (after !== null) changed.set('after', after)
  return { search: changed.toString() }
}
