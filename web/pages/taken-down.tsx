import { moderationSentences } from '#shared/text/moderation-sentences.ts'
import type { Takedown } from '#shared/takedown.ts'
import { useParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'

import { PublicLayout } from '../layouts/public-layout.tsx'
import { paths, publicLedgerPath } from '../navigation/paths.ts'
import { takenDownText } from '../text/taken-down.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Stands at every public address of a campaign that was taken down, with the reason. */
export function TakenDown({ takedown }: { takedown: Takedown | undefined }) {
  const text = takenDownText
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
  const text = takenDownText
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
