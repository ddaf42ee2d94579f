import { expect, it } from 'vitest'

import { goodPictures, mutants } from '#test/attacks/hostile-pictures.ts'
import { besidesThePicture, pictureDesk } from '#test/attacks/picture-desk.ts'
import { testDatabase } from '#test/database.ts'

const { database } = await testDatabase()
const send = await pictureDesk(database)
const ofEachKind = Number(process.env['PICTURES'] ?? 20)

it('a picture with bytes turned over does no harm', { timeout: 1_800_000 }, async () => {
  const seen = new Set<string>()
  for (const file of mutants(await goodPictures(), ofEachKind)) {
    const { verdict, file: kept } = await send(file)
    seen.add(verdict)
    const besides = kept === undefined ? [] : besidesThePicture(kept)
    expect({ what: file.what, besides }).toEqual({ what: file.what, besides: [] })
  }
  expect([...seen].toSorted()).toEqual(['not an image', 'taken'])
})
