import { docs, gateway, rubySdk } from './answer.ts'

type Refusal = {
  source: string
  status: number
  message: string
  code: string
  type?: string
  nextStep?: string
}

const params = {
  code: 'invalid_params',
  nextStep: "Ensure that the value(s) you're passing are valid.",
}

/** Refusals that the provider's test API sent or its reference shows. */
export const refusals: Refusal[] = [
  {
    source: gateway,
    status: 400,
    message: 'Business name is required',
    code: 'missing_params',
    nextStep: 'Provide all required params ',
  },
  { source: gateway, status: 400, message: 'Account details are invalid', ...params },
  { source: gateway, status: 400, message: 'Invalid value for parameter "customer"', ...params },
  { source: gateway, status: 404, message: 'Customer not found', code: 'customer_not_found' },
  {
    source: rubySdk,
    status: 400,
    message: 'Total refund amount cannot exceed original transaction amount',
    ...params,
  },
  {
    source: rubySdk,
    status: 400,
    message: 'Refund amount exceeds transaction amount',
    code: 'refund_amount_exceeds_transaction_amount',
  },
  { source: rubySdk, status: 400, message: 'Transaction not found', code: 'transaction_not_found' },
  { source: 'file 62545190847', status: 400, message: 'Cannot refund less than NGN50', ...params },
  {
    source: 'file 12021473549',
    status: 400,
    message: 'Transaction has been fully reversed',
    code: 'transaction_reversed',
    type: 'api_error',
  },
  {
    source: 'file 66586100037',
    status: 400,
    message: 'Insufficient balance to fulfill this refund. Please top up.',
    code: 'insufficient_balance',
  },
  {
    source: docs,
    status: 422,
    message: 'Invalid Refund state, refund status should be "needs-attention"',
    ...params,
  },
  {
    source: rubySdk,
    status: 403,
    message: 'Dedicated NUBAN is not available for your business',
    code: 'feature_unavailable',
    type: 'api_error',
  },
]
