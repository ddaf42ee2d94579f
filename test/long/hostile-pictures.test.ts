import { expect, it } from 'vitest'

import { goodPictures, mutants } from '#test/attacks/hostile-pictures.ts'
import { findExtraChunks, openPictureUpload } from '#test/attacks/picture-upload.ts'
import { testDatabase } from '#test/support/database/database.ts'

const { database } = await testDatabase()
const send = await openPictureUpload(database)
const countPerFormat = Number(process.env['PICTURES'] ?? 10)

it('refuses or cleans pictures with changed bytes', { timeout: 1_800_000 }, async () => {
  const seen = new Set<string>()
  for (const file of mutants(await goodPictures(), countPerFormat)) {
    const { verdict, file: stored } = await send(file)
    seen.add(verdict)
    const extraChunks = stored === undefined ? [] : findExtraChunks(stored)
    const { description } = file
    expect({ description, extraChunks }).toEqual({ description, extraChunks: [] })
  }
  expect([...seen].toSorted()).toEqual(['not an image', 'taken'])
})
