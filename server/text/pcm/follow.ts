import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Translation } from '#shared/translation.ts'

import type { followText as english } from '../en/follow.ts'

export const followText: Translation<typeof english> = {
  subject: (campaign) => `You want gist from "${campaign}"?`,
  lead: (campaign) =>
    `Person put this email address to follow the campaign "${campaign}" for Ajo. Na you? Then confirm am, and you go dey get the campaign updates for email. If no be you, no mind this email and you no go get any.`,
  confirm: 'Confirm say I dey follow the campaign',
  expiry: `This link go work for ${formatDuration(terms.followLink)}.`,
}
