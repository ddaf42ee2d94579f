import { imagesPerUpdate } from '#shared/update-form.ts'
import { invalid } from '#shared/messages.ts'
import { data } from '#web/router/responses.ts'

import type { Api } from '../../../api/client.ts'
import {
  catchApiError,
  type FormResult,
  type FormValues,
  toValues,
} from '../../../forms/form-result.ts'

import { shrinkImage } from '../../../forms/upload-image.ts'
import { readPictures, withPictures } from './update-values.ts'

type Form = { api: Api; values: FormValues; file: File | undefined }

/** The text fields of a form, and the file that was chosen in the field `file`. */
export async function readValuesWithFile(request: Request) {
  const form = await request.formData()
  const file = form.get('file')
  return {
    values: toValues(form),
    file: file instanceof File && file.size > 0 ? file : undefined,
  }
}

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
    return toShown(
      withPictures(
        values,
        pictures.filter((_, index) => index !== Number(removed)),
      ),
    )
  if (!file) {
    return values['what'] === 'add' ? toRefused(values, invalid.imageMissing) : submit(values)
  }
  if (pictures.length >= imagesPerUpdate) return toRefused(values, invalid.input)
  return catchApiError(async () => {
    const body = new FormData()
    body.append('file', await shrinkImage(file), file.name)
    const image = await api.post('/images', body)
    const others = pictures.filter(({ id }) => id !== image.id)
    const changed = withPictures(values, [...others, image])
    return values['what'] === 'add' ? toShown(changed) : submit(changed)
  }, values)
}
