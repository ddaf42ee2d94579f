import type { AccountOverview, CampaignProgress as Campaign } from '#shared/overview.ts'
import { useLoaderData } from '#web/router/hooks.ts'

import { CampaignProgress } from '../parts/campaign/campaign-progress.tsx'
import { OngoingCampaigns } from '../parts/campaign-list/ongoing-campaigns.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { PanelSkeletons, RowSkeletons, StatSkeletons } from '../parts/dashboard/skeletons.tsx'
import { StatCards } from '../parts/dashboard/stat-cards.tsx'
import { DonorPanel } from '../parts/transaction/donor-panel.tsx'
import { NextSteps } from './overview/next-steps.tsx'
import { OrganiserPanel } from './overview/organiser-panel.tsx'
import { StatusNote } from './campaign/status-note.tsx'
import { DonationChart } from './payouts/donation-chart.tsx'
import { campaignPath } from '../../navigation/paths.ts'
import { overviewText } from '../../text/overview.ts'
import type { loader } from './overview.data.ts'

export function Component() {
  const text = overviewText
  const { figures, personal } = useLoaderData<typeof loader>()
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
      <div className="mt-10 space-y-10">
        <Loaded
          data={personal}
          failed={text.personalFailed}
          skeleton={<PanelSkeletons label={text.loadingPersonal} />}
          footer={<Ongoing />}
        >
          {(overview) => (
            <>
              {overview && <Personal overview={overview} />}
              <Ongoing />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

/** What a person raises, what they gave, and what they can do next. */
function Personal({ overview: { nextSteps, organiser, donor } }: { overview: AccountOverview }) {
  const { organiser: text } = overviewText
  return (
    <>
      <NextSteps steps={nextSteps} />
      {organiser && (
        <OrganiserPanel
          overview={organiser}
          chart={<DonationChart title={text.chart} days={organiser.days} />}
          renderCampaign={(campaign) => (
            <CampaignProgress
              campaign={campaign}
              to={campaignPath(campaign.id)}
              badge={<StatusNote status={campaign.status} />}
            />
          )}
        />
      )}
      {donor && (
        <DonorPanel
          overview={donor}
          renderCampaign={(campaign: Campaign) => (
            <CampaignProgress campaign={campaign} to={campaignPath(campaign.id)} />
          )}
        />
      )}
    </>
  )
}

function Ongoing() {
  const text = overviewText
  const { ongoing } = useLoaderData<typeof loader>()
  return (
    <section aria-labelledby="ongoing">
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
  )
}
