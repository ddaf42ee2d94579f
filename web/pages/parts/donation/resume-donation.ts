import { donationDetailsSchema } from '#shared/donation.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../../api/client.ts'
import type { FormValues } from '../../../forms/form-result.ts'
import { carriedDonation } from '../../../navigation/carried-donation.ts'
import { donationText } from '../../../text/donation.ts'

/** The form of a donor who comes back to it. */
export type ResumedDonation = {
  campaign: string
  values: FormValues
  /** Opens the donation whose payment was started and is not finished. */
  unfinished: string | null
}

/** Finds what the donor typed before. It is not used again when the payment was made, about which only the server is asked. */
export async function resumeDonation({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'request'>): Promise<ResumedDonation | null> {
  const carried = carriedDonation.read(request)
  if (!carried) return null
  const { campaign, values, accessCode: unfinished = null } = carried
  if (unfinished === null) return { campaign, values, unfinished }
  const path = `/donations/${encodeURIComponent(unfinished)}`
  const donation = await getApi(context)
    .get(path, donationDetailsSchema)
    .catch(() => null)
  const isUnfinished =
    donation !== null && ['open', 'failed', 'abandoned'].includes(toStatusKey(donation.status))
  return isUnfinished ? { campaign, values, unfinished } : null
}

type StatusKey = keyof typeof donationText.status.states

/** The key of a status in the texts. Unknown statuses become 'other' (readings M5). */
export function toStatusKey(status: string): StatusKey {
  if (status === 'pending' || status === 'processing') return 'open'
  const isKnown = status !== 'open' && Object.hasOwn(donationText.status.states, status)
  return isKnown ? (status as StatusKey) : 'other'
}
