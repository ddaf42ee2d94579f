import type { LoaderFunctionArgs } from 'react-router'

import { campaignAnswerSchema, campaignListSchema } from '#shared/campaign.ts'
import { campaignEditsSchema } from '#shared/campaign-history.ts'

import { apiOf } from '../../api/client.ts'

type Asked = Pick<LoaderFunctionArgs, 'context' | 'params'>

/** The newest approved campaigns. */
export async function newestCampaigns({ context }: Pick<Asked, 'context'>, limit: number) {
  const { campaigns } = await apiOf(context).get(`/campaigns?limit=${limit}`, campaignListSchema)
  return campaigns
}

/** The campaign that the address names by its slug. */
export async function campaignOfAddress({ context, params }: Asked) {
  const slug = encodeURIComponent(params.slug ?? '')
  const { campaign } = await apiOf(context).get(`/campaigns/by-slug/${slug}`, campaignAnswerSchema)
  return campaign
}

/** What was different of it when people gave. */
export async function editsOf({ context }: Pick<Asked, 'context'>, campaignId: string) {
  const path = `/campaigns/${encodeURIComponent(campaignId)}/edits`
  return (await apiOf(context).get(path, campaignEditsSchema)).edits
}
