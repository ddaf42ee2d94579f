import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'

import { choice, text } from './setting-kinds.ts'

const serviceAccountSchema = z.pipe(
  z.object({
    client_email: z.email(),
    private_key: z.string().check(z.startsWith('-----BEGIN PRIVATE KEY-----')),
  }),
  z.transform(({ client_email, private_key }) => ({
    clientEmail: client_email,
    privateKey: private_key,
  })),
)

/** Settings of accounts. */
export const identitySettings = {
  IDENTITY: z._default(choice('IDENTITY', ['embedded', 'firebase']), 'embedded'),
  FIREBASE_API_KEY: z.optional(
    text('').check(
      z.regex(/^[\w-]{10,200}$/, { error: 'FIREBASE_API_KEY must be a Firebase web API key.' }),
    ),
  ),
  FIREBASE_PROJECT: z.optional(
    text('').check(
      z.regex(/^[a-z][a-z0-9-]{4,29}$/, { error: 'FIREBASE_PROJECT must be a project id.' }),
    ),
  ),
  FIREBASE_SERVICE_ACCOUNT: z.optional(
    z.pipe(
      text(''),
      z.transform((value, context) => {
        const account = z.safeParse(serviceAccountSchema, parseJson(value))
        if (account.success) return account.data
        const message = 'FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account key.'
        context.issues.push({ code: 'custom', input: value, message })
        return z.NEVER
      }),
    ),
  ),
}
