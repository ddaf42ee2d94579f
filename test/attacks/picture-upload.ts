import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { problemSchema } from '#shared/errors.ts'
import { imageSchema } from '#shared/image-schema.ts'
import { invalid } from '#shared/text/invalid.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { ada, as, createPerson } from '#test/support/people/people.ts'

import type { HostilePicture } from './hostile-picture.ts'

const hourMs = 3_600_000
const verdicts = new Map<string, string>([
  [invalid.imageNotImage, 'not an image'],
  [invalid.imagePixels, 'not an image'],
  [invalid.imageWide, 'not an image'],
  [invalid.imageTall, 'not an image'],
  [invalid.imageCut, 'not an image'],
  [invalid.imageType, 'wrong format'],
  [invalid.imageHeic, 'wrong format'],
  [invalid.imageSize, 'too large'],
  [invalid.imageMissing, 'missing'],
])

/** Uploads pictures one hour apart, because 40 an hour are allowed. Returns the verdict and the path of the stored file. */
export async function openPictureUpload(database: Database) {
  const start = Date.now()
  let hours = 0
  const { app, folder } = await openCampaignApp(database, {
    now: () => new Date(start + hours * hourMs),
  })
  const owner = await createPerson(database, ada)

  return async ({ bytes, fileName: name = 'well.jpg' }: HostilePicture) => {
    hours++
    const body = new FormData()
    body.append('file', new File([Uint8Array.from(bytes)], name, { type: 'image/jpeg' }))
    const response = await as(app, owner)('/api/images', { method: 'POST', body })
    const result: unknown = await response.json()
    if (response.status === 201) {
      const { id } = z.parse(imageSchema, result)
      return { verdict: 'taken', file: join(folder, id.slice(0, 2), id) }
    }
    const { message = '' } = z.parse(problemSchema, result).error
    return { verdict: verdicts.get(message) ?? `${response.status} ${message}` }
  }
}

const pictureChunks = ['VP8X', 'VP8 ', 'VP8L', 'ALPH']

/** Chunks of a WebP file that are not image data, and `a trailer` if bytes follow the image. */
export function findExtraChunks(file: string): string[] {
  const bytes = readFileSync(file)
  const end = 8 + bytes.readUInt32LE(4)
  const names: string[] = bytes.length === end ? [] : ['a trailer']
  for (let at = 12; at < end;) {
    names.push(bytes.toString('latin1', at, at + 4))
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return names.filter((name) => !pictureChunks.includes(name))
}
