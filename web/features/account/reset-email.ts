import type { RouterContextProvider } from 'react-router'

import { getApi, noContent } from '#web/api/client.ts'
import { paths } from '#web/navigation/paths.ts'

import { readCookie, type PlainCookie } from '../../api/cookies.ts'

const name = 'resetEmail'

export async function requestReset(context: Readonly<RouterContextProvider>, email: string) {
  await getApi(context).post('/account/reset', { email }, noContent)
}

/** Stores the address for 'Resend Link' in a cookie for 15 minutes, because it must not be in URLs and logs. */
export function rememberResetEmail(email: string): PlainCookie {
  return { name, value: email, path: paths.resetPasswordConfirm, seconds: 900 }
}

export function readResetEmail(request: Request): string | undefined {
  return readCookie(name, request)
}
