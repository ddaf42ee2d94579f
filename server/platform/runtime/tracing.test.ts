import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createKillableAjo, type KillableAjo } from '../../../test/kill/killable-ajo.ts'

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.int(),
  attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
})
type Span = z.output<typeof spanSchema>
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
})

const spans: Span[] = []
const headers: unknown[] = []
let collector: Server
let ajo: KillableAjo

/** A collector that stores what it receives, as OTLP over HTTP in JSON. */
async function receive(request: IncomingMessage, response: ServerResponse) {
  const body = z.parse(exportSchema, await json(request))
  for (const { scopeSpans } of body.resourceSpans)
    for (const scope of scopeSpans) spans.push(...scope.spans)
  headers.push(request.headers['x-tenant'])
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}

beforeAll(async () => {
  collector = createServer((...exchange) => void receive(...exchange)).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  ajo = await createKillableAjo(undefined, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ajo',
  })
  await ajo.start()
}, 60_000)

afterAll(async () => {
  await ajo[Symbol.asyncDispose]()
  collector.close()
}, 30_000)

it('traces a request with its statements and the job that it enqueued, without an address or a password', async () => {
  const password = 'a long password'
  const account = { email: 'traced@example.com', password, confirmPassword: password }
  const answer = await fetch(`${ajo.url}/api/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ajo.url },
    body: JSON.stringify({
      ...account,
      firstname: 'Ada',
      lastname: 'Obi',
      gender: 'Female',
      terms: true,
    }),
  })
  expect(answer.status).toBe(201)
  const key = /enter\?key=(\S+)/.exec(ajo.output())?.[1]
  await expect
    .poll(
      () =>
        fetch(`${ajo.url}/development/mailbox`, { headers: { cookie: `development=${key}` } }).then(
          (page) => page.text(),
        ),
      {
        timeout: 20_000,
      },
    )
    .toContain(account.email)
  // Stopping sends what waits.
  await ajo.stop()

  const request = spans.find(({ name }) => name === 'POST /api/account')
  const own = spans.filter(({ traceId }) => traceId === request?.traceId)
  const names = own.map(({ name }) => name)
  expect(names).toContain('insert')
  expect(names).toContain('deliver-mail')
  const job = own.find(({ name }) => name === 'deliver-mail')
  expect(own.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true)
  expect(new Set(headers)).toEqual(new Set(['ajo']))
  const sent = JSON.stringify(spans)
  for (const value of [account.email, account.password, 'Obi']) expect(sent).not.toContain(value)
})
