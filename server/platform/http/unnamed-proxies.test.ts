import { expect, it } from 'vitest'

import { watchUnnamedProxies, type UnnamedProxyReport } from './client-address.ts'

const hourMs = 3_600_000

function open(trustedProxies: string[] = []) {
  const reports: UnnamedProxyReport[] = []
  let time = 0
  const watch = watchUnnamedProxies({
    trustedProxies,
    now: () => new Date(time),
    report: (report) => void reports.push(report),
  })
  const send = (peer: string, headers: Record<string, string> = { 'x-forwarded-for': '1.2.3.4' }) =>
    watch(new Request('http://localhost/', { headers }), {
      incoming: { socket: { remoteAddress: peer }, headers },
    })
  return { reports, send, wait: (ms: number) => (time += ms) }
}

it('reports an unnamed proxy at once, and then once an hour with the number of its requests', () => {
  const { reports, send, wait } = open()

  for (let count = 0; count < 500; count++) send('10.0.0.2')
  expect(reports).toEqual([{ peerAddress: '10.0.0.2', header: 'x-forwarded-for', requests: 1 }])

  wait(hourMs - 1)
  send('10.0.0.2')
  expect(reports).toHaveLength(1)
  wait(1)
  send('10.0.0.2')
  expect(reports[1]).toEqual({
    peerAddress: '10.0.0.2',
    header: 'x-forwarded-for',
    requests: 501,
  })
})

it('reports once an hour however many peers send such headers', () => {
  const { reports, send } = open()

  for (let last = 0; last < 250; last++) send(`192.0.2.${last}`)

  expect(reports).toHaveLength(1)
})

it('reports no named proxy and no request without such a header', () => {
  const { reports, send } = open(['10.0.0.0/8', '::1'])

  send('10.0.0.2')
  send('::ffff:10.0.0.2')
  send('::1', { forwarded: 'for=1.2.3.4' })
  send('192.0.2.1', { accept: '*/*' })

  expect(reports).toEqual([])
})

it.each(['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])(
  'reports the header %s',
  (name) => {
    const { reports, send } = open(['10.0.0.2'])

    send('10.0.0.3', { [name]: 'something' })

    expect(reports).toMatchObject([{ header: name, peerAddress: '10.0.0.3' }])
  },
)
