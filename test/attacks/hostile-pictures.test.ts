import { spawnSync } from 'node:child_process'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/support/database/database.ts'

import type { HostilePicture } from './hostile-picture.ts'
import { hostilePictures } from './hostile-pictures.ts'
import { findExtraChunks, openPictureUpload } from './picture-upload.ts'

const corpus = await hostilePictures()
const { database } = await testDatabase()
const send = await openPictureUpload(database)
const storedFiles = new Set<string>()
const hasExiftool = spawnSync('exiftool', ['-ver']).status === 0

describe('a hostile picture', () => {
  it('has more than 200 variants', () => {
    expect(new Set(corpus.map(({ description }) => description)).size).toBeGreaterThan(200)
  })

  it.each(corpus.map((file): [string, HostilePicture] => [file.description, file]))(
    'is refused or stored without extra data: %s',
    async (_what, file) => {
      const { verdict, file: stored } = await send(file)
      const allowed = file.verdict === 'either' ? ['taken', 'not an image'] : [file.verdict]
      expect(allowed).toContain(verdict)
      expect(stored === undefined ? [] : findExtraChunks(stored)).toEqual([])
      if (stored !== undefined) storedFiles.add(stored)
    },
  )

  it.runIf(hasExiftool)('leaves no metadata that exiftool finds', () => {
    expect(storedFiles.size).toBeGreaterThan(50)
    expect(readTags([...storedFiles]).filter((tag) => !allowedTags.test(tag))).toEqual([])
  })
})

/** Tag groups that describe the file and the image, not its author. */
const allowedTags = /^(?:SourceFile$|(?:ExifTool|File|RIFF|Composite):)/

function readTags(files: string[]): string[] {
  const options = { encoding: 'utf8', maxBuffer: 50_000_000 } as const
  const { stdout } = spawnSync('exiftool', ['-j', '-G', '-a', '-u', ...files], options)
  const tags = z.parse(z.array(z.record(z.string(), z.unknown())), JSON.parse(stdout))
  expect(tags).toHaveLength(files.length)
  return [...new Set(tags.flatMap(Object.keys))]
}
