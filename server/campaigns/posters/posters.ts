import type { Language } from '#shared/language.ts'

import type { Images } from '../../platform/images/images.ts'
import { serialQueue } from '../../platform/images/serial-queue.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { posterPdf, type PosterFormat } from './poster-pdf.ts'

export type Posters = ReturnType<typeof openPosters>

type Deps = { images: Pick<Images, 'read'>; publicUrl: string }

/** The largest width that is stored. */
const photoWidth = 1600

/** Pages to print. Their QR codes say that the donor came by a poster or a card, and nothing about a person. */
export function openPosters({ images, publicUrl }: Deps) {
  const queue = serialQueue({ maxWaiting: 16, maxWaitingPerKey: 8 })
  return {
    draw: (format: PosterFormat, campaign: StoredCampaign, language: Language) =>
      queue(campaign.id, async () => {
        const image = campaign.images[0] ?? null
        const photo = image ? await images.read(image.id, photoWidth) : undefined
        const url = new URL(`/c/${campaign.slug}/${format}`, publicUrl).href
        const pdf = await posterPdf(format, {
          campaign: { ...campaign, image },
          photo,
          url,
          language,
        })
        return Uint8Array.from(pdf)
      }),
  }
}
