import { spawnSync } from 'node:child_process'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/database.ts'

import type { HostilePicture } from './hostile-picture.ts'
import { hostilePictures } from './hostile-pictures.ts'
import { besidesThePicture, pictureDesk } from './picture-desk.ts'

const corpus = await hostilePictures()
const { database } = await testDatabase()
const send = await pictureDesk(database)
const keptFiles = new Set<string>()
const hasExiftool = spawnSync('exiftool', ['-ver']).status === 0

describe('a hostile picture', () => {
  it('comes in more than 200 kinds', () => {
    expect(new Set(corpus.map(({ what }) => what)).size).toBeGreaterThan(200)
  })

  it.each(corpus.map((file): [string, HostilePicture] => [file.what, file]))(
    'does no harm: %s',
    async (_what, file) => {
      const { verdict, file: kept } = await send(file)
      const allowed = file.verdict === 'either' ? ['taken', 'not an image'] : [file.verdict]
      expect(allowed).toContain(verdict)
      expect(kept === undefined ? [] : besidesThePicture(kept)).toEqual([])
      if (kept !== undefined) keptFiles.add(kept)
    },
  )

  it.runIf(hasExiftool)('leaves nothing behind that exiftool would find', () => {
    expect(keptFiles.size).toBeGreaterThan(50)
    expect(tagsOf([...keptFiles]).filter((tag) => !ofThePicture.test(tag))).toEqual([])
  })
})

/** Groups that tell of the file and the picture itself, not of who made it. */
const ofThePicture = /^(?:SourceFile$|(?:ExifTool|File|RIFF|Composite):)/

function tagsOf(files: string[]): string[] {
  const options = { encoding: 'utf8', maxBuffer: 50_000_000 } as const
  const { stdout } = spawnSync('exiftool', ['-j', '-G', '-a', '-u', ...files], options)
  const tags = z.parse(z.array(z.record(z.string(), z.unknown())), JSON.parse(stdout))
  expect(tags).toHaveLength(files.length)
  return [...new Set(tags.flatMap(Object.keys))]
}
