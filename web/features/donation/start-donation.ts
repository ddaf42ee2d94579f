import { data, redirectDocument, type ActionFunctionArgs } from 'react-router'

import { checkoutSchema } from '#shared/donation.ts'
import type { ErrorCode, FieldErrors } from '#shared/errors.ts'

import { ApiError, apiOf } from '../../api/client.ts'
import { checkDonation } from './check-donation.ts'
import { donationValues, textOf, type DonationValues } from './donation-values.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'

/** Why a gift was not started. Nothing that was typed is lost. */
export type DonationRefusal = {
  values: DonationValues
  fields: FieldErrors
  /** The sentence for a refusal that belongs to no field. */
  message: string | null
  /** The key of the next attempt. */
  idempotencyKey: string
}

/** The action of both donate screens: starts the payment and leads to the checkout page. */
export async function startDonation({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const form = await request.formData()
  const values = donationValues(form)
  const key = textOf(form, 'idempotencyKey') || newIdempotencyKey()
  const fields = checkDonation(values)
  if (fields)
    return data<DonationRefusal>({ values, fields, message: null, idempotencyKey: key }, 422)

  const path = `/campaigns/${encodeURIComponent(textOf(form, 'campaign'))}/donations`
  const give = (idempotencyKey: string) =>
    apiOf(context).post(path, values, checkoutSchema, { 'idempotency-key': idempotencyKey })
  try {
    const { url } = await give(key).catch((error: unknown) => {
      // The form was sent before, with other values, and came back through the browser's history: this is a gift of its own.
      if (isError(error, 'idempotency-mismatch')) return give(newIdempotencyKey())
      throw error
    })
    return redirectDocument(url, 303)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data(refusalOf(error, values, key), error.status || 503)
  }
}

/** After silence the same key must be used again, or the gift might be started twice. A clear no needs a new one. */
const mayHaveBegun = new Set<ErrorCode>(['offline', 'payment-unavailable', 'internal', 'busy'])

function refusalOf(error: ApiError, values: DonationValues, key: string): DonationRefusal {
  const { code, fields } = error
  const message = Object.keys(fields).length > 0 ? null : error.message
  const isSame = message === null || mayHaveBegun.has(code)
  return { values, fields, message, idempotencyKey: isSame ? key : newIdempotencyKey() }
}

function isError(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code
}
