import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Where the connection is dropped: before the request leaves, in the middle of the response, or before the first byte of it. */
export const dropPoints = ['request', 'middle', 'response'] as const
export type Drop = { key: string; point: (typeof dropPoints)[number] }

type Options = {
  bytesPerSecond: number
  /** Of a round trip. */
  latencyMs: number
  /** Of packets of 1,460 bytes. A lost one arrives a round trip later. */
  loss: number
  /** The first request with this key loses its connection. */
  drop?: Drop | undefined
  /** Of all requests, each of which loses its connection at a random point. */
  dropRate?: number
}

const packetBytes = 1_460
/** About what a request line and its headers take. */
const headerBytes = 500

/**
 * A slow and lossy network, as an HTTP proxy of one browser context. A proxy and not the emulation of Chromium's developer tools, which
 * knows no loss for HTTP and does not slow down service workers.
 */
export async function badNetwork(options: Options) {
  const link = openLink(options)
  const keys: string[] = []
  let dropped = 0

  const findPoint = (key: string) => {
    const { drop, dropRate = 0 } = options
    if (drop?.key === key && dropped === 0) return drop.point
    return Math.random() < dropRate
      ? dropPoints[Math.floor(Math.random() * dropPoints.length)]
      : undefined
  }
  const server = createServer((incoming, outgoing) => {
    const key = toKey(incoming)
    keys.push(key)
    const point = findPoint(key)
    if (point) dropped += 1
    const end = () => incoming.socket.destroy()
    incoming.on('error', end)
    outgoing.on('error', end)
    pass({ incoming, outgoing, link, point }).then((isSent) => isSent || end(), end)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests so far. */
    keys: () => keys,
    dropped: () => dropped,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Link = ReturnType<typeof openLink>

/** Everything of a browser goes over one link. */
function openLink({ bytesPerSecond, latencyMs, loss }: Options) {
  let freeAt = 0
  return {
    latencyMs,
    async send(bytes: number) {
      const now = performance.now()
      freeAt = Math.max(now, freeAt) + (bytes / bytesPerSecond) * 1_000
      await delay(freeAt - now + (Math.random() < loss ? latencyMs : 0))
    },
  }
}

type Passed = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  link: Link
  point: Drop['point'] | undefined
}

/** False if the connection is to be dropped. */
async function pass({ incoming, outgoing, link, point }: Passed): Promise<boolean> {
  const body = await readBody(incoming)
  await link.send(body.length + headerBytes)
  if (point === 'request') return false
  const { head, bytes } = await forward(incoming, body)
  await delay(link.latencyMs)
  if (point === 'response') return false
  outgoing.writeHead(head.statusCode ?? 502, head.rawHeaders)
  const last = point === 'middle' ? bytes.length / 2 : bytes.length
  for (let at = 0; at < last; at += packetBytes) {
    const packet = bytes.subarray(at, Math.min(at + packetBytes, last))
    await link.send(packet.length)
    outgoing.write(packet)
  }
  if (point === 'middle') return false
  outgoing.end()
  return true
}

/** The method and the address, without ids, which differ from run to run. */
function toKey({ method, url = '' }: IncomingMessage): string {
  const { pathname } = new URL(url)
  return `${method} ${pathname.replaceAll(/[0-9a-f-]{32,}|(?<=donations\/|sandbox\/\w+\/)[\w-]{12,}/gi, ':id')}`
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

async function forward({ method, url = '', headers }: IncomingMessage, body: Buffer) {
  const { 'proxy-connection': _, ...rest } = headers
  const request = send(url, { method, headers: { ...rest, connection: 'close' }, agent: false })
  request.end(body)
  const [head] = (await once(request, 'response')) as [IncomingMessage]
  return { head, bytes: await readBody(head) }
}
