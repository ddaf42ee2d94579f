import { expect, it, vi } from 'vitest'

import { paced } from './paced.ts'

it('lets calls begin one after the other, and hands each its own answer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const begun: string[] = []
    const call = paced(async (_method, path) => {
      begun.push(path)
      return { kind: 'ok', data: path, meta: undefined }
    }, 20)
    const answers = ['/a', '/b', '/c'].map((path) => call('GET', path))
    expect(begun).toEqual(['/a'])
    expect(await Promise.all(answers)).toMatchObject([
      { data: '/a' },
      { data: '/b' },
      { data: '/c' },
    ])
    expect(begun).toEqual(['/a', '/b', '/c'])
    vi.advanceTimersByTime(1_000)
    void call('GET', '/d')
    expect(begun).toHaveLength(4)
  } finally {
    vi.useRealTimers()
  }
})

it('waits for nothing where no pause is wanted', () => {
  const begun: string[] = []
  const call = paced(async (_method, path) => {
    begun.push(path)
    return { kind: 'ok', data: path, meta: undefined }
  }, 0)
  for (const path of ['/a', '/b', '/c']) void call('GET', path)
  expect(begun).toEqual(['/a', '/b', '/c'])
})
