import * as z from 'zod/mini'

import { imageMaxBytes, imageSchema, imageTypes, type Image } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'
import { parseJson } from '#shared/json.ts'

import { ApiError, clientError } from '../../../api/api-error.ts'
import { parseError } from '../../../api/parse-error.ts'
import { withSession } from '../../../api/session-guard.ts'

/** Checks a file before it is sent (specification §5, readings C6). Returns the message of the first problem. */
export function checkFile(file: File): string | undefined {
  if (file.size === 0) return invalid.imageMissing
  if (!file.type.startsWith('image/')) return invalid.imageNotImage
  if (!imageTypes.some((type) => type === file.type)) return invalid.imageType
  return file.size > imageMaxBytes ? invalid.imageSize : undefined
}

type Upload = { name: string; signal: AbortSignal; onProgress: (share: number) => void }

/** Uploads one picture. `onProgress` receives a share between 0 and 1. */
export function uploadImage(picture: Blob, upload: Upload): Promise<Image> {
  return withSession((headers) => sendImage(picture, upload, headers))
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
function sendImage(
  picture: Blob,
  { name, signal, onProgress }: Upload,
  headers: Record<string, string>,
): Promise<Image> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const body = parseJson(request.responseText)
      const image = z.safeParse(imageSchema, body)
      if (request.status === 201 && image.success) resolve(image.data)
      else reject(parseUploadError(request.status, body))
    })
    request.addEventListener('error', () => reject(clientError(0, 'offline')))
    request.addEventListener('abort', () => reject(clientError(0, 'offline')))
    signal.addEventListener('abort', () => request.abort())

    const body = new FormData()
    body.append('file', picture, name)
    request.open('POST', '/api/images')
    for (const [header, value] of Object.entries({ accept: 'application/json', ...headers }))
      request.setRequestHeader(header, value)
    request.send(body)
  })
}

/** The message of the `file` field, if there is one, says more than that of the error. */
function parseUploadError(status: number, body: unknown): ApiError {
  const error = parseError(status, body)
  const [message = error.message] = error.fields['file'] ?? []
  return new ApiError(status, error.code, { message, fields: error.fields })
}
