import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { CampaignDetail } from '#shared/campaign.ts'
import { shareHeight, sharePath, shareWidth } from '#shared/share.ts'

import { PublicLayout } from '../app/layouts/public-layout.tsx'
import { PageHead } from '../app/page-head.tsx'
import { CampaignContact } from '../features/campaign/campaign-contact.tsx'
import { CampaignFacts } from '../features/campaign/campaign-facts.tsx'
import { CampaignPicture } from '../features/campaign/campaign-picture.tsx'
import { CampaignStory } from '../features/campaign/campaign-story.tsx'
import { campaignOfAddress } from '../features/campaign/campaign.loaders.ts'
import { GivingPanel, StickyDonate } from '../features/campaign/giving-panel.tsx'
import { Gallery } from '../features/campaign/gallery.tsx'
import { publicCampaignPath } from '../paths.ts'
import { campaignText } from '../text/campaign.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const campaign = await campaignOfAddress({ context, params })
  // An address that it had before, or another way to write it.
  if (campaign.slug !== params.slug) throw redirect(publicCampaignPath(campaign.slug), 301)
  return { campaign }
}

/** The page that share links lead to (readings P1). */
export function Component() {
  const text = campaignText
  const { campaign } = useLoaderData<typeof loader>()
  const { title, owner, images } = campaign
  return (
    <PublicLayout>
      <CampaignHead campaign={campaign} />
      <article className="wrap py-6 lg:py-10">
        <header className="max-w-4xl">
          <h1 className="text-2xl font-extrabold wrap-anywhere sm:text-3xl">{title}</h1>
          <p className="mt-2 text-muted">
            {text.organiser(`${owner.firstname} ${owner.lastname}`)}
          </p>
          <div className="mt-3">
            <CampaignFacts {...campaign} />
          </div>
        </header>
        <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_22rem] lg:gap-12">
          <CampaignPicture
            image={images[0] ?? campaign.image}
            alt={images[0]?.alt || title}
            sizes="(min-width: 1152px) 736px, (min-width: 1024px) 62vw, 92vw"
            isHero
            className="rounded-card"
          />
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <GivingPanel campaign={campaign} />
          </div>
          <div className="space-y-8 lg:col-start-1">
            <CampaignStory {...campaign} />
            <Gallery title={title} images={images} />
            <CampaignContact contact={campaign.contact} />
          </div>
        </div>
      </article>
      <StickyDonate campaign={campaign} />
    </PublicLayout>
  )
}

function CampaignHead({ campaign }: { campaign: CampaignDetail }) {
  const { title, description, slug } = campaign
  return (
    <PageHead
      title={title}
      description={summaryOf(description)}
      path={publicCampaignPath(slug)}
      image={{ path: sharePath(campaign), width: shareWidth, height: shareHeight, alt: title }}
    />
  )
}

/** What a link preview has room for, cut between words. */
function summaryOf(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ')
  return line.length <= 200 ? line : `${line.slice(0, 200).replace(/\s\S*$/, '')}…`
}
