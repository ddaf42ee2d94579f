import type * as z from 'zod/mini'

import { sessionSchema, type signUpSchema } from '#shared/account.ts'
import type { Api } from '#web/api/client.ts'
import { isUnheard } from '#web/api/connection.ts'

import { isBrowser } from './cookies.ts'

type SignUp = z.output<typeof signUpSchema>
type Session = z.output<typeof sessionSchema>

/** Whose account was asked for without an answer: the request may have been lost, or the answer. */
let unanswered: string | undefined

/** Once: if the account was made and only the answer was lost, pressing again enters it instead of finding the address taken. */
export async function createAccount(api: Api, signUp: SignUp): Promise<Session> {
  const isAgain = unanswered === signUp.email
  unanswered = undefined
  const made = isAgain ? await enter(api, signUp) : null
  if (made) return made
  try {
    return await api.post('/account', signUp, sessionSchema)
  } catch (error) {
    if (isBrowser && isUnheard(error)) unanswered = signUp.email
    throw error
  }
}

async function enter(api: Api, { email, password }: SignUp): Promise<Session | null> {
  return api.post('/session', { email, password }, sessionSchema).catch(() => null)
}
