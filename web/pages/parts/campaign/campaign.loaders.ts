import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../../api/client.ts'

type Args = Pick<LoaderFunctionArgs, 'context' | 'params'>

export async function loadCampaignBySlug({ context, params }: Args) {
  const id = params.slug ?? ''
  return (await getApi(context).get('/campaigns/by-slug/:id', { id })).campaign
}

/** Null where the provider grants none, and for a campaign that accepts no donations. */
export async function loadAccountNumber({ context }: Pick<Args, 'context'>, id: string) {
  return (await getApi(context).get('/campaigns/:id/account-number', { id })).accountNumber
}
