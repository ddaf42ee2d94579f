import type { CampaignVersion, VersionContent } from '#shared/campaign-version.ts'
import { formatNaira } from '#shared/money.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { BudgetTable } from '../parts/campaign/budget-table.tsx'
import { CampaignPictures, CampaignStory } from '../parts/campaign/campaign-page.tsx'
import { loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { ContentDifference } from '../parts/history/content-difference.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { publicCampaignPath, publicVersionPath } from '../../navigation/paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { categoryName } from '../../format/category-name.ts'
import { formatDay, formatMoment } from '../../format/day.ts'
import { historyText } from '../../text/history.ts'
import { versionText } from '../../text/version.ts'
import { BackLink, PageHead } from '../../ui/page-head.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const campaign = await loadCampaignBySlug({ context, params })
  const path = '/campaigns/:id/versions/:number'
  const asked = { id: campaign.id, number: params.number ?? '' }
  const { version } = await getApi(context).get(path, asked)
  if (campaign.slug !== params.slug)
    throw redirect(publicVersionPath(campaign.slug, version.number), 301)
  return { slug: campaign.slug, version }
}

/** An earlier version of a campaign, so that donors can read what they donated to. Works without script. */
export function Component() {
  const text = versionText
  const { slug, version } = useLoaderData<typeof loader>()
  const { number, content, before, kind, at, later } = version
  const title = text.title({ number, campaign: content.title })
  return (
    <PublicLayout>
      <PageHead title={title} description={text.note} />
      <article className="wrap space-y-8 py-6 lg:py-10">
        <BackLink to={publicCampaignPath(slug)}>{text.campaign}</BackLink>
        <header>
          <h1 className="text-2xl font-extrabold wrap-anywhere">{title}</h1>
          <p className="mt-2 text-muted">
            {historyText.entry({ when: formatMoment(at), actor: text.kinds[kind] })}
          </p>
          <p className="mt-2 max-w-prose">{later === null ? text.newest : text.note}</p>
        </header>
        <VersionNav slug={slug} version={version} />
        {before && (
          <section className="card space-y-3 p-5">
            <h2 className="text-xl font-bold">{text.changed}</h2>
            <ContentDifference before={before} after={content} />
          </section>
        )}
        <section className="space-y-4">
          <h2 className="text-xl font-bold">{text.content}</h2>
          <VersionFacts content={content} />
        </section>
        <CampaignStory {...content} />
        <BudgetTable budget={content.budget} />
        <CampaignPictures title={content.title} images={content.images} />
      </article>
    </PublicLayout>
  )
}

function VersionNav({ slug, version }: { slug: string; version: CampaignVersion }) {
  const text = versionText
  const { earlier, later } = version
  if (earlier === null && later === null) return null
  return (
    <nav aria-label={text.nav} className="flex flex-wrap gap-3">
      {earlier !== null && (
        <Link to={publicVersionPath(slug, earlier)} className={buttonClass('quiet')}>
          {text.earlier}
        </Link>
      )}
      {later !== null && (
        <Link to={publicVersionPath(slug, later)} className={buttonClass('quiet')}>
          {text.later}
        </Link>
      )}
    </nav>
  )
}

function VersionFacts({ content }: { content: VersionContent }) {
  const text = campaignText
  const { city, country, category, goal, endDate, beneficiary } = content
  const facts = [
    [text.where, text.place({ city, country })],
    [text.category, categoryName(category)],
    [text.goal, formatNaira(goal)],
    [text.endDate, endDate === null ? text.noEndDate : formatDay(endDate)],
    ...(beneficiary === null ? [] : ([[versionText.organiser, beneficiary]] as const)),
  ] as const
  return <Facts facts={facts} className="flex flex-wrap gap-x-8 gap-y-3" />
}
