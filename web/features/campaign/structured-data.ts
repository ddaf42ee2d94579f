import type { CampaignDetail } from '#shared/campaign.ts'
import { sharePath } from '#shared/share.ts'

import { publicCampaignPath, publicDonatePath } from '../../navigation/paths.ts'

/** The structured data of a campaign (schema.org). */
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
    author: { '@type': 'Person', name: `${owner.firstname} ${owner.lastname}` },
    contentLocation: { '@type': 'Place', name: `${city}, ${country}` },
    ...(acceptsDonations && {
      potentialAction: { '@type': 'DonateAction', target: origin + publicDonatePath(slug) },
    }),
  }
}
