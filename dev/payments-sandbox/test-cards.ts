export type Step = 'pin' | 'phone' | 'otp' | 'bank'

/** One of the provider's ten published test cards. */
export type TestCard = {
  key: string
  number: string
  cvv: string
  brand: 'visa' | 'verve' | 'mastercard'
  steps: readonly Step[]
  pin?: string
  otp?: string
  /** What the bank says when every step is done, or null for yes. */
  decline: string | null
  reusable: boolean
  /** What a reader of the checkout page may expect. */
  outcome: string
}

const accepted = { decline: null, reusable: true }

/** The only cards that the sandbox takes. No number here belongs to anybody. */
export const testCards: readonly TestCard[] = [
  {
    key: 'success',
    number: '4084084084084081',
    cvv: '408',
    brand: 'visa',
    steps: [],
    ...accepted,
    outcome: 'Pays at once',
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
    outcome: 'Pays after a PIN',
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
    outcome: 'Pays after a PIN and a one-time password',
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
    outcome: 'Pays after a PIN, a phone number and a one-time password',
  },
  {
    key: 'bank',
    number: '5192602720584796',
    cvv: '123',
    brand: 'mastercard',
    steps: ['bank'],
    ...accepted,
    outcome: 'Pays after the bank’s own page',
  },
  {
    key: 'declined',
    number: '4084080000005408',
    cvv: '001',
    brand: 'visa',
    steps: [],
    decline: 'Declined',
    reusable: false,
    outcome: 'Is declined',
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
    outcome: 'Fails after a PIN: no token',
  },
  {
    key: 'insufficient-funds',
    number: '4084080000670037',
    cvv: '787',
    brand: 'visa',
    steps: [],
    decline: 'Insufficient Funds',
    reusable: false,
    outcome: 'Has insufficient funds',
  },
  {
    key: 'refund-fails',
    number: '4084080000671803',
    cvv: '180',
    brand: 'visa',
    steps: [],
    ...accepted,
    outcome: 'Pays; a later refund fails',
  },
  {
    key: 'refund-needs-attention',
    number: '4084080000671902',
    cvv: '190',
    brand: 'visa',
    steps: [],
    ...accepted,
    outcome: 'Pays; a later refund needs attention',
  },
]

/** '4084 0840 8408 4081', the last group as long as it comes. */
export function spacedNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}
