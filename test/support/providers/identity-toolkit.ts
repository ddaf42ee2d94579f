import { randomBytes } from 'node:crypto'

import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { refusal, requireValue, toText } from './identity-refusal.ts'

/** Fake of Google's Identity Toolkit with what the emulator lacks: expiring codes, revoked tokens, limits and outages. */
export type IdentityToolkitFake = ReturnType<typeof createIdentityToolkitFake>

type Account = {
  localId: string
  email: string
  emailVerified: boolean
  password: string
  disabled: boolean
  createdAt: string
  validSince: string
  /** A new generation revokes earlier tokens. */
  generation: number
}
type Code = {
  requestType: string
  localId: string
  email: string
  newEmail?: string
  at: number
}
type IssuedCode = Code & { oobCode: string }
type Token = { localId: string; generation: number; at: number }
type Body = Record<string, unknown>

/** What Google publishes for the free plan (Firebase Authentication Limits). */
const sparkQuotas = {
  /** With the API key, from one address. The project itself has no such limit. */
  signUpsPerHour: 100,
  codesPerDay: {
    VERIFY_EMAIL: 10_000,
    PASSWORD_RESET: 1_500,
    VERIFY_AND_CHANGE_EMAIL: 10_000,
  } as Record<string, number>,
}

function useQuota(used: Map<string, number>, key: string, max: number) {
  const before = used.get(key) ?? 0
  if (before >= max) throw refusal('QUOTA_EXCEEDED : Exceeded quota.')
  used.set(key, before + 1)
}

const hourMs = 3_600_000
const lifetimeMs: Record<string, number> = {
  PASSWORD_RESET: hourMs / 2,
  VERIFY_EMAIL: 24 * hourMs,
  VERIFY_AND_CHANGE_EMAIL: 24 * hourMs,
  RECOVER_EMAIL: 72 * hourMs,
  REVERT_SECOND_FACTOR_ADDITION: 72 * hourMs,
}
const recentMs = hourMs / 12

export function createIdentityToolkitFake({ now = () => new Date() } = {}) {
  const state = {
    accounts: new Map<string, Account>(),
    codes: new Map<string, Code>(),
    tokens: new Map<string, Token>(),
    /** The codes that were fetched, oldest first. */
    issued: [] as IssuedCode[],
    /** The codes that Google mails itself, in warnings. */
    mailed: [] as IssuedCode[],
    requests: [] as { path: string; headers: Headers; body: string }[],
    /** Responses that replace the fake's own, each used once. */
    nextResponses: [] as (() => Response | Promise<Response>)[],
    now: () => now().getTime(),
    /** Uses of each quota, by its period. */
    used: new Map<string, number>(),
  }
  const app = new Hono()
    .post('/v1/token', (c) => respond(c, (body) => refresh(state, body)))
    .post('/v1/projects/:project/:call', (c) => {
      if (c.req.header('authorization') !== 'Bearer owner') throw refusal('UNAUTHENTICATED', 401)
      return respond(c, (body) => handleAdminCall(state, c.req.param('call'), body))
    })
    .post('/v1/:call', (c) => {
      if (c.req.header('x-goog-api-key') !== 'fake-key') throw refusal('API key not valid.')
      return respond(c, (body) => handleUserCall(state, c.req.param('call'), body))
    })
    .onError((error, c) => {
      if (!(error instanceof HTTPException)) throw error
      const code = error.status
      return c.json({ error: { code, message: error.message } }, code)
    })
  return {
    ...state,
    apiKey: 'fake-key',
    projectId: 'fake',
    adminToken: async () => 'owner',
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init)
      const body = await request.clone().text()
      state.requests.push({ path: new URL(request.url).pathname, headers: request.headers, body })
      return state.nextResponses.shift()?.() ?? app.fetch(request)
    },
    /** The newest code in a warning that Google mails when two-factor authentication is turned on. */
    turnTwoFactorOn: (email: string) => {
      const { localId } = requireValue(findByEmail(state, email), 'EMAIL_NOT_FOUND')
      const requestType = 'REVERT_SECOND_FACTOR_ADDITION'
      return issue(state, state.mailed, { requestType, localId, email, at: state.now() })
    },
    /** Revokes all tokens, as after a password change elsewhere. */
    revoke: (email: string) =>
      revoke(state, requireValue(findByEmail(state, email), 'EMAIL_NOT_FOUND')),
    disable: (email: string) =>
      Object.assign(requireValue(findByEmail(state, email), 'EMAIL_NOT_FOUND'), { disabled: true }),
  }
}

