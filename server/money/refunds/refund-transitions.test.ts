import { expect, it } from 'vitest'

import { closedStates, findNextState, refundEvents, refundTransitions } from './refund-rows.ts'
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

it('allows exactly these transitions', () => {
  const table = refundStates.map((state) => {
    const steps = refundEvents.flatMap((event) => {
      const to = findNextState(state, event)
      return to ? [`${event} → ${to}`] : []
    })
    return `${state}: ${steps.join(', ')}`
  })
  expect(table).toEqual([
    'requested: send → sent, accept → known, hold → held, process → processed, give-up → given-up',
    'held: release → requested, process → processed, give-up → given-up',
    'sent: accept → known, miss → requested, postpone → requested, give-up → given-up',
    'known: process → processed, fail → failed, ask-donor → needs-attention',
    'needs-attention: accept → known, process → processed, fail → failed, give-up → given-up',
    'failed: process → processed, retry → requested, give-up → given-up',
    'processed: fail → failed',
    'given-up: process → processed, reopen → requested',
  ])
})
