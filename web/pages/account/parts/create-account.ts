import type * as z from 'zod/mini'

import { sessionSchema, type signUpSchema } from '#shared/account.ts'

import type { Api } from '../../../api/client.ts'
import { isOffline } from '../../../api/connection.ts'
import { isBrowser } from '../../../api/cookies.ts'

type SignUp = z.output<typeof signUpSchema>
type Session = z.output<typeof sessionSchema>

/** The email address of a sign-up whose response was lost. The account may exist. */
let unansweredEmail: string | undefined

/** Creates an account. If the last response was lost, it logs in first, so that a retry does not find the address taken. */
export async function createAccount(api: Api, signUp: SignUp): Promise<Session> {
  const isRetry = unansweredEmail === signUp.email
  unansweredEmail = undefined
  const session = isRetry ? await logIn(api, signUp) : null
  if (session) return session
  try {
    return await api.post('/account', signUp, sessionSchema)
  } catch (error) {
    if (isBrowser && isOffline(error)) unansweredEmail = signUp.email
    throw error
  }
}

async function logIn(api: Api, { email, password }: SignUp): Promise<Session | null> {
  return api.post('/session', { email, password }, sessionSchema).catch(() => null)
}
