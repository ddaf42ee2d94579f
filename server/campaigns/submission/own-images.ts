import type { Image } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

import { fieldError } from '../../http/field-error.ts'
import type { Images } from '../../images/images.ts'

/** The images of a form with its alternative texts. Refuses images that this owner has not uploaded. */
export async function findOwnImages(
  images: Pick<Images, 'findOwn'>,
  ownerUid: string,
  requested: readonly Pick<Image, 'id' | 'alt'>[],
): Promise<Image[]> {
  const alts = new Map(requested.map(({ id, alt }) => [id, alt]))
  const own = await images.findOwn(ownerUid, [...alts.keys()])
  if (own.size < alts.size) throw fieldError('images', invalid.imageNotImage)
  return [...alts].flatMap(([id, alt]) => {
    const image = own.get(id)
    return image ? [{ ...image, alt }] : []
  })
}