type State = Pick<
  IdentityToolkitFake,
  'accounts' | 'codes' | 'tokens' | 'issued' | 'mailed' | 'now' | 'used'
>

async function respond(c: Context, handle: (body: Body) => Body) {
  const text = await c.req.text()
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : (JSON.parse(text) as Body)
  return c.json(handle(body))
}

function handleUserCall(state: State, call: string, body: Body): Body {
  switch (call) {
    case 'accounts:signUp':
      useQuota(
        state.used,
        `sign-ups ${Math.floor(state.now() / hourMs)}`,
        sparkQuotas.signUpsPerHour,
      )
      return issueTokens(state, createAccount(state, body))
    case 'accounts:signInWithPassword':
      return signIn(state, body)
    case 'accounts:lookup':
      return { users: [toUser(getTokenAccount(state, body.idToken))] }
    case 'accounts:resetPassword':
      return resetPassword(state, body)
    case 'accounts:update':
      return body.oobCode ? applyCode(state, body) : changePassword(state, body)
    case 'accounts:delete':
      state.accounts.delete(getTokenAccount(state, body.idToken, { recently: true }).localId)
      return {}
    default:
      throw refusal('NOT_FOUND', 404)
  }
}

function handleAdminCall(state: State, call: string, body: Body): Body {
  if (call === 'accounts:lookup') {
    const [email, localId] = [body.email, body.localId].map((list) => (list as string[])?.[0])
    const found = email ? findByEmail(state, email) : state.accounts.get(localId ?? '')
    return found ? { users: [toUser(found)] } : {}
  }
  if (call === 'accounts') {
    const { localId, email } = createAccount(state, body)
    return { localId, email }
  }
  if (call === 'accounts:sendOobCode') return fetchCode(state, body)
  const account = requireValue(state.accounts.get(toText(body.localId)), 'USER_NOT_FOUND')
  if (call === 'accounts:delete') {
    state.accounts.delete(account.localId)
    return {}
  }
  if (typeof body.disableUser === 'boolean') account.disabled = body.disableUser
  if (typeof body.password === 'string') setPassword(state, account, body.password)
  if (typeof body.validSince === 'string') revoke(state, account)
  return { localId: account.localId }
}

function createAccount(state: State, body: Body): Account {
  const [email, password] = [toText(body.email).toLowerCase(), toText(body.password)]
  if (findByEmail(state, email)) throw refusal('EMAIL_EXISTS')
  if (password.length < 6) throw refusal('WEAK_PASSWORD : Password should be at least 6 characters')
  const account: Account = {
    localId: randomBytes(14).toString('hex'),
    email,
    emailVerified: false,
    password,
    disabled: false,
    createdAt: String(state.now()),
    validSince: String(Math.floor(state.now() / 1000)),
    generation: 1,
  }
  state.accounts.set(account.localId, account)
  return account
}

function signIn(state: State, body: Body): Body {
  const account = findByEmail(state, toText(body.email).toLowerCase())
  if (account?.password !== body.password || !account) throw refusal('INVALID_LOGIN_CREDENTIALS')
  if (account.disabled) throw refusal('USER_DISABLED')
  return issueTokens(state, account)
}

/** `returnOobLink`: nothing is mailed. */
function fetchCode(state: State, body: Body): Body {
  if (body.returnOobLink !== true) throw refusal('MISSING_RETURN_OOB_LINK')
  const [requestType, newEmail] = [toText(body.requestType), toText(body.newEmail)]
  const day = Math.floor(state.now() / (24 * hourMs))
  useQuota(state.used, `${requestType} ${day}`, sparkQuotas.codesPerDay[requestType] ?? 0)
  const account = findByEmail(state, toText(body.email))
  // Enumeration protection: the response is the same for an unknown address, without a code.
  if (!account || (newEmail && findByEmail(state, newEmail))) return {}
  const { localId, email } = account
  deleteCodes(state, (other) => other.localId === localId && other.requestType === requestType)
  const code = { requestType, localId, email, ...(newEmail && { newEmail }), at: state.now() }
  const oobCode = issue(state, state.issued, code)
  return { oobCode, oobLink: `https://fake.example/?oobCode=${oobCode}` }
}

