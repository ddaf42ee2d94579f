import { createHash, randomBytes, randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** 15 random characters, as in access codes and after ACCT_. 77 bits: not to be guessed. */
export function randomCode(length = 15): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Ids grow with time, overflow 32 bits as the provider's do, and stay within 2^53. */
export function newId(now: Date): number {
  return now.getTime() * 1_000 + randomInt(1_000)
}

/** Inserts under a new id, and under another one where something else of this millisecond drew the same. */
export async function underNewId<Row>(
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

/** The same number for the same text: customers and cards need stable codes, not a table. */
export function stableCode(text: string, length = 15): string {
  const digest = createHash('sha256').update(text).digest()
  return Array.from(digest.subarray(0, length), (byte) => letters[byte % letters.length]).join('')
}

export function stableId(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}
