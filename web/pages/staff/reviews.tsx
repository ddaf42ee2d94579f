import { useEffect, useRef } from 'react'

import { maxReviewItems, reviewStep } from '#shared/review-step.ts'
import type { ReviewItem, ReviewQueue } from '#shared/review.ts'
import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { lazyPart } from '../../forms/lazy.tsx'
import { paths } from '../../navigation/paths.ts'
import { evidenceText } from '../../text/evidence.ts'
import { payoutStopText } from '../../text/payout-stop.ts'
import { reviewText } from '../../text/review.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { CampaignPage } from '../parts/campaign/campaign-page.tsx'
import { Funding } from '../parts/campaign/campaign-card.tsx'
import { Loaded, Missing, RowSkeletons } from '../parts/dashboard/loaded.tsx'

import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'

import { HistoryList } from '../parts/history/history-list.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { ConflictNote } from './moderation/conflict-note.tsx'
import { LiveEditList } from './review/live-edit-list.tsx'
import { PayoutStopList } from './review/payout-stop-list.tsx'
import { ReviewItemCard } from './review/review-item-card.tsx'

const ContentDifference = lazyPart(
  async () => (await import('../parts/history/content-difference.tsx')).ContentDifference,
)

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const api = getApi(context)
  return {
    queue: toOutcome(api.get('/reviews', { limit: toLimit(new URL(request.url)) })),
    edits: toOutcome(api.get('/reviews/edits')),
    stopped: toOutcome(api.get('/payout-stops')),
  }
}

/** The steps of the address, as the limit of the API. */
function toLimit({ searchParams }: URL): number | null {
  const steps = Number(searchParams.get('steps'))
  return steps > 1 && steps <= maxReviewItems / reviewStep ? steps * reviewStep : null
}

/** The review queue (readings P3). For all other people the API responds with 404. */
export function Component() {
  const text = reviewText
  const { queue, edits, stopped } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  return (
    <Loaded
      data={queue}
      failed={text.failed}
      missing={<Missing />}
      header={header}
      skeleton={<RowSkeletons label={text.loading} />}
    >
      {(list) => (
        <>
          {header}
          <Link to={paths.evidence} className="link mb-4 inline-block py-2 text-sm">
            {evidenceText.title}
          </Link>
          <Queue list={list} />
          <Loaded
            data={edits}
            failed={text.edits.failed}
            skeleton={<RowSkeletons label={text.edits.loading} />}
          >
            {(live) => (
              <LiveEditList
                list={live}
                renderDifference={(edit) => <ContentDifference {...edit} />}
                onDone={() => void revalidate()}
              />
            )}
          </Loaded>
          <Loaded
            data={stopped}
            failed={payoutStopText.queue.failed}
            skeleton={<RowSkeletons label={payoutStopText.queue.loading} />}
          >
            {({ campaigns }) => (
              <PayoutStopList
                campaigns={campaigns}
                renderConflict={({ conflicts }) => <ConflictNote conflicts={conflicts} />}
                onDone={() => void revalidate()}
              />
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  )
}

function Queue({ list: { items, hasMore } }: { list: ReviewQueue }) {
  const text = reviewText
  const { revalidate } = useRevalidator()
  useScheduledDecisions(items, revalidate)
  const count = useRef<HTMLOutputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const listed = useRef(items.length)
  useEffect(() => {
    const added = list.current?.children[listed.current]
    listed.current = items.length
    // The item or the link that held the focus is gone.
    if (document.activeElement === document.body)
      (added instanceof HTMLElement ? added : count.current)?.focus()
  }, [items.length])
  if (items.length === 0) return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <>
      <output ref={count} tabIndex={-1} className="mb-4 block font-semibold">
        {hasMore ? text.first({ count: items.length }) : text.count({ count: items.length })}
      </output>
      <ul ref={list} className="grid gap-6">
        {items.map((item) => (
          <li key={item.campaign.id} tabIndex={-1}>
            <ReviewItemCard
              item={item}
              preview={
                <CampaignPage
                  campaign={toPublicView(item)}
                  aside={<Funding goal={item.campaign.goal} raised={item.campaign.raised} />}
                  isPreview
                />
              }
              history={<HistoryList transitions={item.transitions} />}
              difference={item.difference && <ContentDifference {...item.difference} />}
              conflict={
                item.conflicts.length > 0 ? <ConflictNote conflicts={item.conflicts} /> : null
              }
              onDecided={() => void revalidate()}
            />
          </li>
        ))}
      </ul>
      {hasMore && items.length < maxReviewItems && (
        <p className="mt-6">
          <Link
            to={`?steps=${Math.ceil(items.length / reviewStep) + 1}`}
            preventScrollReset
            className={buttonClass('quiet')}
          >
            {text.more}
          </Link>
        </p>
      )}
    </>
  )
}

/** The campaign as visitors see it. */
function toPublicView({ campaign, isContactPublic }: ReviewItem) {
  return isContactPublic ? campaign : { ...campaign, contact: null }
}

/** The job starts within a second after the time. */
const extraSeconds = 1

/** Loads the queue again when a decision takes effect, and says so to the reviewer who made it. */
export function useScheduledDecisions(
  items: readonly ReviewItem[],
  reload: () => Promise<void>,
): void {
  const earlier = useRef<readonly ReviewItem[]>([])

  useEffect(() => {
    for (const before of earlier.current)
      announce(
        before,
        items.find(({ campaign }) => campaign.id === before.campaign.id),
      )
    earlier.current = items.filter(({ scheduled }) => scheduled?.isOwn)

    const waits = items.flatMap(({ scheduled }) => scheduled?.secondsLeft ?? [])
    if (waits.length === 0) return
    const timer = setTimeout(() => void reload(), (Math.min(...waits) + extraSeconds) * 1_000)
    return () => clearTimeout(timer)
  }, [items, reload])
}

function announce(before: ReviewItem, after: ReviewItem | undefined): void {
  const text = reviewText
  const { title } = before.campaign
  if (!after)
    toast(
      before.scheduled?.event === 'reject' ? text.rejected({ title }) : text.approved({ title }),
    )
  else if (after.version > before.version && after.endorsedBy !== null && !after.unapplied)
    toast(text.endorsedToast({ title }))
}
