import { RouterContextProvider } from 'react-router'

import { startDonation, type DonationRefusal } from './start-donation.ts'

/**
 * The action of a visitor's page, run in the browser, so that a request that is lost on the way costs nothing that was typed. Leads to the
 * checkout page, or says why not. Loaded when a form is sent: it brings the schemas along.
 */
export async function giveHere(form: FormData): Promise<DonationRefusal | null> {
  const request = new Request(location.href, { method: 'POST', body: form })
  const answer = await startDonation({ request, context: new RouterContextProvider() })
  if (!(answer instanceof Response)) return answer.data
  location.assign(answer.headers.get('location') ?? '')
  return null
}
