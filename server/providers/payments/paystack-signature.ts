import { createHmac, timingSafeEqual } from 'node:crypto'

/** Checks `x-paystack-signature` against the bytes as they came: JSON written again is other bytes. */
export function signatureCheck(secretKeys: readonly string[]) {
  return (body: Uint8Array, signature: string | undefined): boolean => {
    // Two headers arrive as one with a comma, which this refuses, as it does upper case.
    if (signature === undefined || !/^[0-9a-f]{128}$/.test(signature)) return false
    const given = Buffer.from(signature, 'hex')
    return secretKeys
      .map((key) => timingSafeEqual(createHmac('sha512', key).update(body).digest(), given))
      .includes(true)
  }
}
