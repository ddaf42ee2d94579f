/**
 * The shape of an answer that a public repository holds, written anew: its keys, types and money are the provider's, names, addresses and
 * numbers of people are invented.
 */
export type StoredAnswer = {
  /** The repository, or the number of the file in the search index where the repository is not known. */
  source: string
  /** What tells this answer from the others of its kind. */
  shape: string
  data: unknown
}

export const docs = 'PaystackOSS/doc-code-snippets'
export const gateway = 'darthrighteous/paystack-gateway'
export const rubySdk = 'nanafox/paystack_sdk'

export const customer = {
  id: 100_110,
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.com',
  customer_code: 'CUS_000000000000001',
  phone: null,
  metadata: null,
  risk_action: 'default',
  international_format_phone: null,
}

export const card = {
  authorization_code: 'AUTH_0000000001',
  bin: '408408',
  last4: '4081',
  exp_month: '12',
  exp_year: '2030',
  channel: 'card',
  card_type: 'visa ',
  bank: 'TEST BANK',
  country_code: 'NG',
  brand: 'visa',
  reusable: true,
  signature: 'SIG_00000000000000000001',
  account_name: null,
}

export const transfer = {
  authorization_code: 'AUTH_0000000002',
  bin: '123XXX',
  last4: 'X890',
  exp_month: '03',
  exp_year: '2026',
  channel: 'bank_transfer',
  card_type: 'transfer',
  bank: null,
  country_code: 'NG',
  brand: 'Managed Account',
  reusable: false,
  signature: null,
  account_name: null,
  sender_country: 'NG',
  sender_bank: null,
  sender_bank_account_number: 'XXXXXXX890',
  sender_name: 'ADA EXAMPLE',
  narration: 'Test transaction',
  receiver_bank_account_number: null,
  receiver_bank: null,
}
