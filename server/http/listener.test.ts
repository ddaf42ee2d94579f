import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, it } from 'vitest'

import { listen } from './listener.ts'

const anyPort = { host: '127.0.0.1', port: 0 }

async function ask(port: number, agent?: Agent): Promise<string> {
  const request = get({ host: '127.0.0.1', port, ...(agent && { agent }) })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return text(response)
}

it('answers what was asked before it closes, and takes nothing new', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const listener = await listen(anyPort, async () => {
    asked.resolve()
    await answer.promise
    return new Response('late, but whole')
  })

  const pending = ask(listener.port)
  await asked.promise
  const closed = listener.close(5_000)
  await expect(ask(listener.port)).rejects.toThrow('ECONNREFUSED')
  answer.resolve()

  expect(await pending).toBe('late, but whole')
  await closed
})

it('does not wait for connections that browsers keep open without asking anything', async () => {
  const agent = new Agent({ keepAlive: true })
  const listener = await listen(anyPort, () => new Response('hello'))
  await ask(listener.port, agent)

  // A patience longer than this test may take.
  await expect(listener.close(600_000)).resolves.toBeUndefined()

  agent.destroy()
})

it('cuts what hangs when patience is over', async () => {
  const asked = Promise.withResolvers<void>()
  const listener = await listen(anyPort, () => {
    asked.resolve()
    return new Promise<Response>(() => {})
  })
  const hanging = ask(listener.port).catch((error: Error) => error.message)
  await asked.promise

  await listener.close(50)

  expect(await hanging).toContain('socket hang up')
})

it('says in a sentence that the port is taken', async () => {
  const first = await listen(anyPort, () => new Response())

  await expect(listen({ ...anyPort, port: first.port }, () => new Response())).rejects.toThrow(
    `Port ${first.port} on 127.0.0.1 is in use`,
  )
  await first.close(100)
})

it('says in a sentence that the host is no address of this machine', async () => {
  await expect(listen({ host: '192.0.2.1', port: 0 }, () => new Response())).rejects.toThrow(
    'HOST 192.0.2.1 is no address of this machine.',
  )
})

it('answers what is not HTTP with a plain refusal', async () => {
  const listener = await listen(anyPort, () => new Response('hello'))
  const socket = connect(listener.port, '127.0.0.1')
  socket.end('this is not HTTP\r\n\r\n')

  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(answer).toContain('x-content-type-options: nosniff')
  await listener.close(100)
})
