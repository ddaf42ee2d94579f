import { expect, it, vi } from 'vitest'

import { throttle } from './paystack.ts'

it('starts calls one pause apart and returns each its own result', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const started: string[] = []
    const call = throttle(async (_method, path) => {
      started.push(path)
      return { kind: 'ok', data: path, meta: undefined }
    }, 20)
    const answers = ['/a', '/b', '/c'].map((path) => call('GET', path))
    expect(started).toEqual(['/a'])
    expect(await Promise.all(answers)).toMatchObject([
      { data: '/a' },
      { data: '/b' },
      { data: '/c' },
    ])
    expect(started).toEqual(['/a', '/b', '/c'])
    vi.advanceTimersByTime(1_000)
    void call('GET', '/d')
    expect(started).toHaveLength(4)
  } finally {
    vi.useRealTimers()
  }
})

it('starts all calls at once without a pause', () => {
  const started: string[] = []
  const call = throttle(async (_method, path) => {
    started.push(path)
    return { kind: 'ok', data: path, meta: undefined }
  }, 0)
  for (const path of ['/a', '/b', '/c']) void call('GET', path)
  expect(started).toEqual(['/a', '/b', '/c'])
})
