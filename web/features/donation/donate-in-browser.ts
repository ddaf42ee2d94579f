import { RouterContextProvider } from 'react-router'

import type { FormResult } from '../../forms/form-values.ts'
import { startDonation } from './start-donation.ts'

/**
 * Runs the action of a public page in the browser, so that a lost request does not lose the form. Opens the checkout page, or returns
 * what was refused. A module of its own, because its schemas are needed only when the form is sent.
 */
export async function donateInBrowser(form: FormData): Promise<FormResult | null> {
  const request = new Request(location.href, { method: 'POST', body: form })
  const result = await startDonation({ request, context: new RouterContextProvider() })
  if (!(result instanceof Response)) return result.data
  location.assign(result.headers.get('location') ?? '')
  return null
}
