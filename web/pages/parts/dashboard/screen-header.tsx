import type { ReactNode } from 'react'

import { dashboardText } from '../../../text/dashboard.ts'
import { classNames } from '../../../ui/class-names.ts'

/** For a screen that shows no heading while it loads, or after an error. */
export function HiddenHeader({ title }: { title: string }) {
  return (
    <>
      <title>{dashboardText.pageTitle(title)}</title>
      <h1 className="sr-only">{title}</h1>
    </>
  )
}

/** The heading of a dashboard screen, with a subtitle and the main action. */
export function ScreenHeader({
  title,
  subtitle,
  action,
}: {
  title: string
  subtitle?: ReactNode
  action?: ReactNode
}) {
  const { pageTitle } = dashboardText
  return (
    <header
      className={classNames(
        'mb-6 flex flex-wrap justify-between gap-x-6 gap-y-4',
        subtitle === undefined ? 'items-center' : 'items-end',
      )}
    >
      <title>{pageTitle(title)}</title>
      <div className="min-w-0">
        <h1 className="text-2xl font-bold">{title}</h1>
        {subtitle !== undefined && <p className="mt-1 text-muted">{subtitle}</p>}
      </div>
      {action}
    </header>
  )
}
