import { createSign } from 'node:crypto'

import * as z from 'zod/mini'

import { IdentityUnavailable } from './identity.ts'

/** What Google hands out for a project's server, as far as it is needed. */
export type ServiceAccount = { clientEmail: string; privateKey: string }

type Options = {
  account: ServiceAccount
  tokenUrl?: string
  fetch?: typeof fetch
  now?: () => Date
}

const lifeSeconds = 3_600
/** A token is not used any more when it has only so long to live. */
const sparedMs = 60_000
const patienceMs = 60_000

const answerSchema = z.object({ access_token: z.string(), expires_in: z.number() })

/** Shows that we own the project: a signed statement against an access token, which is kept for as long as it lives. */
export function ownerToken({ account, ...options }: Options): () => Promise<string> {
  const { tokenUrl = 'https://oauth2.googleapis.com/token', now = () => new Date() } = options
  let kept: { token: string; until: number } | undefined

  return async () => {
    if (kept && kept.until > now().getTime()) return kept.token
    const assertion = statementOf(account, tokenUrl, Math.floor(now().getTime() / 1000))
    const { access_token: token, expires_in: seconds } = await exchange(
      options.fetch ?? fetch,
      tokenUrl,
      assertion,
    )
    kept = { token, until: now().getTime() + seconds * 1_000 - sparedMs }
    return token
  }
}

async function exchange(send: typeof fetch, url: string, assertion: string) {
  try {
    const response = await send(url, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return z.parse(answerSchema, await response.json())
  } catch {
    // Nothing of the answer is repeated: it may hold what we sent.
    throw new IdentityUnavailable('Google did not accept FIREBASE_SERVICE_ACCOUNT')
  }
}

function statementOf({ clientEmail, privateKey }: ServiceAccount, audience: string, iat: number) {
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    {
      iss: clientEmail,
      scope: 'https://www.googleapis.com/auth/identitytoolkit',
      aud: audience,
      iat,
      exp: iat + lifeSeconds,
    },
  ]
  const text = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
}
