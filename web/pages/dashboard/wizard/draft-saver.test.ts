import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Draft } from '#shared/campaign.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'

import { clearSessionStorage, enableSessionStorage } from '../../../api/session-storage.ts'
import { createDraftSaver, type DraftState } from './use-draft.ts'
import { getLatestDraft, toWizardDraft } from './draft.ts'

const put = 'PUT /api/draft'
const toDraft = (title: string): Draft => ({ values: { title }, tab: 0 })
const toResponse = (savedAt: string) => ({ draft: { ...toDraft('saved'), savedAt } })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

// Timers that a test advances do not wait for modules.
beforeAll(() =>
  Promise.all([
    import('../../../api/parse-error.ts'),
    import('../../../forms/signed-in-schemas.ts'),
  ]),
)
beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(savedAt?: string) {
  const states: DraftState[] = []
  const saver = createDraftSaver({
    uid: 'uid-ada',
    savedAt,
    onState: (state) => states.push(state),
  })
  let typed = ''
  // The wizard passes the same function after each change.
  const read = () => toDraft(typed)
  const type = (title: string) => {
    typed = title
    saver.touch(read)
  }
  return { saver, states, type }
}

it('saves what was typed while the version before was on its way', async () => {
  let answer = (_response: object) => {}
  const api = fakeApi({ [put]: () => new Promise((resolve) => (answer = resolve)) })
  const { type } = open()
  type('A well')
  await vi.advanceTimersByTimeAsync(1_000)
  type('A well for Ife')
  answer(toResponse('now'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(api.sent(put)).toMatchObject([toDraft('A well'), toDraft('A well for Ife')])
})

describe('a draft that cannot be saved', () => {
  it('is retried with increasing delays', async () => {
    const api = fakeApi({ [put]: lost })
    const { type, states } = open()
    type('A well')
    await vi.advanceTimersByTimeAsync(1_000 + 1_000 + 2_000 + 4_000)
    expect(api.sent(put)).toMatchObject(Array(4).fill(toDraft('A well')))
    expect(states.at(-1)).toBe('failed')
  })

  it('is saved when the browser is online again', async () => {
    let isOnline = false
    const api = fakeApi({ [put]: () => (isOnline ? toResponse('now') : lost()) })
    const { type, states, saver } = open()
    type('A well')
    await vi.advanceTimersByTimeAsync(1_000)
    isOnline = true
    saver.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(api.sent(put)).toHaveLength(2)
    expect(states.at(-1)).toBe('saved')
    saver.resume()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.sent(put)).toHaveLength(2)
  })

  it('does not overwrite that of a wizard which was opened since', async () => {
    let isOnline = false
    const answers = { [put]: () => (isOnline ? toResponse('now') : lost()) }
    const api = fakeApi(answers)
    const closed = open()
    closed.type('Older')
    closed.saver.leave()
    await vi.advanceTimersByTimeAsync(500)
    isOnline = true
    const opened = open()
    opened.type('Newer')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.sent(put)).toMatchObject([toDraft('Older'), toDraft('Newer')])
    expect(opened.states.at(-1)).toBe('saved')
  })

  it('waits for the person where another tab has changed it, and replaces that after a press', async () => {
    let isChosen = false
    const api = fakeApi({
      [put]: () => (isChosen ? toResponse('now') : refusal(409, 'draft-changed')),
    })
    const { type, states, saver } = open('yesterday')
    type('Mine')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.sent(put)).toMatchObject([{ ...toDraft('Mine'), base: 'yesterday' }])
    expect(states.at(-1)).toBe('changed')
    expect(await saver.flush()).toBe(true)

    isChosen = true
    saver.keepMine()
    await vi.advanceTimersByTimeAsync(0)
    expect(api.sent(put).at(-1)).toMatchObject({ ...toDraft('Mine'), replaces: true })
    expect(states.at(-1)).toBe('saved')
  })

  it('is not retried after a client error', async () => {
    const api = fakeApi({ [put]: refusal(422, 'invalid-input') })
    const { type, states } = open()
    type('A well')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.sent(put)).toHaveLength(1)
    expect(states).toEqual(['saving', 'failed'])
  })
})

describe('leaving the page', () => {
  it('keeps the input in session storage until the server has it', async () => {
    const response = Promise.withResolvers<object>()
    fakeApi({ [put]: () => response.promise })
    const { type, saver } = open('yesterday')
    type('Typed a moment ago')
    saver.leave()

    const saved = toWizardDraft({ ...toDraft('Older'), savedAt: 'yesterday' })
    expect(getLatestDraft(saved, 'uid-ada')).toMatchObject({
      defaults: { basic: { title: 'Typed a moment ago' } },
      isUnsaved: true,
    })
    expect(getLatestDraft(saved, 'uid-bola')).toBe(saved)
    const newer = toWizardDraft({ ...toDraft('Newer'), savedAt: 'today' })
    expect(getLatestDraft(newer, 'uid-ada')).toMatchObject({
      savedAt: 'yesterday',
      isUnsaved: true,
    })

    response.resolve(toResponse('now'))
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
    const api = fakeApi({ [put]: toResponse('now') })
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
