/**
 * One per form that is shown: it makes a double press, a reload and a retry one gift. Not crypto.randomUUID: that one is missing where
 * the page came over plain HTTP.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
