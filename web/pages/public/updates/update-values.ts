import type { UpdateContent } from '#shared/campaign-update.ts'
import type { Image } from '#shared/image-schema.ts'

import type { FormValues } from '../../../forms/form-result.ts'

/** The form of an update holds its pictures as texts: `image0` is the id and size of the first one, and `alt0` what it shows. */
export function readPictures(values: FormValues): Image[] {
  const pictures: Image[] = []
  for (let index = 0; ; index++) {
    const stored = values[`image${index}`]
    if (stored === undefined) return pictures
    const [id = '', width, height] = stored.split(' ')
    const alt = values[`alt${index}`] ?? ''
    pictures.push({ id, width: Number(width), height: Number(height), alt })
  }
}

/** The values of the form with these pictures instead of its own. */
export function withPictures(values: FormValues, pictures: readonly Image[]): FormValues {
  const others = Object.entries(values).filter(([name]) => !/^(?:image|alt)\d$/.test(name))
  const fields = pictures.flatMap(({ id, width, height, alt }, index) => [
    [`image${index}`, `${id} ${width} ${height}`],
    [`alt${index}`, alt],
  ])
  return Object.fromEntries([...others, ...fields]) as FormValues
}

export const toUpdateValues = ({ title, text, images }: UpdateContent): FormValues =>
  withPictures({ title, text }, images)

export const toUpdateForm = (values: FormValues) => ({
  title: values['title'] ?? '',
  text: values['text'] ?? '',
  images: readPictures(values).map(({ id, alt }) => ({ id, alt })),
  ...(values['base'] !== undefined && { base: values['base'] }),
})
