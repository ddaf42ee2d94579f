import { refuseInTransaction } from '../../../database/transaction-scope.ts'
import { createSign } from 'node:crypto'

import * as z from 'zod/mini'

import { IdentityUnavailable } from '../identity.ts'

/** The fields used of a Google service account key. */
export type ServiceAccount = { clientEmail: string; privateKey: string }

type Options = {
  account: ServiceAccount
  tokenUrl?: string
  fetch?: typeof fetch
  now?: () => Date
}

const lifetimeSeconds = 3_600
/** Tokens are renewed so long before they expire. */
const renewalMs = 60_000
const timeoutMs = 60_000

const responseSchema = z.object({ access_token: z.string(), expires_in: z.number() })

/** Exchanges a signed JWT for an access token of the project and caches the token until it expires. */
export function createAdminTokenSource({ account, ...options }: Options): () => Promise<string> {
  const { tokenUrl = 'https://oauth2.googleapis.com/token', now = () => new Date() } = options
  let cached: { token: string; until: number } | undefined

  return async () => {
    if (cached && cached.until > now().getTime()) return cached.token
    const assertion = signJwt(account, tokenUrl, Math.floor(now().getTime() / 1000))
    const { access_token: token, expires_in: seconds } = await exchange(
      options.fetch ?? fetch,
      tokenUrl,
      assertion,
    )
    cached = { token, until: now().getTime() + seconds * 1_000 - renewalMs }
    return token
  }
}

async function exchange(send: typeof fetch, url: string, assertion: string) {
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
    return z.parse(responseSchema, await response.json())
  } catch {
    // The response may repeat the JWT, so the error leaves it out.
    throw new IdentityUnavailable('Google did not accept FIREBASE_SERVICE_ACCOUNT')
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
