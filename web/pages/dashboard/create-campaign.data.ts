import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { toWizardDraft } from './wizard/draft.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { uid, firstname, lastname } = await requireAccount(context, request)
  const draft = getApi(context)
    .get('/draft')
    .then(({ draft: saved, kept }) => ({ draft: saved && toWizardDraft(saved), kept }))
  return { uid, owner: { firstname, lastname }, draft: toOutcome(draft) }
}
