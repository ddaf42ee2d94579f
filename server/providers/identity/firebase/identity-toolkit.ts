import * as z from 'zod/mini'

import { refuseInTransaction } from '../../../platform/database/transaction-scope.ts'
import {
  IdentityMisconfigured,
  IdentityUnavailable,
  type Credential,
  type IdentityRefusal,
  type IdentityFault,
} from '../identity.ts'
import type { AdminToken, OnFault } from './admin-token.ts'

export type IdentityToolkitOptions = {
  apiKey: string
  projectId: string
  adminToken: AdminToken
  /** Told about each refusal of our project or our settings. */
  onFault?: OnFault
  identityToolkitUrl?: string
  secureTokenUrl?: string
  fetch?: typeof fetch
}

/** Specification §9: short while a person waits, long in jobs. */
export const timeouts = { short: 30_000, long: 60_000 }

type CallOptions = { admin?: boolean; timeoutMs?: number }

export type IdentityToolkit = ReturnType<typeof identityToolkit>

/** The calls of specification §7. Responses are validated; unknown errors are thrown as `IdentityUnavailable`. */
export function identityToolkit(options: IdentityToolkitOptions) {
  const toolkit = options.identityToolkitUrl ?? 'https://identitytoolkit.googleapis.com'
  const secureToken = options.secureTokenUrl ?? 'https://securetoken.googleapis.com'
  const project = `${toolkit}/v1/projects/${encodeURIComponent(options.projectId)}`

  const onFault = options.onFault ?? (async () => {})
  const post: Send = (url, init) => sendRequest(options.fetch ?? fetch, url, init)

  const call: Call = async (schema, path, body, { admin = false, timeoutMs } = {}) => {
    const url = `${admin ? project : `${toolkit}/v1`}/${path}`
    const attempt = async (authentication: Record<string, string>) =>
      post(url, {
        headers: { 'content-type': 'application/json', ...authentication },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs ?? timeouts.short),
      })
    if (!admin)
      return readResponse(schema, await attempt({ 'x-goog-api-key': options.apiKey }), onFault)
    const bearer = async (isRenewed: boolean) =>
      attempt({ authorization: `Bearer ${await options.adminToken({ isRenewed })}` })
    const first = await bearer(false)
    // A token may end early, for example when our clock was set.
    return readResponse(schema, first.status === 401 ? await bearer(true) : first, onFault)
  }

  return {
    ...userCalls(call),
    ...adminCalls(call),
    refresh: async (token: string) => {
      const response = await post(`${secureToken}/v1/token`, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-goog-api-key': options.apiKey,
        },
        body: String(new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })),
        signal: AbortSignal.timeout(timeouts.short),
      })
      return readResponse(refreshedSchema, response, onFault)
    },
  }
}

