import { createHmac } from 'node:crypto'

/** Value of `x-paystack-signature`: lower-case hex HMAC-SHA512 of the exact bytes of the body. */
export function signWebhook(body: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}
