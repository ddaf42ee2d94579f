/** What a donor typed, as the form holds it. */
export type DonationValues = {
  amount: string
  email: string
  name: string
  message: string
  anonymous: boolean
  updates: boolean
}

export function donationValues(form: FormData): DonationValues {
  return {
    amount: textOf(form, 'amount'),
    email: textOf(form, 'email'),
    name: textOf(form, 'name'),
    message: textOf(form, 'message'),
    anonymous: form.has('anonymous'),
    updates: form.has('updates'),
  }
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
