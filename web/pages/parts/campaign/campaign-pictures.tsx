import type { Image } from '#shared/image-schema.ts'

import { campaignText } from '../../../text/campaign.ts'
import { Gallery } from '../../../ui/pictures/gallery.tsx'

/** All pictures of a campaign. */
export function CampaignPictures({ title, images }: { title: string; images: Image[] }) {
  const text = campaignText
  if (images.length === 0) return null
  return (
    <section>
      <h2 className="text-xl font-bold">{text.gallery}</h2>
      <Gallery images={images} toName={(number) => text.pictureAlt(title, number)} />
    </section>
  )
}
