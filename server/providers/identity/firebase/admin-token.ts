import { refuseInTransaction } from '../../../platform/database/transaction-scope.ts'
import { createSign } from 'node:crypto'

import * as z from 'zod/mini'

import { IdentityMisconfigured, IdentityUnavailable, type IdentityFault } from '../identity.ts'

/** The fields used of a Google service account key. */
export type ServiceAccount = { clientEmail: string; privateKey: string }

type Options = {
  account: ServiceAccount
  tokenUrl?: string
  fetch?: typeof fetch
  now?: () => Date
  onFault?: OnFault
}

const lifetimeSeconds = 3_600
/** Tokens are renewed so long before they expire. */
const renewalMs = 60_000
const timeoutMs = 60_000

const responseSchema = z.object({ access_token: z.string(), expires_in: z.number() })

/** `isRenewed`: the last token was refused. */
export type AdminToken = (options?: { isRenewed?: boolean }) => Promise<string>
export type OnFault = (fault: IdentityFault) => Promise<void>

/**
 * Exchanges a signed JWT for an access token of the project and caches the token until it expires. Google refuses a JWT of a wrong
 * clock; then Google's own time is used, and the fault is reported.
 */
export function createAdminTokenSource({ account, ...options }: Options): AdminToken {
  const { tokenUrl = 'https://oauth2.googleapis.com/token', now = () => new Date() } = options
  const { onFault = async () => {} } = options
  let cached: { token: string; until: number } | undefined
  /** How far Google's clock is ahead of ours. */
  let skewMs = 0

  const sign = () => signJwt(account, tokenUrl, Math.floor((now().getTime() + skewMs) / 1_000))
  const refuse = async (fault: IdentityFault): Promise<never> => {
    await onFault(fault)
    throw new IdentityMisconfigured(fault)
  }

  return async ({ isRenewed = false } = {}) => {
    if (!isRenewed && cached && cached.until > now().getTime()) return cached.token
    const send = options.fetch ?? fetch
    let answer = await exchange(send, tokenUrl, sign())
    if (answer.isRefused) {
      const skew = answer.serverTime - now().getTime()
      const isClockWrong = Math.abs(skew) > maxSkewMs
      if (!isClockWrong) return refuse('key-refused')
      await onFault('clock-wrong')
      skewMs = skew
      answer = await exchange(send, tokenUrl, sign())
      if (answer.isRefused) return refuse('clock-wrong')
    }
    const { token, seconds } = answer
    cached = { token, until: now().getTime() + seconds * 1_000 - renewalMs }
    return token
  }
}

/** Google accepts a few minutes. */
const maxSkewMs = 60_000

type Answer =
  | { isRefused: false; token: string; seconds: number }
  | { isRefused: true; serverTime: number }

async function exchange(send: typeof fetch, url: string, assertion: string): Promise<Answer> {
  refuseInTransaction('a request to Google')
  try {
    const response = await send(url, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      await response.body?.cancel()
      return { isRefused: true, serverTime: Date.parse(response.headers.get('date') ?? '') }
    }
    const { access_token: token, expires_in: seconds } = z.parse(
      responseSchema,
      await response.json(),
    )
    return { isRefused: false, token, seconds }
  } catch {
    // The response may repeat the JWT, so the error leaves it out.
    throw new IdentityUnavailable('Google sent no access token for FIREBASE_SERVICE_ACCOUNT')
  }
}

function signJwt({ clientEmail, privateKey }: ServiceAccount, audience: string, iat: number) {
  const header = { alg: 'RS256', typ: 'JWT' }
  const claims = {
    iss: clientEmail,
    scope: 'https://www.googleapis.com/auth/identitytoolkit',
    aud: audience,
    iat,
    exp: iat + lifetimeSeconds,
  }
  const text = [header, claims]
    .map((each) => Buffer.from(JSON.stringify(each)).toString('base64url'))
    .join('.')
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
}
