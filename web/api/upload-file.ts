import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'

import { ApiError, clientError } from './api-error.ts'
import { parseError } from './parse-error.ts'
import { withSession } from './session-guard.ts'

type Upload<Schema extends z.ZodMiniType> = {
  /** Without '/api'. */
  path: string
  name: string
  schema: Schema
  signal: AbortSignal
  /** Receives a share between 0 and 1. */
  onProgress: (share: number) => void
}

/** Uploads one file in the field `file`. */
export function uploadFile<Schema extends z.ZodMiniType>(
  file: Blob,
  upload: Upload<Schema>,
): Promise<z.output<Schema>> {
  return withSession((headers) => send(file, upload, headers))
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
function send<Schema extends z.ZodMiniType>(
  file: Blob,
  { path, name, schema, signal, onProgress }: Upload<Schema>,
  headers: Record<string, string>,
): Promise<z.output<Schema>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const body = parseJson(request.responseText)
      const stored = z.safeParse(schema, body)
      if (request.status === 201 && stored.success) resolve(stored.data)
      else reject(parseUploadError(request.status, body))
    })
    request.addEventListener('error', () => reject(clientError(0, 'offline')))
    request.addEventListener('abort', () => reject(clientError(0, 'offline')))
    signal.addEventListener('abort', () => request.abort())

    const body = new FormData()
    body.append('file', file, name)
    request.open('POST', `/api${path}`)
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
