import { createHmac, timingSafeEqual } from 'node:crypto'

/** Checks `x-paystack-signature` against the received bytes, because serialised JSON can differ from them. */
export function createSignatureCheck(secretKeys: readonly string[]) {
  return (body: Uint8Array, signature: string | undefined): boolean => {
    // Also refuses repeated headers, which arrive joined by a comma.
    if (signature === undefined || !/^[0-9a-f]{128}$/.test(signature)) return false
    const given = Buffer.from(signature, 'hex')
    return secretKeys
      .map((key) => timingSafeEqual(createHmac('sha512', key).update(body).digest(), given))
      .includes(true)
  }
}
