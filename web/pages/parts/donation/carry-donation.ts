import type { FormValues } from '../../../forms/form-result.ts'
import { keepDonation } from '../../../navigation/carried-donation.ts'

const notCarried = ['campaign', 'idempotencyKey', 'emailCode', 'link']

/** Carries what the form contains, and the code of the donation once its payment was started. */
export function carryDonation(
  values: FormValues,
  started: { accessCode?: string; request?: Request } = {},
): Headers {
  const { campaign = '' } = values
  const typed = Object.entries(values).filter(([field]) => !notCarried.includes(field))
  const { accessCode, request } = started
  return keepDonation({ campaign, values: Object.fromEntries(typed), accessCode }, request)
}
