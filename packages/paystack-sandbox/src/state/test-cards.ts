export type Step = 'pin' | 'phone' | 'otp' | 'bank'

export type TestCard = {
  key: string
  number: string
  cvv: string
  brand: 'visa' | 'verve' | 'mastercard'
  steps: readonly Step[]
  pin?: string
  otp?: string
  /** The bank's reason for declining; null if it approves. */
  decline: string | null
  reusable: boolean
  /** Text on the checkout page. */
  outcome: string
}

const accepted = { decline: null, reusable: true }

/** Paystack's published test cards. The sandbox accepts no others. */
export const testCards: readonly TestCard[] = [
  {
    key: 'success',
    number: '4084084084084081',
    cvv: '408',
    brand: 'visa',
    steps: [],
    ...accepted,
    outcome: 'Succeeds',
  },
  {
    key: 'pin',
    number: '507850785078507812',
    cvv: '081',
    brand: 'verve',
    steps: ['pin'],
    pin: '1111',
    ...accepted,
    reusable: false,
    outcome: 'Succeeds after a PIN',
  },
  {
    key: 'pin-otp',
    number: '5060666666666666666',
    cvv: '123',
    brand: 'verve',
    steps: ['pin', 'otp'],
    pin: '1234',
    otp: '123456',
    ...accepted,
    reusable: false,
    outcome: 'Succeeds after a PIN and a one-time password',
  },
  {
    key: 'pin-phone-otp',
    number: '507850785078507804',
    cvv: '884',
    brand: 'verve',
    steps: ['pin', 'phone', 'otp'],
    pin: '0000',
    otp: '123456',
    ...accepted,
    reusable: false,
    outcome: 'Succeeds after a PIN, a phone number and a one-time password',
  },
  {
    key: 'bank',
    number: '5192602720584796',
    cvv: '123',
    brand: 'mastercard',
    steps: ['bank'],
    ...accepted,
    outcome: 'Succeeds after approval on the bank’s page',
  },
  {
    key: 'declined',
    number: '4084080000005408',
    cvv: '001',
    brand: 'visa',
    steps: [],
    decline: 'Declined',
    reusable: false,
    outcome: 'Declined by the bank',
  },
  {
    key: 'token',
    number: '507850785078507853',
    cvv: '082',
    brand: 'verve',
    steps: ['pin'],
    pin: '0000',
    decline: 'Token not generated',
    reusable: false,
    outcome: 'Fails after the PIN: no token',
  },
  {
    key: 'insufficient-funds',
    number: '4084080000670037',
    cvv: '787',
    brand: 'visa',
    steps: [],
    decline: 'Insufficient Funds',
    reusable: false,
    outcome: 'Insufficient funds',
  },
  {
    key: 'refund-fails',
    number: '4084080000671803',
    cvv: '180',
    brand: 'visa',
    steps: [],
    ...accepted,
    outcome: 'Succeeds; a later refund fails',
  },
  {
    key: 'refund-needs-attention',
    number: '4084080000671902',
    cvv: '190',
    brand: 'visa',
    steps: [],
    ...accepted,
    outcome: 'Succeeds; a later refund needs attention',
  },
]

/** '4084 0840 8408 4081' */
export function spacedNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}
