import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

/** The mail that asks whether its reader wants to follow a campaign. */
export const followText = {
  subject: (campaign: string) => `Do you want updates from "${campaign}"?`,
  lead: (campaign: string) =>
    `This email address was entered to follow the campaign "${campaign}" on Ajo. Was it you? Then confirm it, and you get the campaign’s updates by email. If not, ignore this email and you won’t get any.`,
  confirm: 'Confirm that I follow the campaign',
  expiry: `This link works for ${formatDuration(terms.followLink)}.`,
}
