import { parseJson } from '#shared/json.ts'

import { ApiError, clientError } from './api-error.ts'
import { toPath } from './client.ts'
import { parseError } from './parse-error.ts'
import type { Address, Answer, Query } from './routes.ts'
import { withSession } from './session-guard.ts'

type Upload<Path extends Address<'post'>> = {
  path: Path
  values?: Query
  name: string
  signal: AbortSignal
  /** Receives a share between 0 and 1. */
  onProgress: (share: number) => void
}

/** Uploads one file in the field `file`. */
export function uploadFile<Path extends Address<'post'>>(
  file: Blob,
  upload: Upload<Path>,
): Promise<Answer<'post', Path>> {
  return withSession((headers) => send(file, upload, headers))
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
function send<Path extends Address<'post'>>(
  file: Blob,
  { path, values, name, signal, onProgress }: Upload<Path>,
  headers: Record<string, string>,
): Promise<Answer<'post', Path>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const body = parseJson(request.responseText)
      if (request.status === 201) resolve(body as Answer<'post', Path>)
      else reject(parseUploadError(request.status, body))
    })
    request.addEventListener('error', () => reject(clientError(0, 'offline')))
    request.addEventListener('abort', () => reject(clientError(0, 'offline')))
    signal.addEventListener('abort', () => request.abort())

    const body = new FormData()
    body.append('file', file, name)
    request.open('POST', `/api${toPath(path, values)}`)
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
