import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'

import { campaignAnswerSchema, type CampaignDetail } from '#shared/campaign.ts'
import { campaignHistorySchema, type CampaignPast } from '#shared/campaign-history.ts'

import { apiOf, type Api } from '../../api/client.ts'
import { settle } from '../../api/outcome.ts'
import { CampaignContact } from '../../features/campaign/campaign-contact.tsx'
import { CampaignFacts } from '../../features/campaign/campaign-facts.tsx'
import { CampaignPicture } from '../../features/campaign/campaign-picture.tsx'
import { CampaignStory } from '../../features/campaign/campaign-story.tsx'
import { Gallery } from '../../features/campaign/gallery.tsx'
import { ShareButtons } from '../../features/campaign/share-buttons.tsx'
import { CampaignSkeleton } from '../../features/dashboard/skeletons.tsx'
import { DeleteCampaign } from '../../features/dashboard/delete-campaign.tsx'
import { DonateLink } from '../../features/dashboard/donate-link.tsx'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { MoneyFacts } from '../../features/dashboard/money-facts.tsx'
import { MoneyLink } from '../../features/dashboard/money-link.tsx'
import { NotFound } from '../../features/dashboard/not-found.tsx'
import { OwnerNote } from '../../features/dashboard/owner-note.tsx'
import { HistoryList } from '../../features/history/history-list.tsx'
import { OwnerPanel } from '../../features/owner/owner-panel.tsx'
import { publicCampaignPath } from '../../paths.ts'
import { useSite } from '../../site.tsx'
import { campaignText } from '../../text/campaign.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { classNames } from '../../ui/class-names.ts'

export function loader({ context, params }: LoaderFunctionArgs) {
  return { answer: settle(readWithPast(apiOf(context), params.id ?? '')) }
}

/** What an owner reads of the past comes along, so that nothing appears late and pushes the page down. */
async function readWithPast(api: Api, id: string) {
  const path = `/campaigns/${encodeURIComponent(id)}`
  const { campaign } = await api.get(path, campaignAnswerSchema)
  const past = campaign.isOwner ? await api.get(`${path}/history`, campaignHistorySchema) : null
  return { campaign, past }
}

/** Everything about one campaign, for whoever may see it (specification §2; readings P5, P6). */
export function Component() {
  const { campaign: text } = dashboardText
  const { answer } = useLoaderData<typeof loader>()
  return (
    <Loaded
      of={answer}
      failed={text.failed}
      missing={<NotFound />}
      header={<h1 className="sr-only">{text.title}</h1>}
      skeleton={<CampaignSkeleton label={text.loading} />}
    >
      {({ campaign, past }) => <Campaign campaign={campaign} past={past} />}
    </Loaded>
  )
}

type CampaignProps = {
  campaign: CampaignDetail
  /** Null for whoever does not own it. */
  past: CampaignPast | null
}

function Campaign({ campaign, past }: CampaignProps) {
  const text = campaignText
  const { pageTitle } = dashboardText
  const { origin } = useSite()
  const { title, images, owner, status, acceptsDonations } = campaign
  return (
    <article
      className={classNames(
        'grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]',
        acceptsDonations && 'max-lg:pb-24',
      )}
    >
      <title>{pageTitle(title)}</title>
      <header className="space-y-3">
        <h1 className="text-2xl font-bold wrap-anywhere">{title}</h1>
        <p className="text-muted">{text.organiser(`${owner.firstname} ${owner.lastname}`)}</p>
        <CampaignFacts {...campaign} />
        <OwnerNote campaign={campaign} />
        {past && <Owner campaign={campaign} past={past} />}
      </header>
      <CampaignPicture
        image={campaign.image}
        alt={campaign.image?.alt ?? ''}
        sizes="(min-width: 1024px) 640px, 92vw"
        isHero
        className="rounded-card"
      />
      <aside className="space-y-6 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start">
        <MoneyFacts campaign={campaign} />
        <MoneyLink campaign={campaign} />
        <DonateLink campaign={campaign} />
        {status === 'approved' && (
          <section aria-label={text.share.title}>
            <ShareButtons url={origin + publicCampaignPath(campaign.slug)} title={title} />
          </section>
        )}
      </aside>
      <div className="min-w-0 space-y-8">
        <CampaignStory {...campaign} />
        <CampaignContact contact={campaign.contact} />
        <Gallery title={title} images={images} />
        <DeleteCampaign campaign={campaign} />
      </div>
    </article>
  )
}

function Owner({ campaign, past }: { campaign: CampaignDetail; past: CampaignPast }) {
  const { revalidate } = useRevalidator()
  return (
    <OwnerPanel
      campaign={campaign}
      past={past}
      history={<HistoryList moves={past.moves} />}
      onDone={() => void revalidate()}
    />
  )
}
