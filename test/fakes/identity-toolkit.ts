import { randomBytes } from 'node:crypto'

import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** Google's Identity Toolkit as far as the emulator is not it: codes that age and give way, tokens that die, limits, outages. */
export type IdentityToolkitTwin = ReturnType<typeof identityToolkitTwin>

type Account = {
  localId: string
  email: string
  emailVerified: boolean
  password: string
  disabled: boolean
  createdAt: string
  validSince: string
  /** Changes whenever tokens given before must die. */
  era: number
}
type Code = { requestType: string; localId: string; email: string; newEmail?: string; at: number }
type Token = { localId: string; era: number; at: number }
type Body = Record<string, unknown>

const hourMs = 3_600_000
const lifeMs: Record<string, number> = {
  PASSWORD_RESET: hourMs / 2,
  VERIFY_EMAIL: 24 * hourMs,
  VERIFY_AND_CHANGE_EMAIL: 24 * hourMs,
}
const recentMs = hourMs / 12

export function identityToolkitTwin({ now = () => new Date() } = {}) {
  const state = {
    accounts: new Map<string, Account>(),
    codes: new Map<string, Code>(),
    tokens: new Map<string, Token>(),
    mailed: [] as (Code & { oobCode: string })[],
    asked: [] as { path: string; headers: Headers; body: string }[],
    /** Answers instead of the twin, once each. */
    instead: [] as (() => Response | Promise<Response>)[],
    now: () => now().getTime(),
  }
  const app = new Hono()
    .post('/v1/token', (c) => answer(c, (body) => refresh(state, body)))
    .post('/v1/projects/:project/:call', (c) => {
      if (c.req.header('authorization') !== 'Bearer owner') throw refusal('UNAUTHENTICATED', 401)
      return answer(c, (body) => asOwner(state, c.req.param('call'), body))
    })
    .post('/v1/:call', (c) => {
      if (c.req.header('x-goog-api-key') !== 'twin-key') throw refusal('API key not valid.')
      return answer(c, (body) => asPerson(state, c.req.param('call'), body))
    })
    .onError((error, c) => {
      if (!(error instanceof HTTPException)) throw error
      const code = error.status
      return c.json({ error: { code, message: error.message } }, code)
    })
  return {
    ...state,
    apiKey: 'twin-key',
    projectId: 'twin',
    adminToken: async () => 'owner',
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init)
      const body = await request.clone().text()
      state.asked.push({ path: new URL(request.url).pathname, headers: request.headers, body })
      return state.instead.shift()?.() ?? app.fetch(request)
    },
    /** As when somebody changes the password elsewhere: every token given before is dead. */
    revoke: (email: string) => revoke(state, must(byEmail(state, email), 'EMAIL_NOT_FOUND')),
    disable: (email: string) =>
      Object.assign(must(byEmail(state, email), 'EMAIL_NOT_FOUND'), { disabled: true }),
  }
}

type State = Pick<IdentityToolkitTwin, 'accounts' | 'codes' | 'tokens' | 'mailed' | 'now'>

async function answer(c: Context, work: (body: Body) => Body) {
  const sent = await c.req.text()
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  const body = isForm ? Object.fromEntries(new URLSearchParams(sent)) : (JSON.parse(sent) as Body)
  return c.json(work(body))
}

function asPerson(state: State, call: string, body: Body): Body {
  switch (call) {
    case 'accounts:signUp':
      return signUp(state, body)
    case 'accounts:signInWithPassword':
      return signIn(state, body)
    case 'accounts:lookup':
      return { users: [shown(holderOf(state, body.idToken))] }
    case 'accounts:sendOobCode':
      return sendCode(state, body)
    case 'accounts:resetPassword':
      return resetPassword(state, body)
    case 'accounts:update':
      return body.oobCode ? applyCode(state, body) : changePassword(state, body)
    case 'accounts:delete':
      state.accounts.delete(holderOf(state, body.idToken, { recently: true }).localId)
      return {}
    default:
      throw refusal('NOT_FOUND', 404)
  }
}

function asOwner(state: State, call: string, body: Body): Body {
  if (call === 'accounts:lookup') {
    const [email, localId] = [body.email, body.localId].map((list) => (list as string[])?.[0])
    const found = email ? byEmail(state, email) : state.accounts.get(localId ?? '')
    return found ? { users: [shown(found)] } : {}
  }
  const account = must(state.accounts.get(text(body.localId)), 'USER_NOT_FOUND')
  if (call === 'accounts:delete') {
    state.accounts.delete(account.localId)
    return {}
  }
  if (typeof body.disableUser === 'boolean') account.disabled = body.disableUser
  if (typeof body.password === 'string') setPassword(state, account, body.password)
  return { localId: account.localId }
}

function signUp(state: State, body: Body): Body {
  const [email, password] = [text(body.email).toLowerCase(), text(body.password)]
  if (byEmail(state, email)) throw refusal('EMAIL_EXISTS')
  if (password.length < 6) throw refusal('WEAK_PASSWORD : Password should be at least 6 characters')
  const account: Account = {
    localId: randomBytes(14).toString('hex'),
    email,
    emailVerified: false,
    password,
    disabled: false,
    createdAt: String(state.now()),
    validSince: String(Math.floor(state.now() / 1000)),
    era: 1,
  }
  state.accounts.set(account.localId, account)
  return tokensFor(state, account)
}