function issue(state: State, list: IssuedCode[], code: Code): string {
  const oobCode = randomBytes(32).toString('base64url')
  state.codes.set(oobCode, code)
  list.push({ ...code, oobCode })
  return oobCode
}

function getCode(state: State, oobCode: unknown): { code: Code; account: Account } {
  const code = requireValue(state.codes.get(toText(oobCode)), 'INVALID_OOB_CODE')
  if (code.at + (lifetimeMs[code.requestType] ?? 0) <= state.now())
    throw refusal('EXPIRED_OOB_CODE')
  const account = requireValue(state.accounts.get(code.localId), 'INVALID_OOB_CODE')
  if (account.email !== code.email && code.requestType !== 'RECOVER_EMAIL')
    throw refusal('INVALID_OOB_CODE')
  return { code, account }
}

function resetPassword(state: State, body: Body): Body {
  const { code, account } = getCode(state, body.oobCode)
  const { requestType, email, newEmail } = code
  if (typeof body.newPassword === 'string') {
    if (requestType !== 'PASSWORD_RESET') throw refusal('INVALID_OOB_CODE')
    setPassword(state, account, body.newPassword)
    account.emailVerified = true
  }
  return { requestType, email, newEmail }
}

function applyCode(state: State, body: Body): Body {
  const { code, account } = getCode(state, body.oobCode)
  if (code.requestType === 'PASSWORD_RESET') throw refusal('INVALID_OOB_CODE')
  state.codes.delete(toText(body.oobCode))
  const { localId, email: formerEmail } = account
  if (code.requestType === 'RECOVER_EMAIL') setEmail(state, account, code.email)
  if (code.requestType === 'VERIFY_AND_CHANGE_EMAIL' && code.newEmail !== undefined) {
    setEmail(state, account, code.newEmail)
    const undo = { localId, email: formerEmail, newEmail: code.newEmail, at: state.now() }
    issue(state, state.mailed, { requestType: 'RECOVER_EMAIL', ...undo })
  }
  account.emailVerified = true
  return { localId, email: account.email }
}

function setEmail(state: State, account: Account, email: string) {
  if (findByEmail(state, email)) throw refusal('EMAIL_EXISTS')
  account.email = email
  revoke(state, account)
}

function changePassword(state: State, body: Body): Body {
  const account = getTokenAccount(state, body.idToken, { recently: true })
  setPassword(state, account, toText(body.password))
  return issueTokens(state, account)
}

function refresh(state: State, body: Body): Body {
  const account = getTokenAccount(state, body.refresh_token, { missing: 'INVALID_REFRESH_TOKEN' })
  const { idToken, refreshToken } = issueTokens(state, account)
  return { id_token: idToken, refresh_token: refreshToken }
}

function getTokenAccount(
  state: State,
  token: unknown,
  { recently = false, missing = 'INVALID_ID_TOKEN' } = {},
): Account {
  const { localId, generation, at } = requireValue(state.tokens.get(toText(token)), missing)
  const account = requireValue(state.accounts.get(localId), 'USER_NOT_FOUND')
  if (generation !== account.generation) throw refusal('TOKEN_EXPIRED')
  if (account.disabled) throw refusal('USER_DISABLED')
  if (recently && at + recentMs <= state.now()) throw refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  return account
}

function issueTokens({ tokens, now }: State, { localId, generation }: Account) {
  const [idToken = '', refreshToken = ''] = ['id', 'refresh'].map(
    (kind) => `${kind}-${randomBytes(16).toString('hex')}`,
  )
  for (const token of [idToken, refreshToken]) tokens.set(token, { localId, generation, at: now() })
  return { localId, idToken, refreshToken, expiresIn: '3600' }
}

function setPassword(state: State, account: Account, password: string) {
  account.password = password
  revoke(state, account)
  deleteCodes(state, ({ localId }) => localId === account.localId)
}

function revoke({ now }: Pick<State, 'now'>, account: Account) {
  account.generation++
  account.validSince = String(Math.floor(now() / 1000))
}

function deleteCodes({ codes }: State, matches: (code: Code) => boolean) {
  for (const [oobCode, code] of codes) if (matches(code)) codes.delete(oobCode)
}

const findByEmail = ({ accounts }: Pick<State, 'accounts'>, email: string) =>
  [...accounts.values()].find((account) => account.email === email)

const toUser = ({ password: _password, generation: _generation, ...account }: Account) => account
