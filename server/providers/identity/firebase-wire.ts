import * as z from 'zod/mini'

import { IdentityUnavailable, type IdentityRefusal } from './identity.ts'

/** Where Google listens, and how we show who we are. */
export type FirebaseWireOptions = {
  apiKey: string
  projectId: string
  /** For what only the project's owner may do. */
  adminToken: () => Promise<string>
  identityToolkitUrl?: string
  secureTokenUrl?: string
  fetch?: typeof fetch
}

/** Specification §9: short while somebody waits, long where nobody does. */
export const patience = { short: 30_000, long: 60_000 }

/** A refusal in our words, and in Google's. */
export type WireRefusal = IdentityRefusal & { reason: string }

type Asked = { admin?: boolean; patienceMs?: number }

export type FirebaseWire = ReturnType<typeof firebaseWire>

/** The calls of specification §7. Every answer meets a schema; whatever is neither that nor a refusal that we know is thrown. */
export function firebaseWire(options: FirebaseWireOptions) {
  const toolkit = options.identityToolkitUrl ?? 'https://identitytoolkit.googleapis.com'
  const secureToken = options.secureTokenUrl ?? 'https://securetoken.googleapis.com'
  const project = `${toolkit}/v1/projects/${encodeURIComponent(options.projectId)}`

  const send = options.fetch ?? fetch

  const call: Call = async (schema, path, body, { admin = false, patienceMs } = {}) => {
    const proof = admin
      ? { authorization: `Bearer ${await options.adminToken()}` }
      : { 'x-goog-api-key': options.apiKey }
    return exchange(schema, send, `${admin ? project : `${toolkit}/v1`}/${path}`, {
      headers: { 'content-type': 'application/json', ...proof },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs ?? patience.short),
    })
  }

  return {
    ...ownCalls(call),
    ...ownerCalls(call),
    refresh: (token: string) =>
      exchange(refreshedSchema, send, `${secureToken}/v1/token`, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-goog-api-key': options.apiKey,
        },
        body: String(new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })),
        signal: AbortSignal.timeout(patience.short),
      }),
  }
}

/** What anybody may do who holds a password, a code or a token. */
function ownCalls(call: Call) {
  return {
    signUp: (credential: Credential) =>
      call(tokensSchema, 'accounts:signUp', { ...credential, returnSecureToken: true }),
    signInWithPassword: (credential: Credential) =>
      call(tokensSchema, 'accounts:signInWithPassword', { ...credential, returnSecureToken: true }),
    sendOobCode: (request: OobRequest, patienceMs = patience.short) =>
      call(z.object({}), 'accounts:sendOobCode', request, { patienceMs }),
    /** Without a new password the code is looked at and not used up. */
    resetPassword: (request: { oobCode: string; newPassword?: string }) =>
      call(codeSchema, 'accounts:resetPassword', request),
    applyCode: (oobCode: string) =>
      call(z.object({ localId: z.string() }), 'accounts:update', { oobCode }),
    changePassword: (change: { idToken: string; password: string }) =>
      call(tokensSchema, 'accounts:update', { ...change, returnSecureToken: true }),
    lookup: (idToken: string) => call(usersSchema, 'accounts:lookup', { idToken }),
    delete: (idToken: string) => call(z.object({}), 'accounts:delete', { idToken }),
  }
}

/** What only the project's owner may do. */
function ownerCalls(call: Call) {
  const admin = true
  return {
    lookupAsOwner: (who: { localId: string } | { email: string }) => {
      const asked = 'email' in who ? { email: [who.email] } : { localId: [who.localId] }
      return call(usersSchema, 'accounts:lookup', asked, { admin })
    },
    updateAsOwner: (change: { localId: string; password?: string; disableUser?: boolean }) =>
      call(z.object({}), 'accounts:update', change, { admin }),
    deleteAsOwner: (who: { localId: string }) =>
      call(z.object({}), 'accounts:delete', who, { admin }),
  }
}

type Call = <Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  body: object,
  asked?: Asked,
) => Promise<z.output<Schema> | WireRefusal>

type Credential = { email: string; password: string }

type OobRequest =
  | { requestType: 'PASSWORD_RESET'; email: string }
  | { requestType: 'VERIFY_EMAIL'; idToken: string }
  | { requestType: 'VERIFY_AND_CHANGE_EMAIL'; idToken: string; newEmail: string }

const tokensSchema = z.object({
  localId: z.string(),
  idToken: z.string(),
  refreshToken: z.string(),
})
export type Tokens = z.output<typeof tokensSchema>

const refreshedSchema = z.object({ id_token: z.string(), refresh_token: z.string() })

const codeSchema = z.object({
  requestType: z.string(),
  email: z.string(),
  newEmail: z.optional(z.string()),
})

const userSchema = z.object({
  localId: z.string(),
  email: z.string(),
  emailVerified: z._default(z.boolean(), false),
  disabled: z._default(z.boolean(), false),
  createdAt: z.pipe(
    z.coerce.number(),
    z.transform((ms) => new Date(ms)),
  ),
  validSince: z._default(z.coerce.number(), 0),
})
export type HostedUser = z.output<typeof userSchema>

const usersSchema = z.object({ users: z._default(z.array(userSchema), []) })

const errorSchema = z.object({ error: z.object({ message: z.string() }) })

async function exchange<Schema extends z.ZodMiniType>(
  schema: Schema,
  send: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<z.output<Schema> | WireRefusal> {
  const { status, body } = await sent(send, url, init)
  if (status === 200) {
    const parsed = z.safeParse(schema, body)
    if (parsed.success) return parsed.data
    throw new IdentityUnavailable('the identity provider answered something else')
  }
  // 'WEAK_PASSWORD : Password should be at least 6 characters': a code, perhaps a text.
  const [reason = ''] = z.safeParse(errorSchema, body).data?.error.message.split(' : ') ?? []
  const refused = refusals[reason]
  if (refused !== undefined && status < 500) return { refused, reason }
  // Only what looks like a code is repeated: anything else may hold what we sent.
  const said = /^[A-Z_]{3,60}$/.test(reason) ? reason : 'nothing that we know'
  throw new IdentityUnavailable(`the identity provider answered ${status}: ${said}`)
}

async function sent(send: typeof fetch, url: string, init: RequestInit) {
  try {
    const response = await send(url, { method: 'POST', redirect: 'error', ...init })
    return { status: response.status, body: (await response.json()) as unknown }
  } catch (error) {
    throw new IdentityUnavailable('the identity provider could not be reached', { cause: error })
  }
}

/** Google's codes, as the catalogue of specification §8 names them. What is ours to mend (keys, quotas, settings) is not here. */
const refusals: Record<string, IdentityRefusal['refused']> = {
  INVALID_LOGIN_CREDENTIALS: 'invalid-credential',
  EMAIL_NOT_FOUND: 'invalid-credential',
  INVALID_PASSWORD: 'invalid-credential',
  INVALID_EMAIL: 'invalid-email',
  INVALID_IDENTIFIER: 'invalid-email',
  MISSING_EMAIL: 'invalid-email',
  EMAIL_EXISTS: 'email-already-in-use',
  USER_DISABLED: 'user-disabled',
  WEAK_PASSWORD: 'weak-password',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'weak-password',
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  MISSING_OOB_CODE: 'invalid-action-code',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  TOKEN_EXPIRED: 'requires-recent-login',
  INVALID_ID_TOKEN: 'requires-recent-login',
  INVALID_REFRESH_TOKEN: 'requires-recent-login',
  USER_NOT_FOUND: 'requires-recent-login',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  RESET_PASSWORD_EXCEED_LIMIT: 'too-many-requests',
}
