import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Draft } from '#shared/campaign.ts'
import { fakeApi, refusal } from '#test/web/fake-api.ts'

import { clearSessionStorage, enableSessionStorage } from '../../../api/session-storage.ts'
import { createDraftSaver, type DraftState } from './draft-saver.ts'
import { getLatestDraft } from './unsaved-draft.ts'

const put = 'PUT /api/draft'
const draftOf = (title: string): Draft => ({ values: { title }, tab: 0 })
const savedAs = (savedAt: string) => ({ draft: { ...draftOf('saved'), savedAt } })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(savedAt?: string) {
  const told: DraftState[] = []
  const saver = createDraftSaver({ uid: 'uid-ada', savedAt, tell: (state) => told.push(state) })
  const type = (title: string) => saver.touch(() => draftOf(title))
  return { saver, told, type }
}

describe('a draft that cannot be saved', () => {
  it('is retried with increasing delays', async () => {
    const api = fakeApi({ [put]: lost })
    const { type, told } = open()
    type('A well')
    await vi.advanceTimersByTimeAsync(1_000 + 1_000 + 2_000 + 4_000)
    expect(api.sent(put)).toEqual(Array(4).fill(draftOf('A well')))
    expect(told.at(-1)).toBe('failed')
  })

  it('is saved when the browser is online again', async () => {
    let isOnline = false
    const api = fakeApi({ [put]: () => (isOnline ? savedAs('now') : lost()) })
    const { type, told, saver } = open()
    type('A well')
    await vi.advanceTimersByTimeAsync(1_000)
    isOnline = true
    saver.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(api.sent(put)).toHaveLength(2)
    expect(told.at(-1)).toBe('saved')
    saver.resume()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.sent(put)).toHaveLength(2)
  })

  it('is not retried after a client error', async () => {
    const api = fakeApi({ [put]: refusal(422, 'invalid-input') })
    const { type, told } = open()
    type('A well')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.sent(put)).toHaveLength(1)
    expect(told).toEqual(['saving', 'failed'])
  })
})

describe('leaving the page', () => {
  it('keeps the input in session storage until the server has it', async () => {
    let answer: (value: object) => void = () => {}
    fakeApi({ [put]: () => new Promise<object>((resolve) => (answer = resolve)) })
    const { type, saver } = open('yesterday')
    type('Typed a moment ago')
    saver.leave()

    const saved = { ...draftOf('Older'), savedAt: 'yesterday' }
    expect(getLatestDraft(saved, 'uid-ada')).toMatchObject({
      values: { title: 'Typed a moment ago' },
      isUnsaved: true,
    })
    expect(getLatestDraft(saved, 'uid-bola')).toBe(saved)
    const newer = { ...draftOf('Newer'), savedAt: 'today' }
    expect(getLatestDraft(newer, 'uid-ada')).toBe(newer)

    answer(savedAs('now'))
    await vi.advanceTimersByTimeAsync(0)
    expect(sessionStorage).toHaveLength(0)
  })

  it('sends a pending save again, because the browser may cancel it', async () => {
    const api = fakeApi({ [put]: () => new Promise<object>(() => {}) })
    const { type, saver } = open()
    type('A well')
    await vi.advanceTimersByTimeAsync(1_000)
    saver.leave()
    expect(api.sent(put)).toHaveLength(2)
  })

  it('stores nothing after everything is saved, submitted or logged out', async () => {
    const api = fakeApi({ [put]: savedAs('now') })
    const { type, saver } = open()
    type('A well')
    await vi.advanceTimersByTimeAsync(1_000)
    saver.leave()
    expect(api.sent(put)).toHaveLength(1)
    expect(sessionStorage).toHaveLength(0)

    type('Another')
    await saver.stop()
    saver.leave()
    expect(sessionStorage).toHaveLength(0)

    type('A third')
    clearSessionStorage()
    saver.leave()
    expect(sessionStorage).toHaveLength(0)
    enableSessionStorage()
  })
})
