import { BookOpen } from 'lucide-react'

import type { CampaignEdits } from '#shared/campaign-history.ts'
import type { CampaignUpdates } from '#shared/campaign-update.ts'
import type { CampaignDetail } from '#shared/campaign.ts'
import { findLastDay } from '#shared/last-day.ts'
import type { DeletedCampaign } from '#shared/deleted-campaign.ts'
import { oembedPath } from '#shared/embed.ts'
import { formatNaira, formatNairaInText } from '#shared/money.ts'
import { sharePath, sharePictures } from '#shared/share.ts'
import type { Supporters } from '#shared/supporter.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { nullIf } from '../../api/api-error.ts'
import { ApiError, getApi } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import {
  linkedCampaignPath,
  publicCampaignPath,
  publicLedgerPath,
  publicVersionPath,
  supportersPath,
  updatesPath,
} from '../../navigation/paths.ts'
import { categoryName } from '../../format/category-name.ts'
import { formatDay, formatMoment } from '../../format/day.ts'
import { deletedCampaignText } from '../../text/deleted-campaign.ts'
import { editsText } from '../../text/edits.ts'
import { followText } from '../../text/follow.ts'
import { supportersText } from '../../text/supporters.ts'
import { updatesText } from '../../text/updates.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CampaignPage, PublicDocuments } from '../parts/campaign/campaign-page.tsx'
import type * as BudgetPart from '../parts/campaign/budget-table.tsx'
import { loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { DonatePanel, StickyActions } from '../parts/campaign/donate-panel.tsx'
import { TrustCard } from '../parts/campaign/trust-card.tsx'
import { useSignedIn } from '../parts/session/signed-in.ts'
import { UpdateItem } from './updates/update-item.tsx'

let part: typeof BudgetPart | undefined
const loadBudget = async () => {
  part = await import('../parts/campaign/budget-table.tsx')
}
// A visitor's page with a budget needs it before it is hydrated, and no other page loads it.
if (globalThis.document?.getElementById('budget')) await loadBudget()

export async function loader({ context, params }: LoaderFunctionArgs) {
  const api = getApi(context)
  const campaign = await loadCampaignBySlug({ context, params }).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error
    const deleted = await api
      .get('/deleted-campaigns/:id', { id: params.slug ?? '' })
      .catch(nullIf('not-found'))
    if (!deleted) throw error
    return { deleted: deleted.campaign }
  })
  if ('deleted' in campaign) return campaign
  // A previous slug, or one in upper case.
  if (campaign.slug !== params.slug) throw redirect(toPath(campaign.slug, params.code), 301)
  const { id, budget } = campaign
  const spending = budget.length > 0 ? await api.get('/campaigns/:id/spending', { id }) : null
  if (spending) await loadBudget()
  const [{ edits }, { documents }, supporters, updates, trust] = await Promise.all([
    api.get('/campaigns/:id/edits', { id }),
    api.get('/campaigns/:id/public-documents', { id }),
    api.get('/campaigns/:id/supporters', { id, limit: 20 }),
    api.get('/campaigns/:id/updates', { id, limit: 1 }),
    api.get('/campaigns/:id/trust', { id }),
  ])
  return {
    campaign,
    edits,
    documents,
    supporters: chooseSupporters(supporters),
    updates,
    trust,
    spending,
  }
}

/** The newest three with an amount or words, or by name where nobody has either. The others of the list are counted, unless it is longer. */
export function chooseSupporters({ supporters, next }: Supporters) {
  const proving = supporters.filter(({ amount, words }) => amount !== null || words !== null)
  const shown = (proving.length > 0 ? proving : supporters).slice(0, 3)
  const hidden = supporters.length - Math.max(proving.length, shown.length)
  return { shown, hidden: next === null ? hidden : null }
}

const toPath = (slug: string, code: string | undefined) =>
  code === undefined ? publicCampaignPath(slug) : linkedCampaignPath(slug, code)

/** The page that share links lead to (readings P1). */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  if ('deleted' in loaded) return <Deleted campaign={loaded.deleted} />
  return <Shown {...loaded} />
}

type Loaded = Exclude<Awaited<ReturnType<typeof loader>>, { deleted: DeletedCampaign }>

