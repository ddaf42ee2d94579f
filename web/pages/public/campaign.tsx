import type { CampaignDetail } from '#shared/campaign.ts'
import type { DeletedCampaign } from '#shared/deleted-campaign.ts'
import { oembedPath } from '#shared/embed.ts'
import { sharePath, sharePictures } from '#shared/share.ts'
import { useLoaderData } from '#web/router/hooks.ts'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { ApiError } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CampaignPage } from '../parts/campaign/campaign-page.tsx'
import {
  findDeletedCampaign,
  loadCampaignBySlug,
  loadEdits,
  loadPublicDocuments,
  loadTrust,
} from '../parts/campaign/campaign.loaders.ts'
import { useSignedIn } from '../parts/session/signed-in.ts'
import { DeletedCampaignView } from '../parts/campaign/deleted-campaign-view.tsx'
import { DonatePanel, StickyDonate } from '../parts/campaign/donate-panel.tsx'
import { TrustCard } from '../parts/campaign/trust-card.tsx'
import { PublicDocuments } from '../parts/campaign/public-documents.tsx'
import { FollowFromCampaign } from './updates/follow-from-campaign.tsx'
import { NewestUpdate } from './updates/newest-update.tsx'
import { loadUpdates } from './updates/updates.loaders.ts'
import { NewestSupporters } from './supporters/newest-supporters.tsx'
import { loadSupporters } from './supporters/supporters.loaders.ts'
import { EditList } from '../parts/history/edit-list.tsx'
import { linkedCampaignPath, publicCampaignPath } from '../../navigation/paths.ts'
import { deletedCampaignText } from '../../text/deleted-campaign.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const campaign = await loadCampaignBySlug({ context, params }).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error
    const deleted = await findDeletedCampaign({ context, params })
    if (!deleted) throw error
    return { deleted }
  })
  if ('deleted' in campaign) return campaign
  // A previous slug, or one in upper case.
  if (campaign.slug !== params.slug) throw redirect(toPath(campaign.slug, params.code), 301)
  const [edits, documents, supporters, updates, trust] = await Promise.all([
    loadEdits({ context }, campaign.id),
    loadPublicDocuments({ context }, campaign.id),
    loadSupporters({ context }, campaign.id, { limit: '5' }),
    loadUpdates({ context }, campaign.id, { limit: '1' }),
    loadTrust({ context }, campaign.id),
  ])
  return { campaign, edits, documents, supporters, updates, trust }
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
  const { edits, documents, supporters, trust } = loaded
  const { campaign, updates } = useOwnPage(loaded)
  return (
    <PublicLayout>
      <CampaignHead campaign={campaign} />
      <div className="flex flex-col">
        <StickyDonate campaign={campaign} />
        <article className="wrap py-6 lg:py-10">
          <CampaignPage
            campaign={campaign}
            aside={<DonatePanel campaign={campaign} />}
            trust={<TrustCard campaign={campaign} trust={trust} />}
          >
            <NewestUpdate page={updates} slug={campaign.slug} />
            <FollowFromCampaign page={updates} slug={campaign.slug} />
            <NewestSupporters page={supporters} slug={campaign.slug} />
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
  const { contact, contactHidden, canWrite, isFollowing } = own.view
  return {
    campaign: { ...campaign, contact, contactHidden },
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
