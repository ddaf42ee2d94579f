import { generateKeyPairSync } from 'node:crypto'
import { resolve } from 'node:path'

import { createIdentityToolkitFake } from '#test/support/providers/identity-toolkit.ts'
import { startLocalFetchServer } from '#test/support/providers/local-server.ts'
import { openFakeSanity } from '#test/support/providers/sanity.ts'

/** A request of the server to a provider. `body` is parsed where it is JSON or a form. */
export type ProviderRequest = {
  host: string
  method: string
  path: string
  query: Record<string, string>
  headers: Headers
  body: unknown
  /** The body of the response, where it is JSON. */
  answer?: unknown
}

type Failure = { path: string; respond: () => Response; times: number }

const projectId = 'ajo-recorded'

/** The key that the server sends to Google. */
export const apiKey = `AIza${'a'.repeat(35)}`

/** Records every request of a server to its providers, and answers with fakes of Google and Sanity and with the payment sandbox. */
export async function openProviderEdge() {
  const google = createIdentityToolkitFake()
  const sanity = await openFakeSanity()
  const { requests, ...record } = openRecord()
  const failures = openFailures()
  const forward = forwarding(google, sanity)
  const { origin, close } = await startLocalFetchServer(async (request) => {
    const asked = await readRequest(request)
    requests.push(asked.recorded)
    const response = failures.take(asked.path) ?? (await forward(request, asked))
    if (response.headers.get('content-type')?.includes('json'))
      asked.recorded.answer = await response.clone().json()
    return response
  })
  return {
    google,
    sanity,
    requests,
    ...record,
    env: settings(origin, sanity),
    /** The provider answers the next requests to a path with this. */
    refuse: failures.add,
    /** Google answers the next request to a call with its own code. */
    refuseIdentity: (call: string, message: string) =>
      failures.add(`/v1/${call}`, 400, { error: { message } }),
    /** The same for a call as the project. */
    refuseProject: (call: string, message: string) =>
      failures.add(`/v1/projects/${projectId}/${call}`, 400, { error: { message } }),
    /** Changes a campaign as an editor at Sanity does. */
    setStatus: (id: string, status: string) => {
      const document = sanity.documents.get(`campaign.${id}`)
      if (!document) throw new Error(`Sanity has no campaign ${id}`)
      sanity.put({ ...document, status, _rev: `${status}-${id}` })
    },
    /** The newest code that the server fetched for an address. */
    codeMailedTo: (email: string): string => {
      const found = google.issued.findLast((code) => (code.newEmail ?? code.email) === email)
      if (!found) throw new Error(`no code was fetched for ${email}`)
      return found.oobCode
    },
    [Symbol.asyncDispose]: async () => {
      await close()
      await sanity.close()
    },
  }
}

type Google = ReturnType<typeof createIdentityToolkitFake>
type Sanity = Awaited<ReturnType<typeof openFakeSanity>>

function openRecord() {
  const requests: ProviderRequest[] = []
  const find = (matches: (request: ProviderRequest) => boolean): ProviderRequest => {
    const found = requests.findLast(matches)
    if (!found) throw new Error(`no such request among ${requests.map(({ path }) => path).join()}`)
    return found
  }
  return {
    requests,
    find,
    /** The last request to a path. */
    last: (path: string) => find((request) => request.path.endsWith(path)),
  }
}

function openFailures() {
  const failures: Failure[] = []
  return {
    add: (path: string, status: number, body: object, times = 1) => {
      const failure = { path, respond: () => Response.json(body, { status }), times }
      failures.push(failure)
      return { end: () => void (failure.times = 0) }
    },
    take: (path: string): Response | undefined => {
      const failure = failures.find((each) => each.times > 0 && path.startsWith(each.path))
      if (failure) failure.times--
      return failure?.respond()
    },
  }
}

function forwarding(google: Google, sanity: Sanity) {
  const googleKey = { 'x-goog-api-key': google.apiKey }
  const project = { 'x-sanity-project-id': sanity.options.projectId }
  return async (request: Request, { host, path, search }: Asked): Promise<Response> => {
    if (host === 'oauth2.googleapis.com')
      return Response.json({ access_token: 'owner', expires_in: 3_600 })
    if (host.endsWith('.googleapis.com'))
      return google.fetch(await readdress(request, `https://${host}${path}${search}`, googleKey))
    if (host.endsWith('.sanity.io'))
      return fetch(await readdress(request, `${sanity.options.apiHost}${path}${search}`, project))
    return fetch(await readdress(request, `http://${host}${path}${search}`))
  }
}

/** Settings of a server whose providers are recorded here. */
const settings = (origin: string, { options }: Sanity) => ({
  PROVIDER_EDGE: origin,
  NODE_OPTIONS: `--import=${resolve('test/conformance/hosted/provider-edge-fetch.ts')}`,
  IDENTITY: 'firebase',
  FIREBASE_API_KEY: apiKey,
  FIREBASE_PROJECT: projectId,
  FIREBASE_SERVICE_ACCOUNT: serviceAccount(),
  CONTENT: 'sanity',
  SANITY_PROJECT: options.projectId,
  SANITY_TOKEN: options.token,
  RATE_LIMITS: 'off',
  SEED: 'off',
})

type Asked = { host: string; path: string; search: string; recorded: ProviderRequest }

async function readRequest(request: Request): Promise<Asked> {
  const url = new URL(request.url)
  const [, host = '', path = ''] = /^\/([^/]+)(.*)$/.exec(url.pathname) ?? []
  const { method, headers } = request
  const query = Object.fromEntries(url.searchParams)
  const recorded = { host, method, path, query, headers, body: await readBody(request.clone()) }
  return { host, path, search: url.search, recorded }
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return JSON.parse((await request.text()) || 'null') as unknown
  if (type.includes('form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(await request.text()))
  return await request.arrayBuffer()
}

async function readdress(request: Request, url: string, more: Record<string, string> = {}) {
  const headers = new Headers(request.headers)
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding'])
    headers.delete(name)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  const { method } = request
  const body = method === 'GET' ? null : await request.arrayBuffer()
  return new Request(url, { method, headers, body })
}

function serviceAccount() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return JSON.stringify({
    client_email: 'ajo@fake.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
}
