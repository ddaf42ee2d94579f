import { isLinkCode } from '#shared/personal-link.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { clientError } from '../../api/api-error.ts'
import { loader as loadCampaign } from './campaign.tsx'

/** The campaign page, opened with a personal link. An unknown code shows the campaign all the same. */
export async function loader(args: LoaderFunctionArgs) {
  if (!isLinkCode(args.params.code ?? '')) throw clientError(404, 'not-found')
  return loadCampaign(args)
}

export { Component } from './campaign.tsx'