function Shown(loaded: Loaded) {
  const { edits, documents, supporters, trust, spending } = loaded
  const { campaign, updates } = useOwnPage(loaded)
  return (
    <PublicLayout>
      <CampaignHead campaign={campaign} />
      <div className="flex flex-col">
        <StickyActions campaign={campaign} />
        <article className="wrap pt-3 pb-2 lg:py-10">
          <CampaignPage
            campaign={campaign}
            aside={
              <DonatePanel campaign={campaign}>
                <NewestSupporters {...supporters} slug={campaign.slug} />
              </DonatePanel>
            }
          >
            {part && <part.BudgetTable budget={campaign.budget} spending={spending} />}
            <TrustCard campaign={campaign} trust={trust} />
            <NewestUpdate page={updates} slug={campaign.slug} />
            <FollowFromCampaign page={updates} campaign={campaign} />
            <PublicDocuments documents={documents} />
            <EditList edits={edits} slug={campaign.slug} />
          </CampaignPage>
        </article>
      </div>
    </PublicLayout>
  )
}

/** The document is the same for everybody. Afterwards the browser asks what this person may see and do. */
function useOwnPage({ campaign, updates }: Loaded): Pick<Loaded, 'campaign' | 'updates'> {
  const own = useSignedIn()?.own
  if (own?.campaignId !== campaign.id) return { campaign, updates }
  const { contact, contactHidden, isOwner, canWrite, isFollowing } = own.view
  return {
    campaign: { ...campaign, contact, contactHidden, isOwner },
    updates: { ...updates, canWrite, isFollowing },
  }
}

/** Search engines must forget the campaign, so the page is not indexed. */
function Deleted({ campaign }: { campaign: DeletedCampaign }) {
  const text = deletedCampaignText
  return (
    <PublicLayout>
      <PageHead title={campaign.title || text.untitled} description={text.description} />
      <DeletedCampaignView campaign={campaign} />
    </PublicLayout>
  )
}

function CampaignHead({ campaign }: { campaign: CampaignDetail }) {
  const { title, description, slug } = campaign
  const { origin } = useSite()
  const url = origin + publicCampaignPath(slug)
  return (
    <>
      <PageHead
        title={title}
        description={summarize(description)}
        path={publicCampaignPath(slug)}
        image={{ path: sharePath(campaign), ...sharePictures.preview, alt: title }}
      />
      <link
        rel="alternate"
        type="application/json+oembed"
        href={origin + oembedPath(url, 'json')}
        title={title}
      />
      <link
        rel="alternate"
        type="text/xml+oembed"
        href={origin + oembedPath(url, 'xml')}
        title={title}
      />
    </>
  )
}

/** At most 200 characters for link previews, cut between words. */
function summarize(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ')
  return line.length <= 200 ? line : `${line.slice(0, 200).replace(/\s\S*$/, '')}…`
}

/** What stays public of a deleted campaign: title, amounts and ledger, without people and pictures. */
export function DeletedCampaignView({ campaign }: { campaign: DeletedCampaign }) {
  const text = deletedCampaignText
  const { title, category, startDate, endDate, deletedOn, slug } = campaign
  return (
    <article className="wrap max-w-3xl space-y-6 py-6 lg:py-10">
      <header className="space-y-3">
        <p className="rounded-card bg-warning-soft px-4 py-3 font-semibold">{text.notice}</p>
        <h1 className="text-2xl font-extrabold wrap-anywhere sm:text-3xl">
          {title || text.untitled}
        </h1>
        <p className="text-muted">
          {categoryName(category)}
          {startDate !== null && endDate !== null && (
            <> · {text.period({ start: formatDay(startDate), end: formatDay(endDate) })}</>
          )}{' '}
          · {text.deletedOn({ day: formatDay(deletedOn) })}
        </p>
        <p>{text.explanation}</p>
      </header>
      <Sums campaign={campaign} />
      <Link to={publicLedgerPath(slug)} className="link tap gap-1.5">
        <BookOpen size={16} aria-hidden="true" />
        {text.ledger}
      </Link>
      <p className="text-muted">{text.help}</p>
    </article>
  )
}

