import { toHref } from '#web/router/location.ts'
import { moderationSentences } from '#shared/text/moderation-sentences.ts'
import type { Takedown } from '#shared/takedown.ts'
import { useLocation, useRouteError, useParams, Link } from '#web/router/navigate.tsx'

import { paths, publicLedgerPath } from '../navigation/paths.ts'
import { Component as NotFound } from '../pages/not-found.tsx'
import { siteText } from '../text/site.ts'
import { buttonClass } from '../ui/button.tsx'
import { PublicLayout } from '../layouts/public-layout.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { toApiError } from './page-error.ts'
import { takenDownText as text } from '../text/taken-down.ts'

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

/** Stands at every public address of a campaign that was taken down, with the reason. */
function TakenDown({ takedown }: { takedown: Takedown | undefined }) {
  const { slug } = useParams()
  return (
    <PublicLayout>
      <PageHead title={text.title} />
      <article className="wrap min-h-[60vh] max-w-[46rem] space-y-5 py-10 max-lg:ml-0 lg:py-16">
        <h1 className="text-3xl font-extrabold">{text.title}</h1>
        <p className="text-lg text-muted">{text.intro}</p>
        {takedown && <Reason takedown={takedown} />}
        <p>{text.donors}</p>
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          {slug !== undefined && (
            <Link to={publicLedgerPath(slug)} className={buttonClass()}>
              {text.ledger}
            </Link>
          )}
          <Link to={paths.landing} className={buttonClass('quiet')}>
            {text.toStart}
          </Link>
        </div>
      </article>
    </PublicLayout>
  )
}

function Reason({ takedown: { ground, reason } }: { takedown: Takedown }) {
  return (
    <dl className="card space-y-4 p-5">
      <div>
        <dt className="font-semibold">{text.reason}</dt>
        <dd>{moderationSentences.grounds[ground]}</dd>
      </div>
      <div>
        <dt className="font-semibold">{text.explanation}</dt>
        <dd className="whitespace-pre-line wrap-anywhere">{reason}</dd>
      </div>
    </dl>
  )
}
