import type { CampaignDetail, CampaignCard } from '#shared/campaign.ts'
import { toFullName } from '#shared/full-name.ts'
import type { Kobo } from '#shared/money.ts'
import { sharePath } from '#shared/share.ts'
import type { CategorySlug } from '#shared/category-page.ts'

import { publicCampaignPath, publicDonatePath, paths } from '../../../navigation/paths.ts'
import { categoryPageText } from '../../../text/category-page.ts'
import { getListText, listPath } from '../../public/campaigns.tsx'

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

type PublicList = { slug: CategorySlug | null; list: { campaigns: CampaignCard[] } }

/** The structured data of a public list (schema.org): where it stands on the site, and its campaigns. */
export function toListStructuredData(loaderData: unknown, origin: string) {
  const { slug, list } = loaderData as PublicList
  const place = [
    { name: categoryPageText.home, path: paths.landing },
    { name: categoryPageText.all.heading, path: paths.publicCampaigns },
    ...(slug === null ? [] : [{ name: getListText(slug).heading, path: listPath(slug) }]),
  ]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BreadcrumbList',
        itemListElement: place.map(({ name, path }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: origin + path,
        })),
      },
      {
        '@type': 'ItemList',
        name: getListText(slug).heading,
        itemListElement: list.campaigns.map((campaign, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: campaign.title,
          url: origin + publicCampaignPath(campaign.slug),
        })),
      },
    ],
  }
}
