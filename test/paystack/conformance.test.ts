import { paymentsContract, toTestCharge } from '#server/providers/payments/payments.contract.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'

// Run by `npm run rehearse:paystack` only, because it calls Paystack's real test mode.
const baseUrl = process.env.PAYSTACK_BASE_URL ?? 'https://api.paystack.co'
const secretKey = process.env.PAYSTACK_SECRET_KEY ?? ''
const payments = paystackPayments({
  baseUrl,
  secretKey,
  mode: 'test',
  checkoutOrigin: process.env.PAYSTACK_CHECKOUT_ORIGIN ?? 'https://checkout.paystack.com',
  timeoutMs: 30_000,
})

paymentsContract(
  'Paystack’s own test mode',
  () => payments,
  (payment) =>
    fetch(`${baseUrl}/charge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(toTestCharge(payment)),
    }),
)
