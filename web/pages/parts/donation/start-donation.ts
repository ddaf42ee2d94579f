import type * as z from 'zod/mini'

import type { checkoutSchema } from '#shared/donation.ts'
import { redirectDocument } from '#web/router/responses.ts'
import type { ActionFunctionArgs } from '#web/router/route.ts'

import { ApiError, getApi } from '../../../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { carryDonation } from './carry-donation.ts'
import { readValues, submitForm } from '../../../forms/form-action.ts'
import { schema, toInput } from './donation-schema.ts'

/** The action of both donate screens: starts the payment and redirects to the checkout page. */
export async function startDonation({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const values = await readValues(request)
  const donation = toInput(values)
  const send = (idempotencyKey: string) =>
    getApi(context).post(
      '/campaigns/:id/donations',
      donation,
      { id: values['campaign'] ?? '' },
      { 'idempotency-key': idempotencyKey },
    )

  /** The donor may come back from the payment page without having paid. */
  const toCheckout = ({ url, accessCode }: z.output<typeof checkoutSchema>) =>
    redirectDocument(url, { status: 303, headers: carryDonation(values, { accessCode, request }) })

  return submitForm({ values, input: donation, schema }, async () => {
    try {
      return toCheckout(await send(values['idempotencyKey'] || newIdempotencyKey()))
    } catch (error) {
      // The donor came back through the browser's history and changed a form that was already sent: this is a new donation.
      if (error instanceof ApiError && error.code === 'idempotency-mismatch')
        return toCheckout(await send(newIdempotencyKey()))
      if (error instanceof ApiError && needsNewKey(error))
        values['idempotencyKey'] = newIdempotencyKey()
      throw error
    }
  })
}
