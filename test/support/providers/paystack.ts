import { sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'

/** The Paystack adapter on a sandbox, or on a server that stands in for the provider. */
export const paystackAt = (
  { apiUrl, origin }: { apiUrl: string; origin: string },
  change: Partial<Parameters<typeof paystackPayments>[0]> = {},
) =>
  paystackPayments({
    baseUrl: apiUrl,
    secretKey: sandboxKey,
    mode: 'sandbox',
    checkoutOrigin: origin,
    ...change,
  })

export async function collectAll<Row>(rows: AsyncIterable<Row>) {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}
