import type { DeletedCampaign } from '#shared/deleted-campaign.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { ApiError, getApi } from '../../../api/client.ts'

type Args = Pick<LoaderFunctionArgs, 'context' | 'params'>

export async function loadNewestCampaigns({ context }: Pick<Args, 'context'>, limit: number) {
  const { campaigns } = await getApi(context).get('/campaigns', { limit })
  return campaigns
}

export async function loadCampaignBySlug({ context, params }: Args) {
  const { campaign } = await getApi(context).get('/campaigns/by-slug/:id', {
    id: params.slug ?? '',
  })
  return campaign
}

/** What stays public of the deleted campaign of the slug in the URL. Undefined where there is none. */
export async function findDeletedCampaign({
  context,
  params,
}: Args): Promise<DeletedCampaign | undefined> {
  const { slug: id = '' } = params
  try {
    return (await getApi(context).get('/deleted-campaigns/:id', { id })).campaign
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Null where the provider grants none, and for a campaign that accepts no donations. */
export async function loadAccountNumber({ context }: Pick<Args, 'context'>, campaignId: string) {
  return (await getApi(context).get('/campaigns/:id/account-number', { id: campaignId }))
    .accountNumber
}

export async function loadEdits({ context }: Pick<Args, 'context'>, campaignId: string) {
  return (await getApi(context).get('/campaigns/:id/edits', { id: campaignId })).edits
}

/** The supporting documents that everyone may read. */
export async function loadPublicDocuments({ context }: Pick<Args, 'context'>, campaignId: string) {
  return (await getApi(context).get('/campaigns/:id/public-documents', { id: campaignId }))
    .documents
}

/** What was spent of the money, and what proves it. */
export function loadSpending({ context }: Pick<Args, 'context'>, campaignId: string) {
  return getApi(context).get('/campaigns/:id/spending', { id: campaignId })
}

/** Who raises the money, for whom, and what was checked. */
export function loadTrust({ context }: Pick<Args, 'context'>, campaignId: string) {
  return getApi(context).get('/campaigns/:id/trust', { id: campaignId })
}

export async function loadVersion({ context, params }: Args, campaignId: string) {
  const { number = '' } = params
  return (await getApi(context).get('/campaigns/:id/versions/:number', { id: campaignId, number }))
    .version
}
