import { createServer, type AddressInfo } from 'node:net'

import { expect, it } from 'vitest'

import { openMailServer } from '#test/support/mail/mail-server.ts'

import { findSenderRefusal } from './sender-check.ts'

const from = 'Ajo <no-reply@ajo.example>'

it('proposes the sender to the mail server and sends no mail', async () => {
  const senders: string[] = []
  await using server = await openMailServer({
    onMailFrom({ address }, _session, callback) {
      senders.push(address)
      callback()
    },
  })

  expect(await findSenderRefusal({ url: server.url, from })).toBeUndefined()
  expect(senders).toEqual(['no-reply@ajo.example'])
  expect(server.received).toEqual([])
})

it('returns the words of a mail server that refuses the sender, without addresses', async () => {
  await using server = await openMailServer({
    onMailFrom({ address }, _session, callback) {
      const refusal = new Error(`5.7.1 <${address}> Sender address rejected`)
      callback(Object.assign(refusal, { responseCode: 553 }))
    },
  })

  const refusal = await findSenderRefusal({ url: server.url, from })

  expect(refusal).toMatch(/553.*Sender address rejected/)
  expect(refusal).not.toContain('no-reply@')
})

it('logs in first, and returns the words of a refused password', async () => {
  await using server = await openMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'ajo' && password === 'kite mango'
        ? callback(null, { user: username })
        : callback(new Error('Wrong password')),
  })
  const { port } = server
  const withPassword = (password: string) =>
    `smtp://ajo:${encodeURIComponent(password)}@127.0.0.1:${port}`

  expect(await findSenderRefusal({ url: withPassword('kite mango'), from })).toBeUndefined()
  expect(await findSenderRefusal({ url: withPassword('wrong'), from })).toContain('Wrong password')
})

it('returns the failure of a mail server that cannot be reached or never answers', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo

  const url = `smtp://127.0.0.1:${port}`
  expect(await findSenderRefusal({ url, from, timeoutMs: 200 })).toMatch(/greeting|timeout/i)
  await new Promise((resolve) => silent.close(resolve))
  expect(await findSenderRefusal({ url, from, timeoutMs: 200 })).toContain('ECONNREFUSED')
})
