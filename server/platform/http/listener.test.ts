import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, it, vi } from 'vitest'

import { getConnectionLimit, listen } from './listener.ts'

const anyPort = { host: '127.0.0.1', port: 0 }

async function send(port: number, agent?: Agent): Promise<string> {
  const request = get({ host: '127.0.0.1', port, ...(agent && { agent }) })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return text(response)
}

it('answers open requests before it closes, and refuses new ones', async () => {
  const requested = Promise.withResolvers<void>()
  const response = Promise.withResolvers<void>()
  const listener = await listen(anyPort, async () => {
    requested.resolve()
    await response.promise
    return new Response('late but complete')
  })

  const pending = send(listener.port)
  await requested.promise
  const closed = listener.close({ timeoutMs: 5_000 })
  await expect(send(listener.port)).rejects.toThrow('ECONNREFUSED')
  response.resolve()

  expect(await pending).toBe('late but complete')
  await closed
})

it('closes idle connections at once without a drain period', async () => {
  const agent = new Agent({ keepAlive: true })
  const listener = await listen(anyPort, () => new Response('hello'))
  await send(listener.port, agent)

  // Longer than this test may take.
  await expect(listener.close({ timeoutMs: 600_000 })).resolves.toBeUndefined()

  agent.destroy()
})

it('answers requests on idle and new connections during the drain period, and asks to close them', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const listener = await listen(anyPort, () => new Response('hello'))
  await send(listener.port, agent)
  const [socket] = Object.values(agent.freeSockets).flat()

  const closed = listener.close({ drainMs: 2_000, timeoutMs: 5_000 })
  const request = get({ host: '127.0.0.1', port: listener.port, agent })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.socket).toBe(socket)
  expect(await text(response)).toBe('hello')
  expect(response.headers.connection).toBe('close')
  expect(await send(listener.port)).toBe('hello')

  await closed
  agent.destroy()
})

it('answers only writes at the end of the drain period', async () => {
  const listener = await listen(anyPort, () => new Response('busy', { status: 503 }))
  listener.setHandler(() => new Response('hello'))
  const ask = async (method: string) =>
    (await fetch(`http://127.0.0.1:${listener.port}`, { method })).text()
  expect(await ask('GET')).toBe('hello')

  const closed = listener.close({ drainMs: 10_000, timeoutMs: 5_000 })
  await expect.poll(() => ask('GET'), { timeout: 20_000 }).toBe('busy')
  expect(await ask('POST')).toBe('hello')
  await closed
}, 60_000)

it('lets writes wait for the start', async () => {
  const listener = await listen(anyPort, () => new Response('busy', { status: 503 }))
  const written = fetch(`http://127.0.0.1:${listener.port}`, { method: 'POST' })
  expect(await send(listener.port)).toBe('busy')
  listener.setHandler(() => new Response('hello'))
  expect(await (await written).text()).toBe('hello')
  await listener.close({ timeoutMs: 100 })
})

it('ends idle connections after the drain period without a reset', async () => {
  const listener = await listen(anyPort, () => new Response('hello'))
  const socket = connect(listener.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'data')
  const failure = vi.fn()
  socket.on('error', failure)

  const closed = listener.close({ drainMs: 50, timeoutMs: 5_000 })
  await once(socket, 'end')
  await closed
  expect(failure).not.toHaveBeenCalled()
})

it('closes connections above the limit, answers the others, and reports it once', async () => {
  const onFull = vi.fn()
  const listener = await listen(
    { ...anyPort, maxConnections: 3, onFull },
    () => new Response('hello'),
  )
  const agent = new Agent({ keepAlive: true })
  expect(await send(listener.port, agent)).toBe('hello')
  const idle = [connect(listener.port, '127.0.0.1'), connect(listener.port, '127.0.0.1')]
  await Promise.all(idle.map((socket) => once(socket, 'connect')))

  await expect(send(listener.port)).rejects.toThrow(/ECONNRESET|hang up/)
  await expect(send(listener.port)).rejects.toThrow(/ECONNRESET|hang up/)
  expect(await send(listener.port, agent)).toBe('hello')
  expect(onFull).toHaveBeenCalledExactlyOnceWith(3)

  idle[0]?.destroy()
  await expect.poll(() => send(listener.port).catch(() => undefined)).toBe('hello')
  agent.destroy()
  await listener.close({ timeoutMs: 100 })
})

it('cuts requests that are open at the timeout', async () => {
  const requested = Promise.withResolvers<void>()
  const listener = await listen(anyPort, () => {
    requested.resolve()
    return new Promise<Response>(() => {})
  })
  const hanging = send(listener.port).catch((error: Error) => error.message)
  await requested.promise

  await listener.close({ timeoutMs: 50 })

  expect(await hanging).toContain('socket hang up')
})

it('throws one sentence when the port is in use', async () => {
  const first = await listen(anyPort, () => new Response())

  await expect(listen({ ...anyPort, port: first.port }, () => new Response())).rejects.toThrow(
    `Port ${first.port} on 127.0.0.1 is in use`,
  )
  await first.close({ timeoutMs: 100 })
})

it('throws one sentence when the host is not an address of this machine', async () => {
  await expect(listen({ host: '192.0.2.1', port: 0 }, () => new Response())).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine.',
  )
})

it('answers 400 to a request that is not HTTP', async () => {
  const listener = await listen(anyPort, () => new Response('hello'))
  const socket = connect(listener.port, '127.0.0.1')
  socket.end('this is not HTTP\r\n\r\n')

  const response = await text(socket)

  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(response).toContain('x-content-type-options: nosniff')
  await listener.close({ timeoutMs: 100 })
})

it.each([
  [1_048_576, 838_860],
  [20_000, 16_000],
  [1_024, 819],
  [512, 362],
  [100, 16],
])('leaves files for the database of the %i that the process may open', (files, connections) => {
  expect(getConnectionLimit(files)).toBe(connections)
})

it('reads the limit of this process', () => {
  expect(getConnectionLimit()).toBeGreaterThanOrEqual(16)
})
