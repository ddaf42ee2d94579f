import { describe, expect, it } from 'vitest'

import { hashRequest, replayOrClaim, replayOrRun } from './idempotency.ts'
import { sealingWith } from '../runtime/sealing.ts'

const sealing = sealingWith('a secret of the tests that is long enough')
const hash = (form: object, scope = 'ada', key = 'key-1') =>
  hashRequest(sealing, 'refund', { scope, key, form })
const first = hash({ amount: 1 })

describe('hashRequest', () => {
  it('separates keys by scope and bodies by form', () => {
    expect(hash({ amount: 1 })).toEqual(first)
    expect(hash({ amount: 1 }, 'bola').keyHash).not.toEqual(first.keyHash)
    expect(hash({ amount: 2 }).bodyHash).not.toEqual(first.bodyHash)
    expect(hash({ amount: 2 }).keyHash).toEqual(first.keyHash)
  })
})

describe('replayOrRun', () => {
  const attempt = (stored: { bodyHash: Buffer } | undefined, form: object) =>
    replayOrRun(hash(form), {
      find: async () => stored,
      replay: () => 'replayed',
      run: async () => 'ran',
    })

  it('runs a new request, replays the same form and refuses another form', async () => {
    expect(await attempt(undefined, { amount: 1 })).toBe('ran')
    expect(await attempt(first, { amount: 1 })).toBe('replayed')
    await expect(attempt(first, { amount: 2 })).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    })
  })
})

describe('replayOrClaim', () => {
  type Row = { bodyHash: Buffer; result?: string; isFree?: boolean }
  const attempt = (rows: (Row | undefined)[], form: object = { amount: 1 }) =>
    replayOrClaim<Row, string>(hash(form), 300, {
      find: async () => (rows.length > 1 ? rows.shift() : rows[0]),
      replay: ({ result }) => result,
      isInProgress: ({ isFree }) => !isFree,
      isReplaceable: ({ isFree }) => isFree === true,
      claimAndRun: async (_row, hasWaited) => `ran${hasWaited ? ' after waiting' : ''}`,
    })

  it('waits for the result of a request in progress', async () => {
    expect(await attempt([first, first, { ...first, result: 'replayed' }])).toBe('replayed')
  })

  it('takes over when the request in progress ends without a result', async () => {
    expect(await attempt([first, { ...first, isFree: true }])).toBe('ran after waiting')
  })

  it('accepts a corrected form only if the earlier one is replaceable', async () => {
    expect(await attempt([{ ...first, isFree: true }], { amount: 2 })).toBe('ran')
    await expect(attempt([first], { amount: 2 })).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    })
  })

  it('gives up after the timeout', async () => {
    expect(await attempt([first])).toBeUndefined()
  })
})
