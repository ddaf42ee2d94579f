import { expect, it } from 'vitest'

import { closedStates, refundTransitions } from './refund-rows.ts'
import { refundStates } from '#shared/refund.ts'

it('has at most one transition for each state and event', () => {
  const pairs = refundTransitions.map(({ from, event }) => `${from} ${event}`)
  expect(new Set(pairs).size).toBe(pairs.length)
})

it('leads from every open state to a final one', () => {
  const ends = new Set<string>(closedStates)
  for (let size = 0; size !== ends.size;) {
    size = ends.size
    for (const { from, to } of refundTransitions) if (ends.has(to)) ends.add(from)
  }
  expect([...ends].toSorted()).toEqual([...refundStates].toSorted())
})

it('sends only what was requested, so that nothing is sent while an earlier call is in doubt', () => {
  const senders = refundTransitions.filter(({ to }) => to === 'sent')
  expect(senders).toEqual([{ from: 'requested', event: 'send', to: 'sent' }])
  const fromDoubt = refundTransitions
    .filter(({ from }) => from === 'sent')
    .map(({ event }) => event)
  expect(fromDoubt.toSorted()).toEqual(['accept', 'give-up', 'miss', 'postpone'])
})
