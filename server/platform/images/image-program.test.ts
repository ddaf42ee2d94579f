import { existsSync, readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { checkPdf } from '#server/campaigns/documents/documents.ts'
import { jpeg, photo } from '#test/support/campaigns/image-files.ts'
import { compressedPdf } from '#test/support/documents/pdf-files.ts'

import { openProgram, ProgramEnded, runProgram } from '../runtime/child-program.ts'
import { encodeImage } from './image-program.ts'

const listPrograms = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
        const [, parent, priority] = /\) \S (\d+)(?: \S+){14} (\S+)/.exec(read('stat')) ?? []
        const names = read('environ')
          .split('\0')
          .map((entry) => entry.replace(/=.*/s, ''))
        const [numbers, line] = [[pid, parent, priority].map(Number), read('cmdline')]
        return [{ pid: numbers[0] ?? 0, parent: numbers[1], nice: numbers[2], line, names }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })

/** Programs that decode pictures for this process. */
const listDecoders = () =>
  listPrograms().filter(
    ({ parent, line }) => parent === process.pid && line.includes('encode-image.ts'),
  )

it('decodes a picture in a program that yields to the server and has no environment', async () => {
  const encoded = encodeImage(await jpeg())
  await expect.poll(() => listDecoders().length).toBeGreaterThan(0)
  for (const { nice, names } of listDecoders()) {
    expect(nice).toBe(5)
    expect(names.filter((name) => !/^(MALLOC|NODE_CHANNEL)_|^$/.test(name))).toEqual([])
  }
  expect(await encoded).toMatchObject({ isCut: false })
})

it('refuses a picture whose program is killed, and decodes the next one', async () => {
  const encoded = encodeImage(await photo(9_000, 9_000))
  await expect.poll(() => listDecoders().length).toBeGreaterThan(0)
  const killed = listDecoders()
  for (const { pid } of killed) process.kill(pid, 'SIGKILL')
  expect(await encoded).toBe('unreadable')
  // Until this process has heard that they ended, it may give one of them the next picture.
  await expect.poll(() => killed.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([])
  expect(await encodeImage(await jpeg())).toMatchObject({ isCut: false })
})

it('ends a program at its limit of time, and the one that started it at its own', async () => {
  const endless = { args: ['-e', 'setTimeout(() => {}, 9_000)'], input: '' }
  expect(await runProgram(endless, 500)).toEqual({ signal: 'SIGKILL' })
  type Served = { execute: (program: typeof endless) => Promise<object> }
  const call = openProgram<Served>('server/platform/runtime/child-program.ts', 500)('execute')
  await expect(call(endless)).rejects.toThrow(ProgramEnded)
})

it('leaves the start of the reader of a document to another program', async () => {
  const checked = checkPdf(compressedPdf([`/${'#41'.repeat(33_000_000)}`]))
  const listStarters = () => {
    const all = listPrograms()
    const readers = all.filter(({ line }) => line.includes('read-pdf.ts'))
    return readers.map((reader) => all.find(({ pid }) => pid === reader.parent)?.parent)
  }
  await expect.poll(listStarters).toContain(process.pid)
  expect((await checked).kind).not.toBe('readable')
})
