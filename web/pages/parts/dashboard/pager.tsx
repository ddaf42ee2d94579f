import { ArrowRight, RotateCcw } from 'lucide-react'

import { useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'

import { dashboardText } from '../../../text/dashboard.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** Links to the next and the first page of a list. The URL holds the position. */
export function Pager({ next }: { next: string | null }) {
  const text = dashboardText
  const search = useSearchParams()
  if (next === null && !search.has('after')) return null
  return (
    <nav aria-label={text.pages} className="mt-6 flex flex-wrap gap-3">
      {search.has('after') && (
        <Link to={toSearch(search, null)} className={buttonClass('quiet')}>
          <RotateCcw aria-hidden className="size-4" />
          {text.first}
        </Link>
      )}
      {next !== null && (
        <Link to={toSearch(search, next)} rel="next" className={buttonClass('quiet')}>
          {text.next}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  )
}

function toSearch(search: URLSearchParams, after: string | null): { search: string } {
  const changed = new URLSearchParams(search)
  changed.delete('after')
  if (after !== null) changed.set('after', after)
  return { search: changed.toString() }
}
