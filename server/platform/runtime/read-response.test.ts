import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, expect, it } from 'vitest'

import { readText } from './read-response.ts'

const server = createServer()
afterEach(() => server.close())

async function open(answer: (response: ServerResponse) => void) {
  server.removeAllListeners('request').on('request', (_request, response) => answer(response))
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

it('reads a response of at most the limit as text', async () => {
  const response = await open((answer) => answer.end('₦5,000'))
  expect(await readText(response, Buffer.byteLength('₦5,000'))).toBe('₦5,000')
})

it('leaves a response that never ends at the limit, and closes its connection', async () => {
  const closed = Promise.withResolvers<void>()
  const response = await open((answer) => {
    const write = () => {
      while (answer.write('a'.repeat(1_000)));
    }
    answer.on('drain', write).on('close', closed.resolve)
    write()
  })
  await expect(readText(response, 10_000)).rejects.toThrow(RangeError)
  await closed.promise
})
