import type { CampaignCard } from './campaign.ts'
import { getFocus } from './image.ts'

/** Sizes in pixels of the pictures of a campaign: for link previews, and for the status of a messenger. */
export const sharePictures = {
  preview: { width: 1200, height: 630 },
  status: { width: 1080, height: 1920 },
} as const
export type SharePicture = keyof typeof sharePictures

/** WhatsApp shows no larger picture in a preview. */
export const sharePictureMaxBytes = 300_000

type SharedCampaign = Pick<
  CampaignCard,
  'id' | 'slug' | 'title' | 'city' | 'country' | 'raised' | 'goal' | 'image'
>

/** Path of the link preview. Its version changes with the content, so that the image can be cached forever. */
export function sharePath(campaign: SharedCampaign): string {
  return `/share/${encodeURIComponent(campaign.id)}?v=${shareVersion(campaign)}`
}

export function statusPicturePath(campaign: SharedCampaign): string {
  return `/share/${encodeURIComponent(campaign.id)}/status?v=${shareVersion(campaign)}`
}

/** Changes with everything that the pictures show. */
export function shareVersion(campaign: SharedCampaign): string {
  const { slug, title, city, country, raised, goal, image } = campaign
  const { x, y } = image ? getFocus(image) : { x: 0, y: 0 }
  const shown = [slug, title, city, country, goal, raised ?? 0, image?.id ?? '', x, y].join(' ')
  return checksum(shown).toString(36)
}

/** FNV-1a, which is not cryptographic. */
function checksum(text: string): number {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return sum >>> 0
}
