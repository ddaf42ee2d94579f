import { imagePath, type Image } from '#shared/image.ts'

import { campaignText } from '../../text/campaign.ts'
import { CampaignPicture } from './campaign-picture.tsx'

/** The pictures of a campaign. Each links to its full size. */
export function Gallery({ title, images }: { title: string; images: Image[] }) {
  const text = campaignText
  if (images.length === 0) return null
  return (
    <section>
      <h2 className="text-xl font-bold">{text.gallery}</h2>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {images.map((image, index) => (
          <li key={image.id}>
            <a
              href={imagePath(image.id, 1600)}
              aria-label={text.openPicture(index + 1)}
              className="block overflow-hidden rounded-card"
            >
              <CampaignPicture
                image={image}
                alt={image.alt || text.pictureAlt(title, index + 1)}
                sizes="(min-width: 640px) 240px, 46vw"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
