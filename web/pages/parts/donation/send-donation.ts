import { RequestContext } from '#web/router/request-context.ts'

import { type FormResult, type FormValues, toValues } from '../../../forms/form-result.ts'
import { findSavedDonation, forgetDonation, saveDonation } from './saved-donation.ts'
import { startDonation } from './start-donation.ts'

/**
 * `leaving`: the checkout page opens. `refused`: the form is shown again. `saved`: no response arrived, and the donation waits in the browser.
 * `gone`: another tab has sent or cancelled it.
 */
export type SendOutcome =
  | { kind: 'leaving' | 'saved' | 'gone' }
  | { kind: 'refused'; result: FormResult }

/** Runs the action of a public page in the browser, so that a lost request does not lose the form. */
export async function donateInBrowser(form: FormData): Promise<SendOutcome> {
  const values = toValues(form)
  return saveDonation(values) ? sendSavedDonation(values['campaign'] ?? '') : send(values, false)
}

export function sendSavedDonation(campaign: string): Promise<SendOutcome> {
  return alone(async () => {
    const saved = findSavedDonation(campaign)
    return saved ? send(saved.values, true) : { kind: 'gone' }
  })
}

async function send(values: FormValues, isSaved: boolean): Promise<SendOutcome> {
  const body = new URLSearchParams(values)
  const request = new Request(location.href, { method: 'POST', body })
  const result = await startDonation({ request, context: new RequestContext() })
  if (result instanceof Response) {
    if (isSaved) forgetDonation(values)
    location.assign(result.headers.get('location') ?? '')
    return { kind: 'leaving' }
  }
  if (isSaved && result.data.isUnanswered) return { kind: 'saved' }
  if (isSaved) forgetDonation(values)
  return { kind: 'refused', result: result.data }
}

/** Without locks the idempotency key alone makes sure that the donation is created once. */
function alone<Value>(work: () => Promise<Value>): Promise<Value> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request('saved-donation', work) : work()
}
