import type { CampaignCard } from './campaign.ts'

export const shareWidth = 1200
export const shareHeight = 630

type SharedCampaign = Pick<CampaignCard, 'id' | 'title' | 'raised' | 'goal'>

/** Path of the link preview. Its version changes with the content, so that the image can be cached forever. */
export function sharePath(campaign: SharedCampaign): string {
  return `/share/${encodeURIComponent(campaign.id)}?v=${shareVersion(campaign)}`
}

export function shareVersion({ title, raised, goal }: SharedCampaign): string {
  const percent = goal > 0 ? Math.floor(((raised ?? 0) / goal) * 100) : 0
  return `${percent}-${checksum(`${title} ${goal} ${percent}`).toString(36)}`
}

/** FNV-1a, which is not cryptographic. */
function checksum(text: string): number {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return sum >>> 0
}
