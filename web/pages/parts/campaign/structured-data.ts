import type { CampaignDetail } from '#shared/campaign.ts'
import { toFullName } from '#shared/full-name.ts'
import type { Kobo } from '#shared/money.ts'
import { sharePath } from '#shared/share.ts'

import { publicCampaignPath, publicDonatePath } from '../../../navigation/paths.ts'

export function toStructuredData(
  loaderData: unknown,
  origin: string,
): Record<string, unknown> | undefined {
  const { campaign } = (loaderData ?? {}) as { campaign?: CampaignDetail }
  return campaign && describe(campaign, origin)
}

function describe(campaign: CampaignDetail, origin: string) {
  const { title, description, slug, owner, city, country, acceptsDonations } = campaign
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    description: description.slice(0, 500),
    url: origin + publicCampaignPath(slug),
    image: origin + sharePath(campaign),
    author: { '@type': 'Person', name: toFullName(owner) },
    contentLocation: { '@type': 'Place', name: `${city}, ${country}` },
    ...(acceptsDonations
      ? { potentialAction: { ...toAction(campaign), target: origin + publicDonatePath(slug) } }
      : { mainEntity: toAction(campaign) }),
  }
}

/** The goal is what donors give towards, and the raised amount is the result so far. */
function toAction({ title, owner, goal, raised, acceptsDonations }: CampaignDetail) {
  return {
    '@type': 'DonateAction',
    name: title,
    recipient: { '@type': 'Person', name: toFullName(owner) },
    actionStatus: `https://schema.org/${acceptsDonations ? 'Active' : 'Completed'}ActionStatus`,
    object: toAmount('Goal', goal),
    ...(raised !== null && { result: toAmount('Raised', raised) }),
  }
}

const toAmount = (name: string, amount: Kobo) => ({
  '@type': 'MonetaryAmount',
  name,
  currency: 'NGN',
  value: amount / 100,
})
