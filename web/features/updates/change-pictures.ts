import { data } from 'react-router'

import { imagesPerUpdate } from '#shared/update-form.ts'
import { imageSchema } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

import type { Api } from '../../api/client.ts'
import { catchApiError } from '../../forms/form-action.ts'
import type { FormResult, FormValues } from '../../forms/form-values.ts'
import { checkFile } from '../../forms/pictures/check-file.ts'
import { shrinkImage } from '../../forms/pictures/shrink-image.ts'
import { readPictures, withPictures } from './update-values.ts'

type Form = { api: Api; values: FormValues; file: File | undefined }

/** Shows the form again. */
export const toShown = (values: FormValues) =>
  data<FormResult>({ values, fields: {}, message: null })

const toRefused = (values: FormValues, message: string) =>
  data<FormResult>({ values, fields: { file: [message] }, message: null }, { status: 422 })

/** Uploads the chosen picture or leaves one out. `submit` gets the form unless that was all it was posted for. */
export async function changePictures<Answer>(
  { api, values, file }: Form,
  submit: (changed: FormValues) => Promise<Answer>,
) {
  const pictures = readPictures(values)
  const removed = /^remove-(\d)$/.exec(values['what'] ?? '')?.[1]
  if (removed !== undefined)
    return toShown(withPictures(values, pictures.toSpliced(Number(removed), 1)))
  if (!file) {
    return values['what'] === 'add' ? toRefused(values, invalid.imageMissing) : submit(values)
  }
  const problem = pictures.length >= imagesPerUpdate ? invalid.tooManyPictures : checkFile(file)
  if (problem !== undefined) return toRefused(values, problem)
  return catchApiError(async () => {
    const body = new FormData()
    body.append('file', await shrinkImage(file), file.name)
    const image = await api.post('/images', body, imageSchema)
    const others = pictures.filter(({ id }) => id !== image.id)
    const changed = withPictures(values, [...others, image])
    return values['what'] === 'add' ? toShown(changed) : submit(changed)
  }, values)
}
