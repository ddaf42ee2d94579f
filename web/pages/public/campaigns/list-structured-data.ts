import type { CampaignCard } from '#shared/campaign.ts'
import type { CategorySlug } from '#shared/category-page.ts'

import { paths, publicCampaignPath } from '../../../navigation/paths.ts'
import { categoryPageText } from '../../../text/category-page.ts'
import { getListText, listPath } from '../campaigns.tsx'

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
