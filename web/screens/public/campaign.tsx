import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { CampaignDetail } from '#shared/campaign.ts'
import { shareHeight, sharePath, shareWidth } from '#shared/share.ts'

import { PublicLayout } from '../../layouts/public-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CampaignPage } from '../../features/campaign/campaign-page.tsx'
import { loadCampaignBySlug, loadEdits } from '../../features/campaign/campaign.loaders.ts'
import { DonatePanel, StickyDonate } from '../../features/campaign/donate-panel.tsx'
import { EditList } from '../../features/history/edit-list.tsx'
import { publicCampaignPath } from '../../navigation/paths.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const campaign = await loadCampaignBySlug({ context, params })
  // A previous slug, or one in upper case.
  if (campaign.slug !== params.slug) throw redirect(publicCampaignPath(campaign.slug), 301)
  return { campaign, edits: await loadEdits({ context }, campaign.id) }
}

/** The page that share links lead to (readings P1). */
export function Component() {
  const { campaign, edits } = useLoaderData<typeof loader>()
  return (
    <PublicLayout>
      <CampaignHead campaign={campaign} />
      <article className="wrap py-6 lg:py-10">
        <CampaignPage campaign={campaign} aside={<DonatePanel campaign={campaign} />}>
          <EditList edits={edits} />
        </CampaignPage>
      </article>
      <StickyDonate campaign={campaign} />
    </PublicLayout>
  )
}

function CampaignHead({ campaign }: { campaign: CampaignDetail }) {
  const { title, description, slug } = campaign
  return (
    <PageHead
      title={title}
      description={summarize(description)}
      path={publicCampaignPath(slug)}
      image={{ path: sharePath(campaign), width: shareWidth, height: shareHeight, alt: title }}
    />
  )
}

/** At most 200 characters for link previews, cut between words. */
function summarize(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ')
  return line.length <= 200 ? line : `${line.slice(0, 200).replace(/\s\S*$/, '')}…`
}
