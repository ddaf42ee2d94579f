import * as z from 'zod/mini'

import { errorSentences } from '#shared/error-sentences.ts'
import { problemSchema } from '#shared/errors.ts'
import { imageMaxBytes, imageSchema, imageTypes, type Image } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

import { ApiError, ownError } from '../../api/api-error.ts'
import { inSession } from '../../api/session-guard.ts'

/** What is wrong with a file before it is sent (specification §5; readings C6: every file). */
export function fileProblem(file: File): string | undefined {
  if (file.size === 0) return invalid.imageMissing
  if (!file.type.startsWith('image/')) return invalid.imageNotImage
  if (!imageTypes.some((type) => type === file.type)) return invalid.imageType
  return file.size > imageMaxBytes ? invalid.imageSize : undefined
}

type Upload = { name: string; signal: AbortSignal; onProgress: (share: number) => void }

/** Sends one picture, as the person on the page. */
export function uploadImage(picture: Blob, upload: Upload): Promise<Image> {
  return inSession((headers) => sendImage(picture, upload, headers))
}

/** XMLHttpRequest, because fetch does not tell how far an upload is. */
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
      const answer = readJson(request.responseText)
      const image = z.safeParse(imageSchema, answer)
      if (request.status === 201 && image.success) resolve(image.data)
      else reject(refusalFrom(request.status, answer))
    })
    request.addEventListener('error', () => reject(ownError(0, 'offline')))
    request.addEventListener('abort', () => reject(ownError(0, 'offline')))
    signal.addEventListener('abort', () => request.abort())

    const body = new FormData()
    body.append('file', picture, name)
    request.open('POST', '/api/images')
    for (const [header, value] of Object.entries({ accept: 'application/json', ...headers }))
      request.setRequestHeader(header, value)
    request.send(body)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function refusalFrom(status: number, answer: unknown): ApiError {
  const problem = z.safeParse(problemSchema, answer)
  if (!problem.success) return ownError(status, 'internal')
  const { code, message = errorSentences[code], fields } = problem.data.error
  return new ApiError(status, code, { message: fields?.['file']?.[0] ?? message, fields })
}
