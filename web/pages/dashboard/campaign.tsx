import type { CampaignDetail } from '#shared/campaign.ts'
import type { CampaignDecision } from '#shared/moderation.ts'
import type { Payee } from '#shared/payee.ts'
import type { Trust } from '#shared/trust.ts'
import type { CampaignHistoryResponse } from '#shared/campaign-history.ts'
import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'

import { CampaignContact } from '../parts/campaign/campaign-contact.tsx'
import { CampaignFacts } from '../parts/campaign/campaign-facts.tsx'
import { CampaignPicture } from '../../ui/pictures/campaign-picture.tsx'
import { CampaignStory } from '../parts/campaign/campaign-story.tsx'
import { TrustCard } from '../parts/campaign/trust-card.tsx'
import { CampaignPictures } from '../parts/campaign/campaign-pictures.tsx'
import { ShareButtons } from '../parts/campaign/share-buttons.tsx'
import { HiddenHeader } from '../parts/dashboard/screen-header.tsx'
import { CampaignSkeleton } from '../parts/dashboard/skeletons.tsx'
import { DeleteCampaign } from './campaign/delete-campaign.tsx'
import { DonateLink } from '../parts/campaign/donate-link.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { MoneyFacts } from '../parts/campaign/money-facts.tsx'
import { Organiser } from '../parts/campaign/organiser.tsx'
import { PayoutsLink } from './campaign/payouts-link.tsx'
import { QuestionsLink } from './campaign/questions-link.tsx'
import { Missing } from '../parts/dashboard/missing.tsx'
import { OwnerNote } from './campaign/owner-note.tsx'
import { HistoryList } from '../parts/history/history-list.tsx'
import { Statement } from './campaign/statement.tsx'
import { OwnerPanel } from './campaign/owner-panel.tsx'
import { publicCampaignPath } from '../../navigation/paths.ts'
import { useSite } from '../../api/site.tsx'
import { campaignText } from '../../text/campaign.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { classNames } from '../../ui/class-names.ts'
import type { loader } from './campaign.data.ts'

/** The details of a campaign (specification §2; readings P5, P6). */
export function Component() {
  const { campaign: text } = dashboardText
  const { data } = useLoaderData<typeof loader>()
  return (
    <Loaded
      data={data}
      failed={text.failed}
      missing={<Missing />}
      header={<HiddenHeader title={text.title} />}
      skeleton={<CampaignSkeleton label={text.loading} />}
    >
      {(loaded) => <Campaign {...loaded} />}
    </Loaded>
  )
}

type CampaignProps = {
  campaign: CampaignDetail
  trust: Trust | null
  /** Null if the person is not the owner. */
  history: CampaignHistoryResponse | null
  decision: CampaignDecision | null
  payee: Payee | null
}

function Campaign({ campaign, trust, history, decision, payee }: CampaignProps) {
  const text = campaignText
  const { pageTitle } = dashboardText
  const { origin } = useSite()
  const { title, images, status, acceptsDonations } = campaign
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
        <Organiser {...campaign} />
        <CampaignFacts {...campaign} />
        <OwnerNote campaign={campaign} />
        {history && decision && (
          <Owner campaign={campaign} history={history} decision={decision} payee={payee} />
        )}
      </header>
      <CampaignPicture
        image={campaign.image}
        alt={campaign.image?.alt ?? ''}
        sizes="(min-width: 1024px) 640px, 92vw"
        place="first"
        className="rounded-card"
      />
      <aside className="space-y-6 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start">
        <MoneyFacts campaign={campaign} />
        <PayoutsLink campaign={campaign} />
        <QuestionsLink campaign={campaign} />
        <DonateLink campaign={campaign} />
        {status === 'approved' && (
          <section aria-label={text.share.title}>
            <ShareButtons url={origin + publicCampaignPath(campaign.slug)} title={title} />
          </section>
        )}
      </aside>
      <div className="min-w-0 space-y-8">
        <CampaignStory {...campaign} />
        {trust && <TrustCard campaign={campaign} trust={trust} />}
        <CampaignContact contact={campaign.contact} contactHidden={campaign.contactHidden} />
        <CampaignPictures title={title} images={images} />
        <DeleteCampaign campaign={campaign} />
      </div>
    </article>
  )
}

type OwnerProps = {
  campaign: CampaignDetail
  history: CampaignHistoryResponse
  decision: CampaignDecision
  payee: Payee | null
}

function Owner({ campaign, history, decision, payee }: OwnerProps) {
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  return (
    <>
      <Statement campaignId={campaign.id} decision={decision} onDone={reload} />
      <OwnerPanel
        campaign={campaign}
        history={history}
        payee={payee}
        historyList={<HistoryList transitions={history.transitions} />}
        onDone={reload}
      />
    </>
  )
}
