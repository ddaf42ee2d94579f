import { ArrowRight } from 'lucide-react'

import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { toOutcome } from '../../api/outcome.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CampaignCard } from '../parts/campaign/campaign-card.tsx'
import { loadNewestCampaigns } from '../parts/campaign/campaign.loaders.ts'
import { CategoryTiles } from './landing/category-tiles.tsx'
import { ContactBlock } from './landing/contact-block.tsx'
import { Hero } from './landing/hero.tsx'
import { HowItWorks } from './landing/how-it-works.tsx'
import { paths, publicCampaignPath } from '../../navigation/paths.ts'
import { landingText } from '../../text/landing.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

/** Specification §9. */
const spotlightCount = 3

/** If the campaigns cannot be loaded, the page still renders, and the spotlight shows an error (readings A6). */
export async function loader({ context }: LoaderFunctionArgs) {
  const outcome = await toOutcome(loadNewestCampaigns({ context }, spotlightCount))
  return 'value' in outcome ? { campaigns: outcome.value } : { campaigns: null }
}

export function Component() {
  const text = landingText
  return (
    <PublicLayout>
      <PageHead title={text.heading} path={paths.landing} />
      <Hero />
      <HowItWorks />
      <section
        id="browseCampaigns"
        className="wrap grid gap-2 py-2 sm:grid-cols-[1fr_auto] sm:gap-8 sm:py-14 lg:py-20"
      >
        <div>
          <h2 className="text-2xl font-extrabold">{text.spotlight}</h2>
          <p className="mt-1 text-muted max-sm:sr-only">{text.spotlightText}</p>
        </div>
        <div className="sm:col-span-2">
          <Spotlight />
        </div>
        <p className="sm:col-start-2 sm:row-start-1 sm:self-end">
          <Link to={paths.publicCampaigns} className={buttonClass('quiet')}>
            {text.all}
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
        </p>
      </section>
      <CategoryTiles />
      <ContactBlock />
    </PublicLayout>
  )
}

function Spotlight() {
  const text = landingText
  const { campaigns } = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  if (campaigns === null)
    return (
      <ErrorState
        title={text.failed}
        retryLabel={text.retry}
        busy={state === 'loading'}
        onRetry={() => void revalidate()}
      />
    )
  if (campaigns.length === 0)
    return (
      <EmptyState
        title={text.none}
        text={text.noneText}
        action={
          <Link to={paths.createCampaign} className={buttonClass()}>
            {text.start}
          </Link>
        }
      />
    )
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 lg:gap-6">
      {campaigns.map((campaign) => (
        <li key={campaign.id} className="sm:max-lg:first:nth-last-[2n+1]:col-span-2">
          <CampaignCard campaign={campaign} to={publicCampaignPath(campaign.slug)} isCompact />
        </li>
      ))}
    </ul>
  )
}
