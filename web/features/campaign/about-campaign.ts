import type { CampaignDetail } from '#shared/campaign.ts'
import { sharePath } from '#shared/share.ts'

import { publicCampaignPath, publicDonatePath } from '../../paths.ts'

/** A campaign as search engines read it (schema.org). */
export function aboutCampaign(
  loaded: unknown,
  origin: string,
): Record<string, unknown> | undefined {
  const { campaign } = (loaded ?? {}) as { campaign?: CampaignDetail }
  return campaign && described(campaign, origin)
}

function described(campaign: CampaignDetail, origin: string) {
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