function signIn(state: State, body: Body): Body {
  const account = byEmail(state, text(body.email).toLowerCase())
  if (account?.password !== body.password || !account) throw refusal('INVALID_LOGIN_CREDENTIALS')
  if (account.disabled) throw refusal('USER_DISABLED')
  return tokensFor(state, account)
}

function sendCode(state: State, body: Body): Body {
  const requestType = text(body.requestType)
  // Enumeration protection: an unknown address is answered like a known one.
  const account =
    requestType === 'PASSWORD_RESET'
      ? byEmail(state, text(body.email))
      : holderOf(state, body.idToken, { recently: requestType !== 'VERIFY_EMAIL' })
  if (!account || (body.newEmail && byEmail(state, text(body.newEmail)))) return {}
  const { localId, email } = account
  const newEmail = body.newEmail ? { newEmail: text(body.newEmail) } : {}
  const code: Code = { requestType, localId, email, ...newEmail, at: state.now() }
  dropCodes(state, (other) => other.localId === localId && other.requestType === requestType)
  const oobCode = randomBytes(32).toString('base64url')
  state.codes.set(oobCode, code)
  state.mailed.push({ ...code, oobCode })
  return { email }
}

function codeOf(state: State, oobCode: unknown): { code: Code; account: Account } {
  const code = must(state.codes.get(text(oobCode)), 'INVALID_OOB_CODE')
  if (code.at + (lifeMs[code.requestType] ?? 0) <= state.now()) throw refusal('EXPIRED_OOB_CODE')
  const account = must(state.accounts.get(code.localId), 'INVALID_OOB_CODE')
  if (account.email !== code.email) throw refusal('INVALID_OOB_CODE')
  return { code, account }
}

function resetPassword(state: State, body: Body): Body {
  const { code, account } = codeOf(state, body.oobCode)
  const { requestType, email, newEmail } = code
  if (typeof body.newPassword === 'string') {
    if (requestType !== 'PASSWORD_RESET') throw refusal('INVALID_OOB_CODE')
    setPassword(state, account, body.newPassword)
    account.emailVerified = true
  }
  return { requestType, email, newEmail }
}

function applyCode(state: State, body: Body): Body {
  const { code, account } = codeOf(state, body.oobCode)
  if (code.requestType === 'PASSWORD_RESET') throw refusal('INVALID_OOB_CODE')
  state.codes.delete(text(body.oobCode))
  if (code.newEmail !== undefined) {
    if (byEmail(state, code.newEmail)) throw refusal('EMAIL_EXISTS')
    account.email = code.newEmail
    revoke(state, account)
  }
  account.emailVerified = true
  return { localId: account.localId, email: account.email }
}

function changePassword(state: State, body: Body): Body {
  const account = holderOf(state, body.idToken, { recently: true })
  setPassword(state, account, text(body.password))
  return tokensFor(state, account)
}

function refresh(state: State, body: Body): Body {
  const account = holderOf(state, body.refresh_token, { missing: 'INVALID_REFRESH_TOKEN' })
  const { idToken, refreshToken } = tokensFor(state, account)
  return { id_token: idToken, refresh_token: refreshToken }
}

function holderOf(
  state: State,
  token: unknown,
  { recently = false, missing = 'INVALID_ID_TOKEN' } = {},
): Account {
  const { localId, era, at } = must(state.tokens.get(text(token)), missing)
  const account = must(state.accounts.get(localId), 'USER_NOT_FOUND')
  if (era !== account.era) throw refusal('TOKEN_EXPIRED')
  if (account.disabled) throw refusal('USER_DISABLED')
  if (recently && at + recentMs <= state.now()) throw refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  return account
}

function tokensFor({ tokens, now }: State, { localId, era }: Account) {
  const [idToken = '', refreshToken = ''] = ['id', 'refresh'].map(
    (kind) => `${kind}-${randomBytes(16).toString('hex')}`,
  )
  for (const token of [idToken, refreshToken]) tokens.set(token, { localId, era, at: now() })
  return { localId, idToken, refreshToken, expiresIn: '3600' }
}

function setPassword(state: State, account: Account, password: string) {
  account.password = password
  revoke(state, account)
  dropCodes(state, ({ localId }) => localId === account.localId)
}

function revoke({ now }: Pick<State, 'now'>, account: Account) {
  account.era++
  account.validSince = String(Math.floor(now() / 1000))
}

function dropCodes({ codes }: State, isDropped: (code: Code) => boolean) {
  for (const [oobCode, code] of codes) if (isDropped(code)) codes.delete(oobCode)
}

const byEmail = ({ accounts }: Pick<State, 'accounts'>, email: string) =>
  [...accounts.values()].find((account) => account.email === email)

const shown = ({ password: _password, era: _era, ...account }: Account) => account

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function must<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw refusal(message)
  return value
}

const refusal = (message: string, status: 400 | 401 | 404 = 400) =>
  new HTTPException(status, { message })
