import type { LoaderFunctionArgs } from 'react-router'

import { campaignResponseSchema, campaignListSchema } from '#shared/campaign.ts'
import { campaignEditsSchema } from '#shared/campaign-history.ts'

import { getApi } from '../../api/client.ts'

type Args = Pick<LoaderFunctionArgs, 'context' | 'params'>

export async function loadNewestCampaigns({ context }: Pick<Args, 'context'>, limit: number) {
  const { campaigns } = await getApi(context).get(`/campaigns?limit=${limit}`, campaignListSchema)
  return campaigns
}

/** The campaign of the slug in the URL. */
export async function loadCampaignBySlug({ context, params }: Args) {
  const slug = encodeURIComponent(params.slug ?? '')
  const { campaign } = await getApi(context).get(
    `/campaigns/by-slug/${slug}`,
    campaignResponseSchema,
  )
  return campaign
}

/** The edits since the campaign was approved. */
export async function loadEdits({ context }: Pick<Args, 'context'>, campaignId: string) {
  const path = `/campaigns/${encodeURIComponent(campaignId)}/edits`
  return (await getApi(context).get(path, campaignEditsSchema)).edits
}
