import * as z from 'zod/mini'

import type { Sealing } from '../runtime/sealing.ts'

/** The key of a donor's address, as text. */
export const donorKeySchema = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const tokenPattern = /^[\w-]{60,600}$/

/** Tokens in the links of mails. They are sealed: they cannot be read or forged without the sealing secret. */
export function mailToken<Schema extends z.ZodMiniType>(purpose: string, schema: Schema) {
  return {
    create: (sealing: Pick<Sealing, 'seal'>, subject: z.output<Schema>): string =>
      sealing.seal(purpose, JSON.stringify(subject)).toString('base64url'),

    /** Undefined for a token that we did not create, or created for another purpose. */
    open(sealing: Pick<Sealing, 'open'>, token: string): z.output<Schema> | undefined {
      if (!tokenPattern.test(token)) return undefined
      try {
        return z.parse(schema, JSON.parse(sealing.open(purpose, Buffer.from(token, 'base64url'))))
      } catch {
        return undefined
      }
    },
  }
}
