import { ArrowRight, ChevronDown, RotateCcw, Search } from 'lucide-react'

import {
  type CampaignQuery,
  campaignQueryNames,
  campaignsPerPage,
  parseCampaignQuery,
} from '#shared/campaign-query.ts'
import {
  type CategoryPage,
  categoryPages,
  type CategorySlug,
  findCategoryPage,
  toFormValue,
} from '#shared/category-page.ts'
import type { Cause } from '#shared/category.ts'
import { feedPath } from '#shared/feed.ts'
import { useLoaderData } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { ApiError, clientError } from '../../api/api-error.ts'
import { getApi } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { paths, publicCampaignPath, publicCategoryPath } from '../../navigation/paths.ts'
import { campaignListText } from '../../text/campaign-list.ts'
import { categoryPageText } from '../../text/category-page.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CategoryChips, FilterFields, WordsField } from '../parts/campaign-list/list-fields.tsx'
import { CampaignCard } from '../parts/campaign/campaign-card.tsx'

export const loader = loadPublicList

/** All approved campaigns, or those of a category (readings N4). */
export function Component() {
  const { slug, query, list, isCategory } = useLoaderData<typeof loader>()
  const { heading, lead } = getListText(slug)
  const { campaigns, next } = list
  return (
    <PublicLayout>
      <ListHead slug={slug} query={query} next={next} />
      <div className="wrap py-6 sm:py-10">
        <h1 className="text-2xl font-extrabold">{heading}</h1>
        <p className="mt-1 mb-4 text-muted sm:mb-6">{lead}</p>
        <PublicSearch slug={slug} query={query} />
        <datalist id="found">
          {[...new Set(campaigns.flatMap(({ title, city }) => [title, city]))].map((value) => (
            // eslint-disable-next-line jsx-a11y/control-has-associated-label -- the value is its label
            <option key={value} value={value} />
          ))}
        </datalist>
        <div className="mt-4">
          <CategoryLinks slug={slug} query={query} />
        </div>
        <h2 className="sr-only">{categoryPageText.list}</h2>
        {campaigns.length === 0 ? (
          <NoPublicCampaigns slug={slug} query={query} suggestion={list.suggestion} />
        ) : (
          <>
            {isCategory && slug !== null ? (
              <p className="mb-4">
                {categoryPageText.noneOfCause({ name: categoryPageText.pages[slug].name })}
              </p>
            ) : (
              <Count total={list.total} isExact={list.isTotalExact} words={query.q} />
            )}
            <ul className="grid gap-2 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 lg:gap-6">
              {campaigns.map((campaign) => (
                <li key={campaign.id}>
                  <CampaignCard
                    campaign={campaign}
                    to={publicCampaignPath(campaign.slug)}
                    isCompact
                  />
                </li>
              ))}
            </ul>
            <ListPages slug={slug} query={query} next={next} />
          </>
        )}
      </div>
    </PublicLayout>
  )
}

type CountProps = { total: number; isExact: boolean; words: string | undefined }

function Count({ total, isExact, words }: CountProps) {
  const text = campaignListText
  const count = (isExact ? text.found : text.foundAtLeast)({ count: total })
  return (
    <p className="mb-4 text-muted">
      {words === undefined ? count : categoryPageText.results({ count, words })}
    </p>
  )
}

type ListHeadProps = { slug: CategorySlug | null; query: CampaignQuery; next: string | null }

/** Title, feed and neighbours of a page of a public list. Searches are not indexed: there is no end to them. */
export function ListHead({ slug, query, next }: ListHeadProps) {
  const { origin } = useSite()
  const { heading, lead } = getListText(slug)
  const { after, ...search } = query
  const isSearch = Object.keys(search).length > 0
  return (
    <>
      <PageHead
        title={heading}
        description={`${lead} ${categoryPageText.description}`}
        {...(!isSearch && { path: listPath(slug, query) })}
      />
      <link
        rel="alternate"
        type="application/rss+xml"
        title={categoryPageText.feed({ heading })}
        href={origin + feedPath(slug)}
      />
      {after !== undefined && <link rel="first" href={origin + listPath(slug, search)} />}
      {next !== null && (
        <link rel="next" href={origin + listPath(slug, { ...search, after: next })} />
      )}
    </>
  )
}

export function getListText(slug: CategorySlug | null): { heading: string; lead: string } {
  return slug === null ? categoryPageText.all : categoryPageText.pages[slug]
}

type PublicSearchProps = { slug: CategorySlug | null; query: CampaignQuery }

