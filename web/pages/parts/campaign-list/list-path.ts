import type { CampaignQuery } from '#shared/campaign-query.ts'
import type { CategorySlug } from '#shared/category-page.ts'

import { paths, publicCategoryPath } from '../../../navigation/paths.ts'

/** The address of a public list. Null is the list of all categories. */
export function listPath(slug: CategorySlug | null, query: CampaignQuery = {}): string {
  const path = slug === null ? paths.publicCampaigns : publicCategoryPath(slug)
  return path + toListSearch(query)
}

/** '?q=well&sort=ending', or nothing. */
export function toListSearch(fields: Record<string, string | undefined>): string {
  const defined = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1])
  return defined.length > 0 ? `?${new URLSearchParams(defined)}` : ''
}