/** Calls with a person's password, code or token. */
function userCalls(call: Call) {
  return {
    signInWithPassword: (credential: Credential) =>
      call(tokensSchema, 'accounts:signInWithPassword', { ...credential, returnSecureToken: true }),
    /** Without a new password, the code is only checked. */
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

function adminCalls(call: Call) {
  const admin = true
  return {
    /** Google limits sign-ups with the API key to 100 an hour for each address of a caller, and those of the project not at all. */
    createAsAdmin: (credential: Credential) =>
      call(z.object({ localId: z.string() }), 'accounts', credential, { admin }),
    /** Google mails nothing. Without an account, there is no code. */
    getCode: (request: CodeRequest, timeoutMs = timeouts.short) => {
      const body = { ...request, returnOobLink: true }
      return call(issuedSchema, 'accounts:sendOobCode', body, { admin, timeoutMs })
    },
    lookupAsAdmin: (key: { localId: string } | { email: string }) => {
      const request = 'email' in key ? { email: [key.email] } : { localId: [key.localId] }
      return call(usersSchema, 'accounts:lookup', request, { admin })
    },
    updateAsAdmin: (change: AdminChange) =>
      call(z.object({}), 'accounts:update', change, { admin }),
    deleteAsAdmin: (key: { localId: string }) =>
      call(z.object({}), 'accounts:delete', key, { admin }),
  }
}

type Call = <Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  body: object,
  options?: CallOptions,
) => Promise<z.output<Schema> | IdentityRefusal>

/** `validSince` (seconds) ends the sessions that began before. */
type AdminChange = {
  localId: string
  password?: string
  disableUser?: boolean
  validSince?: string
}

export type CodeRequest =
  | { requestType: 'PASSWORD_RESET' | 'VERIFY_EMAIL'; email: string }
  | { requestType: 'VERIFY_AND_CHANGE_EMAIL'; email: string; newEmail: string }

const issuedSchema = z.object({ oobCode: z.optional(z.string()) })

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

type Answer = { status: number; body: unknown }
type Send = (url: string, init: RequestInit) => Promise<Answer>

async function readResponse<Schema extends z.ZodMiniType>(
  schema: Schema,
  { status, body }: Answer,
  onFault: OnFault,
): Promise<z.output<Schema> | IdentityRefusal> {
  if (status === 200) {
    const parsed = z.safeParse(schema, body)
    if (parsed.success) return parsed.data
    throw new IdentityUnavailable('the identity provider sent an unexpected response')
  }
  const { reason, fault } = readError(status, body)
  const refused = refusals[reason]
  if (refused !== undefined && status < 500) return { refused }
  if (fault) {
    await onFault(fault)
    throw new IdentityMisconfigured(fault)
  }
  // Other texts may repeat the request, so they are left out.
  const code = /^[A-Z_]{3,60}$/.test(reason) ? reason : 'unknown error'
  throw new IdentityUnavailable(`the identity provider responded ${status}: ${code}`)
}

async function sendRequest(send: typeof fetch, url: string, init: RequestInit): Promise<Answer> {
  refuseInTransaction('a request to Google')
  try {
    const response = await send(url, { method: 'POST', redirect: 'error', ...init })
    return { status: response.status, body: (await response.json()) as unknown }
  } catch (error) {
    throw new IdentityUnavailable('the identity provider could not be reached', { cause: error })
  }
}

/** Google's error codes and ours (specification §8). Errors of our own settings (keys, quotas) are not listed. */
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

/** Google's reasons that name a fault of the project or of our settings, and not of the person's request. */
const faults: Record<string, IdentityFault> = {
  OPERATION_NOT_ALLOWED: 'sign-in-off',
  PASSWORD_LOGIN_DISABLED: 'sign-in-off',
  ADMIN_ONLY_OPERATION: 'sign-in-off',
  CONFIGURATION_NOT_FOUND: 'sign-in-off',
  API_KEY_INVALID: 'key-refused',
  API_KEY_EXPIRED: 'key-refused',
  API_KEY_HTTP_REFERRER_BLOCKED: 'key-refused',
  API_KEY_IP_ADDRESS_BLOCKED: 'key-refused',
  API_KEY_SERVICE_BLOCKED: 'key-refused',
  INSUFFICIENT_PERMISSION: 'key-refused',
  PERMISSION_DENIED: 'key-refused',
  SERVICE_DISABLED: 'project-suspended',
  PROJECT_DISABLED: 'project-suspended',
  PROJECT_NOT_FOUND: 'project-suspended',
  BILLING_NOT_ENABLED: 'project-suspended',
  BILLING_DISABLED: 'project-suspended',
  CONSUMER_SUSPENDED: 'project-suspended',
  CONSUMER_INVALID: 'project-suspended',
  QUOTA_EXCEEDED: 'quota-exhausted',
  RESOURCE_EXHAUSTED: 'quota-exhausted',
}

const errorSchema = z.object({
  error: z.object({
    message: z._default(z.string(), ''),
    status: z.optional(z.string()),
    details: z.optional(z.unknown()),
  }),
})

const detailsSchema = z.array(z.object({ reason: z.optional(z.string()) }))

type GoogleError = { reason: string; fault: IdentityFault | undefined }

/** Google's code, such as WEAK_PASSWORD of 'WEAK_PASSWORD : Password should be at least 6 characters', and the fault that it names. */
function readError(status: number, body: unknown): GoogleError {
  const error = z.safeParse(errorSchema, body).data?.error
  const message = error?.message ?? ''
  const details = z.safeParse(detailsSchema, error?.details).data ?? []
  const [reason = ''] = message.split(' : ')
  const reasons = [reason, ...details.map((each) => each.reason ?? ''), error?.status ?? '']
  const named = reasons.flatMap((each) => faults[each] ?? [])[0]
  return { reason, fault: status < 500 ? (named ?? guess(status, message)) : undefined }
}

/** Faults that Google describes in a sentence only. */
function guess(status: number, message: string): IdentityFault | undefined {
  if (/^API key (not valid|expired)/.test(message)) return 'key-refused'
  if (status === 429) return 'quota-exhausted'
  return status === 401 || status === 403 ? 'key-refused' : undefined
}
