import type { Image } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

import type { Pictures } from '../../images/pictures.ts'
import { refusedField } from './refused-field.ts'

/** The pictures that a form names, all of which this person has uploaded, with the words of the form. */
export async function ownPictures(
  pictures: Pick<Pictures, 'findOwn'>,
  ownerUid: string,
  named: readonly Pick<Image, 'id' | 'alt'>[],
): Promise<Image[]> {
  const alts = new Map(named.map(({ id, alt }) => [id, alt]))
  const own = await pictures.findOwn(ownerUid, [...alts.keys()])
  if (own.size < alts.size) throw refusedField('images', invalid.imageNotImage)
  return [...alts].flatMap(([id, alt]) => {
    const image = own.get(id)
    return image ? [{ ...image, alt }] : []
  })
}
