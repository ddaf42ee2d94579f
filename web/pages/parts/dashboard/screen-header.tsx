import { ArrowRight, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'

import { useSearchParams, Link } from '#web/router/navigate.tsx'

import { dashboardText as text } from '../../../text/dashboard.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'

/** For a screen that shows no heading while it loads, or after an error. */
export function HiddenHeader({ title }: { title: string }) {
  return (
    <>
      <title>{text.pageTitle({ title })}</title>
      <h1 className="sr-only">{title}</h1>
    </>
  )
}

export function ScreenHeader({
  title,
  subtitle,
  action,
}: {
  title: string
  subtitle?: ReactNode
  action?: ReactNode
}) {
  return (
    <header
      className={classNames(
        'mb-6 flex flex-wrap justify-between gap-x-6 gap-y-4',
        subtitle === undefined ? 'items-center' : 'items-end',
      )}
    >
      <title>{text.pageTitle({ title })}</title>
      <div className="min-w-0">
        <h1 className="text-2xl font-bold">{title}</h1>
        {subtitle !== undefined && <p className="mt-1 text-muted">{subtitle}</p>}
      </div>
      {action}
    </header>
  )
}

/** Links to the next and the first page of a list. The URL holds the position. */
export function Pager({ next }: { next: string | null }) {
  const search = useSearchParams()
  if (next === null && !search.has('after')) return null
  return (
    <nav aria-label={text.pages} className="flex flex-wrap gap-3 not-first:mt-6">
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
