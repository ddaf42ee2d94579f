import type { CampaignCard } from './campaign.ts'

export const shareWidth = 1200
export const shareHeight = 630

type Shown = Pick<CampaignCard, 'id' | 'title' | 'raised' | 'goal'>

/** What link previews show of a campaign. The version in the address changes with what the picture shows, so it can be kept for ever. */
export function sharePath(campaign: Shown): string {
  return `/share/${encodeURIComponent(campaign.id)}?v=${shareVersion(campaign)}`
}

export function shareVersion({ title, raised, goal }: Shown): string {
  const percent = goal > 0 ? Math.floor(((raised ?? 0) / goal) * 100) : 0
  return `${percent}-${checksum(`${title} ${goal} ${percent}`).toString(36)}`
}

/** FNV-1a: told apart, not kept secret. */
function checksum(text: string): number {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return sum >>> 0
}
