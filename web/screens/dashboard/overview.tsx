import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { campaignListSchema } from '#shared/campaign.ts'
import { overviewSchema } from '#shared/donation.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { OngoingCampaigns } from '../../features/campaign-list/ongoing-campaigns.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons, StatSkeletons } from '../../features/dashboard/skeletons.tsx'
import { StatCards } from '../../features/dashboard/stat-cards.tsx'
import { dashboardText } from '../../text/dashboard.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const api = getApi(context)
  return {
    figures: toOutcome(api.get('/overview', overviewSchema)),
    ongoing: toOutcome(api.get('/campaigns?limit=3', campaignListSchema)),
  }
}

export function Component() {
  const { overview: text } = dashboardText
  const { figures, ongoing } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeader title={text.title} subtitle={text.subtitle} />
      <Loaded
        data={figures}
        failed={text.figuresFailed}
        skeleton={<StatSkeletons label={text.loadingFigures} />}
      >
        {(overview) => <StatCards overview={overview} />}
      </Loaded>
      <section aria-labelledby="ongoing" className="mt-10">
        <Loaded
          data={ongoing}
          failed={text.ongoingFailed}
          header={
            <h2 id="ongoing" className="mb-4 text-xl font-bold">
              {text.ongoing}
            </h2>
          }
          skeleton={<RowSkeletons label={text.loadingOngoing} />}
        >
          {(list) => <OngoingCampaigns headingId="ongoing" list={list} />}
        </Loaded>
      </section>
    </>
  )
}
