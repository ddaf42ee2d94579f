import { createHash, randomBytes, randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** 15 characters are 77 random bits, as in access codes and after `ACCT_`. */
export function randomCode(length = 15): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Ids grow with time, exceed 32 bits like the provider's and stay below 2^53. */
export function newId(now: Date): number {
  return now.getTime() * 1_000 + randomInt(1_000)
}

/** Retries with another id while `insert` returns undefined because the id is taken. */
export async function insertWithNewId<Row>(
  now: Date,
  insert: (id: number) => Promise<Row | undefined>,
): Promise<Row> {
  for (;;) {
    const row = await insert(newId(now))
    if (row !== undefined) return row
  }
}

export function newSecretKey(): string {
  return `sk_test_${randomBytes(20).toString('hex')}`
}

/** Derives the same code from the same text, so that customers and cards need no table. */
export function stableCode(text: string, length = 15): string {
  const digest = createHash('sha256').update(text).digest()
  return Array.from(digest.subarray(0, length), (byte) => letters[byte % letters.length]).join('')
}

export function stableId(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}
