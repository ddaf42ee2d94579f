import { createHmac } from 'node:crypto'

/** The value of `x-paystack-signature`: lower-case hex HMAC-SHA512 over the very bytes that are sent. */
export function signatureOf(body: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}