function Sums({ campaign }: { campaign: DeletedCampaign }) {
  const text = deletedCampaignText
  const { donated, refunded, raised, donors } = campaign
  const rows = [
    [text.donated, formatNaira(donated)],
    [text.refunded, formatNaira(refunded)],
    [text.raised, formatNaira(raised)],
    [text.donors, String(donors)],
  ] as const
  return (
    <section className="card p-5">
      <h2 className="font-bold">{text.sums}</h2>
      <dl className="mt-2 divide-y divide-line">
        {rows.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="money font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function EditList({ edits, slug }: { edits: CampaignEdits; slug: string }) {
  const text = editsText
  if (edits.length === 0) return null
  return (
    <section aria-labelledby="edits">
      <h2 id="edits" className="text-xl font-bold">
        {text.title}
      </h2>
      <p className="mt-1 text-sm text-muted">{text.intro}</p>
      <ol className="mt-3 grid gap-3">
        {edits.map(({ at, changes, earlierVersion }) => (
          <li key={at} className="border-l-4 border-line pl-3">
            <p className="text-sm text-muted">{formatMoment(at)}</p>
            <p className="font-semibold">
              {changes.map(({ field }) => text.fields[field]).join(', ')}
            </p>
            {changes.map(({ field, before }) =>
              before ? (
                <details key={field}>
                  <summary className="text-sm">
                    {text.before({ field: text.fields[field] })}
                  </summary>
                  <p className="max-w-prose whitespace-pre-line wrap-anywhere">{before}</p>
                </details>
              ) : null,
            )}
            {earlierVersion !== null && (
              <Link to={publicVersionPath(slug, earlierVersion)} className="link tap">
                {text.see}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type NewestSupportersProps = ReturnType<typeof chooseSupporters> & { slug: string }

/** Who gave, beside the button. */
export function NewestSupporters({ shown, hidden, slug }: NewestSupportersProps) {
  const text = supportersText
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="supporters" className="border-t border-line pt-4">
      <h2 id="supporters" className="sr-only">
        {text.title}
      </h2>
      <ul className="space-y-2 text-sm">
        {shown.map(({ id, name, amount, words, reply }) => (
          <li key={id}>
            <p className="flex justify-between gap-3">
              <strong className="min-w-0 truncate">{name ?? text.anonymous}</strong>
              {amount !== null && <span className="money">{formatNairaInText(amount)}</span>}
            </p>
            {words !== null && <p className="line-clamp-2 text-muted wrap-anywhere">{words}</p>}
            {reply !== null && (
              <p className="line-clamp-2 border-l-2 border-line pl-2 text-muted wrap-anywhere">
                {text.reply}: {reply}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {hidden !== null && hidden > 0 && <p>{text.hidden({ count: hidden })}</p>}
        <Link to={supportersPath(slug)} className="link tap">
          {text.all}
        </Link>
      </div>
    </section>
  )
}

/** The newest update on the campaign page, and where the organiser writes one. */
export function NewestUpdate({ page, slug }: { page: CampaignUpdates; slug: string }) {
  const [newest] = page.updates
  const text = updatesText
  if (!newest && !page.canWrite) return null
  return (
    <section aria-labelledby="updates">
      <h2 id="updates" className="text-xl font-bold">
        {text.title}
      </h2>
      {newest && <UpdateItem update={newest} />}
      <Link to={updatesPath(slug)} className="link tap">
        {page.canWrite ? text.write : text.all}
      </Link>
    </section>
  )
}

type Props = {
  page: Pick<CampaignUpdates, 'isFollowing' | 'canWrite'>
  campaign: Pick<CampaignDetail, 'slug' | 'acceptsDonations' | 'endDate'>
}

/** Without the checks of other forms, which the campaign page would have to load: the page of the updates answers and shows errors. */
export function FollowFromCampaign({ page, campaign }: Props) {
  const text = followText
  const { isFollowing, canWrite } = page
  if (canWrite) return null
  const what = isFollowing === null ? 'follow-link' : isFollowing ? 'unfollow' : 'follow'
  return (
    <details className="filters card px-5 py-1 lg:py-5">
      <summary className="link flex items-center">{text.title}</summary>
      <section aria-labelledby="follow" className="max-lg:pb-4">
        <h2 id="follow" className="text-lg font-bold max-lg:sr-only">
          {text.title}
        </h2>
        <form
          method="post"
          action={updatesPath(campaign.slug)}
          noValidate
          className="grid gap-3 lg:mt-3 lg:gap-5"
        >
          <input type="hidden" name="what" value={what} />
          <p>{isFollowing ? text.following : text.intro}</p>
          {/* Its room stays where the browser finds out after loading that the person needs no address. */}
          <fieldset
            disabled={isFollowing !== null}
            className={isFollowing === null ? '' : 'invisible order-last'}
          >
            <Field label={text.email} name="email" type="email" required />
          </fieldset>
          <Button type="submit" variant="quiet" className="w-full sm:w-auto">
            {what === 'follow-link' ? text.send : text.choose[what]}
          </Button>
          {isFollowing === null && findLastDay(campaign) !== null && (
            <Button
              type="submit"
              name="remindOnly"
              value="yes"
              variant="quiet"
              className="w-full sm:w-auto"
            >
              {text.remind}
            </Button>
          )}
        </form>
      </section>
    </details>
  )
}
