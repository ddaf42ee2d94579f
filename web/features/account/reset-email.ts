import type { RouterContextProvider } from 'react-router'

import { apiOf, noContent } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'

import { readCookie, type PlainCookie } from './cookies.ts'

const name = 'resetEmail'

export async function requestReset(context: Readonly<RouterContextProvider>, email: string) {
  await apiOf(context).post('/account/reset', { email }, noContent)
}

/** Kept for a quarter of an hour and for one page, so that 'Resend Link' knows where to, and the address stays out of addresses and logs. */
export function rememberResetEmail(email: string): PlainCookie {
  return { name, value: email, path: paths.resetPasswordConfirm, seconds: 900 }
}

export function readResetEmail(request: Request): string | undefined {
  return readCookie(name, request)
}
