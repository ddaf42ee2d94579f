import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { type Api, getApi, toOutcome } from '../../../api/client.ts'
import { requireAccount } from './account.loaders.ts'

/** The loader of a page about one thing, whose id is in the address. */
export const itemLoader =
  <Data>(read: (api: Api, id: string) => Promise<Data>) =>
  async ({ context, params, request }: LoaderFunctionArgs) => {
    await requireAccount(context, request)
    const { id = '' } = params
    return { id, data: toOutcome(read(getApi(context), id)) }
  }
