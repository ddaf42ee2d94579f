import { campaignListSchema } from '#shared/campaign.ts'
import type { Cause } from '#shared/category.ts'
import {
  campaignQueryNames,
  campaignsPerPage,
  parseCampaignQuery,
  type CampaignQuery,
} from '#shared/campaign-query.ts'
import {
  categoryPages,
  findCategoryPage,
  toFormValue,
  type CategoryPage,
  type CategorySlug,
} from '#shared/category-page.ts'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { ApiError, clientError } from '../../../api/api-error.ts'
import { getApi } from '../../../api/client.ts'
import { listPath, toListSearch } from './list-path.ts'

/** The public list of the URL. */
export async function loadPublicList({ context, params, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const page = findCategoryPage(params.category)
  if (params.category !== undefined && !page) throw clientError(404, 'not-found')
  const { category: _category, ...query } = parseCampaignQuery(searchParams)
  const slug = page?.slug ?? null
  const chosen = searchParams.get('category')
  if (chosen !== null) throw redirect(listPath(findSlug(chosen), query))
  if (hasEmptyField(searchParams)) throw redirect(listPath(slug, query))
  try {
    return { slug, query, ...(await loadList({ context }, page, query)) }
  } catch (error) {
    if (!isUnknownCursor(error, query)) throw error
    const { after: _after, ...first } = query
    throw redirect(listPath(slug, first))
  }
}

type Args = Pick<LoaderFunctionArgs, 'context'>

/** The list of a cause that no campaign has yet is that of its category. */
async function loadList({ context }: Args, page: CategoryPage | undefined, query: CampaignQuery) {
  const load = (cause?: Cause) => {
    const filters = { limit: `${campaignsPerPage}`, category: page?.category, cause, ...query }
    return getApi(context).get(`/campaigns${toListSearch(filters)}`, campaignListSchema)
  }
  const list = await load(page?.cause)
  const isWithout = page?.cause !== undefined && list.total === 0 && !isSearch(query)
  return isWithout ? { list: await load(), isCategory: true } : { list, isCategory: false }
}

function isSearch({ after: _after, ...search }: CampaignQuery): boolean {
  return Object.keys(search).length > 0
}

/** A form cannot write its category into the path, so it sends a parameter. */
function findSlug(value: string): CategorySlug | null {
  return categoryPages.find((page) => toFormValue(page) === value)?.slug ?? null
}

/** A form sends its empty fields too. */
function hasEmptyField(search: URLSearchParams): boolean {
  return campaignQueryNames.some((name) => search.get(name) === '')
}

function isUnknownCursor(error: unknown, { after }: CampaignQuery): boolean {
  return after !== undefined && error instanceof ApiError && error.code === 'invalid-input'
}
