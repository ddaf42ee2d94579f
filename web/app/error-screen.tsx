import { useLocation, useRouteError } from '#web/router/hooks.ts'
import { toHref } from '#web/router/location.ts'

import { paths } from '../navigation/paths.ts'
import { Component as NotFound } from '../pages/not-found.tsx'
import { TakenDown } from '../pages/taken-down.tsx'
import { siteText } from '../text/site.ts'
import { buttonClass } from '../ui/button.tsx'
import { PublicLayout } from '../layouts/public-layout.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { toApiError } from './page-error.ts'

/** Shown instead of a screen that failed: what happened and what to do next (specification §8). */
export function ErrorScreen() {
  const error = toApiError(useRouteError())
  const { pathname, search } = useLocation()
  const { wrong } = siteText
  if (error.code === 'not-found') return <NotFound />
  if (error.code === 'campaign-taken-down') return <TakenDown takedown={error.takedown} />
  return (
    <PublicLayout>
      <PageHead title={wrong.title} />
      <div className="wrap grid min-h-[60vh] content-center justify-items-center gap-4 py-16 text-center">
        <h1 className="text-2xl font-extrabold">{wrong.title}</h1>
        <p className="max-w-prose text-muted">{error.message}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <a href={toHref({ pathname, search })} className={buttonClass()}>
            {wrong.retry}
          </a>
          <a href={paths.landing} className={buttonClass('quiet')}>
            {wrong.toStart}
          </a>
        </div>
      </div>
    </PublicLayout>
  )
}
