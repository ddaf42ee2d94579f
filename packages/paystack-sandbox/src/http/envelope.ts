import { HTTPException } from 'hono/http-exception'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The provider's success envelope. `status` is about the call, not about a payment. */
export function succeed(c: Context, message: string, body: Body, status: 200 | 201 = 200) {
  return c.json({ status: true, message, ...body }, status)
}

type Body = { data: unknown; meta?: Record<string, unknown> }

type Problem = {
  status?: ContentfulStatusCode
  code: string
  nextStep: string
  type?: 'validation_error' | 'api_error'
}

/** A validation error in the provider's own words. */
export class ProviderRefusal extends HTTPException {
  readonly problem: Problem

  constructor(message: string, problem: Problem) {
    super(problem.status ?? 400, { message })
    this.problem = problem
  }
}

export function problemBody({ message, problem }: ProviderRefusal) {
  const { type = 'validation_error', code, nextStep } = problem
  return { status: false, message, meta: { nextStep }, type, code }
}

// The provider's own text ends with a space.
export const missing = (message: string) =>
  new ProviderRefusal(message, { code: 'missing_params', nextStep: 'Provide all required params ' })

export const invalidParams = (message: string, status: 400 | 404 = 400) =>
  new ProviderRefusal(message, {
    status,
    code: 'invalid_params',
    nextStep: "Ensure that the value(s) you're passing are valid.",
  })

export const invalidAmount = (message = 'Invalid Amount Sent') =>
  new ProviderRefusal(message, {
    code: 'invalid_amount',
    nextStep:
      "Ensure that you're passing your amount correctly. It should be a number greater than zero, with no decimal places",
  })

export const invalidEmail = () =>
  new ProviderRefusal('Invalid Email Address Passed', {
    code: 'invalid_email_address',
    nextStep: "Ensure that the value(s) you're passing are valid.",
  })

export const duplicateReference = () =>
  new ProviderRefusal('Duplicate Transaction Reference', {
    code: 'duplicate_reference',
    nextStep: 'Try and create the Transaction or Charge with a new reference',
  })

export const transactionNotFound = () =>
  new ProviderRefusal('Transaction reference not found.', {
    status: 404,
    code: 'transaction_not_found',
    nextStep:
      "Ensure that you're passing the reference of a transaction that exists on this integration",
  })

export const invalidKey = () =>
  new ProviderRefusal('Invalid key', {
    status: 401,
    code: 'invalid_Key',
    nextStep: 'Ensure that you provide the correct authorization key for the request',
  })

const valuesAreValid = "Ensure that the value(s) you're passing are valid."

const refusal = (message: string, code: string, type: Problem['type'] = 'validation_error') =>
  new ProviderRefusal(message, { code, type, nextStep: valuesAreValid })

/** Refusals of refunds, in the provider's words where they are known. */
export const refundRefusals = {
  unknownTransaction: () => refusal('Transaction not found', 'transaction_not_found'),
  otherCurrency: () => refusal('Transaction currency must match refund currency', 'invalid_params'),
  fullyReversed: () =>
    refusal('Transaction has been fully reversed', 'transaction_reversed', 'api_error'),
  aboveTransaction: () =>
    refusal('Refund amount exceeds transaction amount', 'refund_amount_exceeds_transaction_amount'),
  aboveRest: () =>
    refusal('Total refund amount cannot exceed original transaction amount', 'invalid_params'),
  tooSmall: () => refusal('Cannot refund less than NGN50', 'invalid_params'),
  insufficientBalance: () =>
    refusal(
      'Insufficient balance to fulfill this refund. Please top up.',
      'insufficient_balance',
      'api_error',
    ),
  unknown: () => notFound('Refund not found'),
}

export const notFound = (message: string) =>
  new ProviderRefusal(message, { status: 404, code: 'not_found', nextStep: valuesAreValid })

export const refundNeedsNoAttention = () =>
  new ProviderRefusal('Invalid Refund state, refund status should be "needs-attention"', {
    status: 422,
    code: 'invalid_params',
    nextStep: "Ensure that the value(s) you're passing are valid.",
  })

export const featureUnavailable = () =>
  new ProviderRefusal('Dedicated NUBAN is not available for your business', {
    status: 403,
    type: 'api_error',
    code: 'feature_unavailable',
    nextStep: 'Reach out to us to enable this feature',
  })

export const resolveQuotaExceeded = () =>
  new ProviderRefusal(
    'Test mode daily limit of 3 live bank resolves exceeded. Use test bank codes 001 or upgrade to live mode.',
    { status: 429, type: 'api_error', code: 'unknown', nextStep: 'Try again later' },
  )
