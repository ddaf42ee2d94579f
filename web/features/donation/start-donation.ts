import { redirectDocument, type ActionFunctionArgs } from 'react-router'

import { checkoutSchema, donationFormSchema } from '#shared/donation.ts'

import { ApiError, getApi } from '../../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../../api/idempotency-key.ts'
import { readValues, submitForm, type FormValues } from '../../forms/form-action.ts'

/** The action of both donate screens: starts the payment and redirects to the checkout page. */
export async function startDonation({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const values = await readValues(request)
  const donation = toDonation(values)
  const path = `/campaigns/${encodeURIComponent(values['campaign'] ?? '')}/donations`
  const send = (idempotencyKey: string) =>
    getApi(context).post(path, donation, checkoutSchema, { 'idempotency-key': idempotencyKey })

  return submitForm({ values, input: donation, schema: donationFormSchema }, async () => {
    try {
      const { url } = await send(values['idempotencyKey'] || newIdempotencyKey())
      return redirectDocument(url, 303)
    } catch (error) {
      // The donor came back through the browser's history and changed a form that was already sent: this is a new donation.
      if (error instanceof ApiError && error.code === 'idempotency-mismatch')
        return redirectDocument((await send(newIdempotencyKey())).url, 303)
      if (error instanceof ApiError && needsNewKey(error))
        values['idempotencyKey'] = newIdempotencyKey()
      throw error
    }
  })
}

function toDonation(values: FormValues) {
  const { amount = '', email = '', name = '', message = '', emailCode = '' } = values
  return {
    amount,
    email,
    name,
    message,
    ...(emailCode !== '' && { emailCode }),
    anonymous: 'anonymous' in values,
    updates: 'updates' in values,
  }
}
