import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../../api/client.ts'
import type { FormValues } from '../../../forms/form-result.ts'
import { forgetCarriedDonation, readDonation } from '../../../navigation/carried-donation.ts'
import { donationText } from '../../../text/donation.ts'

/** The form of a donor who comes back to it. */
export type ResumedDonation = {
  campaign: string
  values: FormValues
  /** Opens the donation whose payment was started and is not finished. */
  unfinished: string | null
}

/**
 * Finds what the same person typed before. It is not used again when the payment was made, about which only the server is asked, or when
 * another account is logged in, or none.
 */
export async function resumeDonation({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context'> & { request?: Request }): Promise<ResumedDonation | null> {
  const carried = readDonation(request)
  if (!carried) return null
  const { campaign, values, accessCode: unfinished = null, account } = carried
  const session = await getApi(context).get('/session')
  if (account === (session.account?.uid ?? null) && (await isUnfinished(context, unfinished)))
    return { campaign, values, unfinished }
  forgetCarriedDonation()
  return null
}

async function isUnfinished(context: LoaderFunctionArgs['context'], accessCode: string | null) {
  if (accessCode === null) return true
  const donation = await getApi(context)
    .get('/donations/:id', { id: accessCode })
    .catch(() => null)
  return donation !== null && ['open', 'failed', 'abandoned'].includes(toStatusKey(donation.status))
}

type StatusKey = keyof typeof donationText.status.states

/** The key of a status in the texts. Unknown statuses become 'other' (readings M5). */
export function toStatusKey(status: string): StatusKey {
  if (status === 'pending' || status === 'processing') return 'open'
  const isKnown = status !== 'open' && Object.keys(donationText.status.states).includes(status)
  return isKnown ? (status as StatusKey) : 'other'
}
