import * as z from 'zod/mini'

import { donationSchema } from '#shared/donation.ts'
import type { FieldErrors } from '#shared/errors.ts'

import type { DonationValues } from './donation-values.ts'

/** What is wrong with a donation, by field, or null. Loaded when a form is sent: it brings the schemas along. */
export function checkDonation(values: DonationValues): FieldErrors | null {
  const { error } = z.safeParse(donationSchema, values)
  if (!error) return null
  const fields: FieldErrors = {}
  for (const { path, message } of error.issues) (fields[String(path[0])] ??= []).push(message)
  return fields
}
