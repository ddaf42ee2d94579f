import { accountNumberResponseSchema } from '#shared/account-number.ts'
import { deletedCampaignResponseSchema, type DeletedCampaign } from '#shared/deleted-campaign.ts'
import { campaignResponseSchema, campaignListSchema } from '#shared/campaign.ts'
import { campaignEditsSchema } from '#shared/campaign-history.ts'
import { campaignVersionSchema } from '#shared/campaign-version.ts'
import { publicDocumentsSchema } from '#shared/document.ts'
import { trustSchema } from '#shared/trust.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { ApiError, getApi } from '../../../api/client.ts'

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

/** What stays public of the deleted campaign of the slug in the URL. Undefined where there is none. */
export async function findDeletedCampaign({
  context,
  params,
}: Args): Promise<DeletedCampaign | undefined> {
  const slug = encodeURIComponent(params.slug ?? '')
  try {
    const path = `/deleted-campaigns/${slug}`
    return (await getApi(context).get(path, deletedCampaignResponseSchema)).campaign
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Null where the provider grants none, and for a campaign that accepts no donations. */
export async function loadAccountNumber({ context }: Pick<Args, 'context'>, campaignId: string) {
  const path = `/campaigns/${encodeURIComponent(campaignId)}/account-number`
  return (await getApi(context).get(path, accountNumberResponseSchema)).accountNumber
}

/** The edits since the campaign was approved. */
export async function loadEdits({ context }: Pick<Args, 'context'>, campaignId: string) {
  const path = `/campaigns/${encodeURIComponent(campaignId)}/edits`
  return (await getApi(context).get(path, campaignEditsSchema)).edits
}

/** The supporting documents that everyone may read. */
export async function loadPublicDocuments({ context }: Pick<Args, 'context'>, campaignId: string) {
  const path = `/campaigns/${encodeURIComponent(campaignId)}/public-documents`
  return (await getApi(context).get(path, publicDocumentsSchema)).documents
}

/** Who raises the money, for whom, and what was checked. */
export function loadTrust({ context }: Pick<Args, 'context'>, campaignId: string) {
  const path = `/campaigns/${encodeURIComponent(campaignId)}/trust`
  return getApi(context).get(path, trustSchema)
}

/** The version of the campaign with the number in the URL. */
export async function loadVersion({ context, params }: Args, campaignId: string) {
  const number = encodeURIComponent(params.number ?? '')
  const path = `/campaigns/${encodeURIComponent(campaignId)}/versions/${number}`
  return (await getApi(context).get(path, campaignVersionSchema)).version
}
