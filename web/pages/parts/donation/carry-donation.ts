import { writeCookies } from '../../../api/cookies.ts'
import type { FormValues } from '../../../forms/form-result.ts'
import { carriedDonation } from '../../../navigation/carried-donation.ts'

const notCarried = ['campaign', 'idempotencyKey', 'emailCode', 'link']

/** Carries what the form contains, and the code of the donation once its payment was started. */
export function carryDonation(values: FormValues, accessCode?: string): Headers {
  const { campaign = '' } = values
  const typed = Object.entries(values).filter(([name]) => !notCarried.includes(name))
  return writeCookies([
    carriedDonation.keep({
      campaign,
      values: Object.fromEntries(typed),
      ...(accessCode !== undefined && { accessCode }),
    }),
  ])
}
