import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { jpeg, photo } from '#test/support/campaigns/image-files.ts'

import { encodeImage } from './image-program.ts'

/** Programs that decode pictures for this process. */
const listDecoders = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
        const [, parent, priority] = /\) \S (\d+)(?: \S+){14} (\S+)/.exec(read('stat')) ?? []
        const isOurs = Number(parent) === process.pid && read('cmdline').includes('encode-image.ts')
        const names = read('environ')
          .split('\0')
          .map((entry) => entry.replace(/=.*/s, ''))
        return isOurs ? [{ pid: Number(pid), nice: Number(priority), names }] : []
      } catch {
        // It has ended meanwhile.
        return []
      }
    })

it('decodes a picture in a program that yields to the server and has no environment', async () => {
  const encoded = encodeImage(await jpeg())
  await expect.poll(() => listDecoders().length).toBeGreaterThan(0)
  for (const { nice, names } of listDecoders()) {
    expect(nice).toBe(10)
    expect(names.filter((name) => !/^(MALLOC|NODE_CHANNEL)_|^$/.test(name))).toEqual([])
  }
  expect(await encoded).toMatchObject({ isCut: false })
})

it('refuses a picture whose program is killed, and decodes the next one', async () => {
  const encoded = encodeImage(await photo(9_000, 9_000))
  await expect.poll(() => listDecoders().length).toBeGreaterThan(0)
  for (const { pid } of listDecoders()) process.kill(pid, 'SIGKILL')
  expect(await encoded).toBe('unreadable')
  expect(await encodeImage(await jpeg())).toMatchObject({ isCut: false })
})
