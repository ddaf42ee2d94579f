import { imagePath, type Image } from '#shared/image.ts'
import { galleryText } from '#web/text/gallery.ts'

import { CampaignPicture } from './campaign-picture.tsx'

type Props = {
  images: readonly Image[]
  /** What a picture without a description is called. */
  toName: (number: number) => string
}

/** Pictures with their descriptions as captions. Each links to its full size. */
export function Gallery({ images, toName }: Props) {
  if (images.length === 0) return null
  return (
    <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
      {images.map((image, index) => (
        <li key={image.id}>
          <figure>
            <a
              href={imagePath(image.id, 1600)}
              aria-label={galleryText.open(index + 1)}
              className="block overflow-hidden rounded-card"
            >
              <CampaignPicture
                image={image}
                alt={image.alt || toName(index + 1)}
                sizes="(min-width: 640px) 240px, 46vw"
              />
            </a>
            {image.alt && (
              <figcaption className="mt-1 text-sm text-muted wrap-anywhere">{image.alt}</figcaption>
            )}
          </figure>
        </li>
      ))}
    </ul>
  )
}
