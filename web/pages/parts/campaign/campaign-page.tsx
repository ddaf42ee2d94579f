import type { ReactNode } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'

import { CampaignPicture } from '../../../ui/pictures/campaign-picture.tsx'
import { CampaignContact } from './campaign-contact.tsx'
import { CampaignFacts } from './campaign-facts.tsx'
import { CampaignPictures } from './campaign-pictures.tsx'
import { CampaignStory } from './campaign-story.tsx'
import { Organiser } from './organiser.tsx'

type Props = {
  campaign: CampaignDetail
  aside: ReactNode
  /** What was checked. */
  trust?: ReactNode
  children?: ReactNode
  /** True in the review queue, where the heading has a lower level and the picture loads lazily. */
  isPreview?: boolean
}

/** The public content of a campaign (readings P1). */
export function CampaignPage({ campaign, aside, trust, children, isPreview = false }: Props) {
  const { title, images } = campaign
  const Heading = isPreview ? 'h3' : 'h1'
  return (
    <>
      <header className="max-w-4xl space-y-3">
        <Heading className="text-2xl font-extrabold wrap-anywhere sm:text-3xl">{title}</Heading>
        <Organiser {...campaign} />
        <CampaignFacts {...campaign} />
      </header>
      <div className={`mt-6 grid gap-8 ${isPreview ? '' : 'lg:grid-cols-[1fr_22rem] lg:gap-12'}`}>
        <CampaignPicture
          image={images[0] ?? campaign.image}
          alt={images[0]?.alt || title}
          sizes="(min-width: 1152px) 736px, (min-width: 1024px) 62vw, 92vw"
          place={isPreview ? 'below' : 'first'}
          className="rounded-card"
        />
        <div className={isPreview ? '' : 'lg:col-start-2 lg:row-span-2 lg:row-start-1'}>
          {aside}
        </div>
        <div className={`space-y-8 ${isPreview ? '' : 'lg:col-start-1'}`}>
          <CampaignStory {...campaign} />
          {trust}
          <CampaignPictures title={title} images={images} />
          <CampaignContact contact={campaign.contact} contactHidden={campaign.contactHidden} />
          {children}
        </div>
      </div>
    </>
  )
}
