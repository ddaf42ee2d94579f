import { data, redirectDocument, type ActionFunctionArgs } from 'react-router'
import * as z from 'zod/mini'

import { checkoutSchema, donationSchema } from '#shared/donation.ts'
import type { FieldErrors } from '#shared/errors.ts'

import { ApiError, apiOf } from '../../api/client.ts'

/** What a donor typed, as the form sent it. */
export type DonationValues = {
  amount: string
  email: string
  name: string
  message: string
  anonymous: boolean
}

/** Why a gift was not started. Nothing that was typed is lost. */
export type DonationRefusal = {
  values: DonationValues
  fields: FieldErrors
  /** The sentence for a refusal that belongs to no field. */
  message: string | null
  /** The key of the next attempt. */
  idempotencyKey: string
}

/**
 * The action of both donate screens: starts the payment and leads to the checkout page. The key of the form makes a double press,
 * a reload and a retry after silence one and the same gift.
 */
export async function startDonation({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const form = await request.formData()
  const values = valuesOf(form)
  const idempotencyKey = textOf(form, 'idempotencyKey') || newIdempotencyKey()
  const refused = (error: ApiError, status: number) =>
    data(refusal(error, values, idempotencyKey), status)

  const checked = z.safeParse(donationSchema, values)
  if (!checked.success)
    return refused(new ApiError(422, 'invalid-input', { fields: fieldsOf(checked.error) }), 422)

  const campaign = encodeURIComponent(textOf(form, 'campaign'))
  const give = (key: string) =>
    apiOf(context).post(`/campaigns/${campaign}/donations`, values, checkoutSchema, {
      'idempotency-key': key,
    })
  try {
    const { url } = await give(idempotencyKey).catch((error: unknown) => {
      // The form was sent before with other values and came back through the browser's history: this is a gift of its own.
      if (error instanceof ApiError && error.code === 'idempotency-mismatch')
        return give(newIdempotencyKey())
      throw error
    })
    return redirectDocument(url, 303)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refused(error, error.status || 503)
  }
}

/** One per form that is shown. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** After silence the same key must be used again, or the gift might be started twice. A clear no needs a new one. */
const mayHaveBegun = new Set([
  'offline',
  'payment-unavailable',
  'internal',
  'busy',
  'too-many-requests',
])

function refusal(error: ApiError, values: DonationValues, key: string): DonationRefusal {
  const hasFields = Object.keys(error.fields).length > 0
  return {
    values,
    fields: error.fields,
    message: hasFields ? null : error.message,
    idempotencyKey: hasFields || mayHaveBegun.has(error.code) ? key : newIdempotencyKey(),
  }
}

function valuesOf(form: FormData): DonationValues {
  return {
    amount: textOf(form, 'amount'),
    email: textOf(form, 'email'),
    name: textOf(form, 'name'),
    message: textOf(form, 'message'),
    anonymous: form.has('anonymous'),
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function fieldsOf(error: z.core.$ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const { path, message } of error.issues) (fields[String(path[0])] ??= []).push(message)
  return fields
}
