import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'

import { reportedCampaignsSchema } from '#shared/report.ts'
import { reviewQueueSchema, type ReviewItem } from '#shared/review.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session/session.ts'
import { CampaignPage } from '../../features/campaign/campaign-page.tsx'
import { Funding } from '../../features/campaign/funding.tsx'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NotFound } from '../../features/dashboard/not-found.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../features/dashboard/skeletons.tsx'
import { HistoryList } from '../../features/history/history-list.tsx'
import { ReportedList } from '../../features/review/reported-list.tsx'
import { ReviewItemCard } from '../../features/review/review-item-card.tsx'
import { reviewText } from '../../text/review.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { roles } = await requireAccount(context, request)
  const api = getApi(context)
  return {
    canCancel: roles.includes('admin'),
    queue: toOutcome(api.get('/reviews', reviewQueueSchema)),
    reported: toOutcome(api.get('/reports', reportedCampaignsSchema)),
  }
}

/** The review queue (readings P3). For all other people the API responds with 404. */
export function Component() {
  const text = reviewText
  const { queue, reported, canCancel } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  return (
    <Loaded
      data={queue}
      failed={text.failed}
      missing={<NotFound />}
      header={header}
      skeleton={<RowSkeletons label={text.loading} />}
    >
      {({ items }) => (
        <>
          {header}
          <Queue items={items} />
          <Loaded
            data={reported}
            failed={text.reports.failed}
            skeleton={<RowSkeletons label={text.reports.loading} />}
          >
            {({ campaigns }) => (
              <ReportedList
                campaigns={campaigns}
                canCancel={canCancel}
                onDone={() => void revalidate()}
              />
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  )
}

function Queue({ items }: { items: ReviewItem[] }) {
  const text = reviewText
  const { revalidate } = useRevalidator()
  if (items.length === 0) return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <>
      <output className="mb-4 block font-semibold">{text.count(items.length)}</output>
      <ul className="grid gap-6">
        {items.map((item) => (
          <li key={item.campaign.id}>
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
              onDecided={() => void revalidate()}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The campaign as visitors see it. */
function toPublicView({ campaign, isContactPublic }: ReviewItem) {
  return isContactPublic ? campaign : { ...campaign, contact: null }
}