/** The search form of public lists. It works without script: on small screens a `<details>` element hides the filters. */
export function PublicSearch({ slug, query }: PublicSearchProps) {
  const text = campaignListText
  const { place, state, sort } = query
  const selected = findCategoryPage(slug ?? undefined)
  return (
    <search aria-label={text.search}>
      <form
        action={paths.publicCampaigns}
        className="card grid grid-cols-[1fr_auto] items-end gap-x-3 gap-y-1 p-4 sm:gap-4"
      >
        <WordsField query={query} list="found" />
        <Button type="submit">
          <Search aria-hidden="true" size={18} />
          <span className="max-sm:sr-only">{text.apply}</span>
        </Button>
        <details open={Boolean(place || state || sort)} className="filters group col-span-2">
          <summary className="inline-flex list-none items-center gap-2 rounded-lg font-semibold [&::-webkit-details-marker]:hidden">
            {text.filters}
            <ChevronDown aria-hidden="true" size={18} className="group-open:rotate-180" />
          </summary>
          <div className="grid gap-4 pt-2 sm:grid-cols-2 lg:grid-cols-4 lg:pt-0">
            <SelectField
              label={categoryPageText.category}
              name="category"
              placeholder={categoryPageText.chooseCategory}
              options={categoryPages.map((page) => ({
                value: toFormValue(page),
                label: categoryPageText.pages[page.slug].name,
              }))}
              defaultValue={selected && toFormValue(selected)}
            />
            <FilterFields query={query} />
          </div>
        </details>
      </form>
    </search>
  )
}

type CategoryLinksProps = { slug: CategorySlug | null; query: CampaignQuery }

export function CategoryLinks({ slug: selected, query }: CategoryLinksProps) {
  const { after: _after, ...search } = query
  const slugs = [null, ...categoryPages.map(({ slug }) => slug)]
  return (
    <CategoryChips
      chips={slugs.map((slug) => ({
        to: listPath(slug, search),
        name: slug === null ? campaignListText.all : categoryPageText.pages[slug].name,
        isSelected: slug === selected,
      }))}
    />
  )
}

type NoPublicCampaignsProps = {
  slug: CategorySlug | null
  query: CampaignQuery
  suggestion: string | undefined
}

/** An empty public list with the next step: a wider search, another list, or a campaign of one's own. */
export function NoPublicCampaigns({ slug, query, suggestion }: NoPublicCampaignsProps) {
  const text = campaignListText
  const { after: _after, ...search } = query
  if (Object.keys(search).length > 0)
    return (
      <EmptyState
        title={text.noneFound}
        text={
          suggestion ? (
            <a href={listPath(slug, { ...search, q: suggestion })} className="link">
              {categoryPageText.didYouMean({ words: suggestion })}
            </a>
          ) : (
            categoryPageText.noneFoundHint
          )
        }
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {slug !== null && (
              <a href={listPath(null, search)} className={buttonClass()}>
                {categoryPageText.searchAll}
              </a>
            )}
            <a href={paths.publicCampaigns} className={buttonClass('quiet')}>
              {text.showAll}
            </a>
          </div>
        }
      />
    )
  if (slug === null)
    return (
      <EmptyState
        title={text.none}
        text={text.noneHint}
        action={
          <a href={paths.startCampaign} className={buttonClass()}>
            {categoryPageText.start}
          </a>
        }
      />
    )
  return (
    <EmptyState
      title={text.none}
      text={text.noneInCategory({ category: categoryPageText.pages[slug].name })}
      action={
        <a href={paths.publicCampaigns} className={buttonClass('quiet')}>
          {text.showAll}
        </a>
      }
    />
  )
}

type ListPagesProps = { slug: CategorySlug | null; query: CampaignQuery; next: string | null }

/** Links from a page of a public list to the next and the first one. */
export function ListPages({ slug, query, next }: ListPagesProps) {
  const text = categoryPageText
  const { after, ...first } = query
  if (next === null && after === undefined) return null
  return (
    <nav aria-label={text.pagesLabel} className="mt-8 flex flex-wrap gap-3">
      {after !== undefined && (
        <a href={listPath(slug, first)} rel="first" className={buttonClass('quiet')}>
          <RotateCcw aria-hidden className="size-4" />
          {text.first}
        </a>
      )}
      {next !== null && (
        <a
          href={listPath(slug, { ...first, after: next })}
          rel="next"
          className={buttonClass('quiet')}
        >
          {text.next}
          <ArrowRight aria-hidden className="size-4" />
        </a>
      )}
    </nav>
  )
}

/** The address of a public list. Null is the list of all categories. */
export function listPath(slug: CategorySlug | null, query: CampaignQuery = {}): string {
  const path = slug === null ? paths.publicCampaigns : publicCategoryPath(slug)
  return path + toListSearch(query)
}

/** '?q=well&sort=ending', or nothing. */
function toListSearch(fields: Record<string, string | undefined>): string {
  const defined = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1])
  return defined.length > 0 ? `?${new URLSearchParams(defined)}` : ''
}

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
    const filters = { limit: campaignsPerPage, category: page?.category, cause, ...query }
    return getApi(context).get('/campaigns', filters)
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
