import { donationFormSchema } from '#shared/donation.ts'

import type { FormValues } from '../../../forms/form-result.ts'

export const schema = donationFormSchema

/** What the schema parses. Browsers do not send an unchecked box. */
export function toInput(values: FormValues) {
  const { amount = '', email = '', name = '', message = '', emailCode = '', link = '' } = values
  return {
    amount,
    email,
    name,
    message,
    ...(emailCode !== '' && { emailCode }),
    ...(link !== '' && { link }),
    anonymous: 'anonymous' in values,
    updates: 'updates' in values,
    shareEmail: 'shareEmail' in values,
    showName: 'showName' in values,
    hideAmount: 'hideAmount' in values,
    showMessage: 'showMessage' in values,
    ...('monthly' in values && { monthly: true }),
  }
}
