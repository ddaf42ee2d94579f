import type { UploadedImage } from '#shared/image-schema.ts'
import { imageMaxBytes, imageWidths, isHeic } from '#shared/image.ts'
import { invalid } from '#shared/text/invalid.ts'

import { ApiError } from '../api/api-error.ts'
import { uploadFile } from '../api/upload-file.ts'

type Upload = { signal: AbortSignal; onProgress: (share: number) => void }

/** Uploads one picture, scaled down if it is large. `onProgress` receives a share between 0 and 1. */
export async function uploadImage(file: File, upload: Upload): Promise<UploadedImage> {
  const picture = await shrinkImage(file)
  return uploadFile(picture, { ...upload, name: file.name, path: '/images' })
}

const maxWidth = Math.max(...imageWidths)

/**
 * Scales a picture down to the largest width that is ever shown, to save upload time on slow connections. Files that the browser cannot
 * decode are returned unchanged: the server reports what is wrong with them.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  const picture = await toSmaller(file)
  if (isHeic(file) && picture === file) throw toFileError(invalid.imageHeic)
  if (picture.size > imageMaxBytes) throw toFileError(invalid.imageSize)
  return picture
}

const toFileError = (message: string) =>
  new ApiError(422, 'invalid-input', { message, fields: { file: [message] } })

async function toSmaller(file: File): Promise<Blob> {
  if (typeof createImageBitmap !== 'function') return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return file
  try {
    const isSmall = bitmap.width <= maxWidth && file.size <= imageMaxBytes
    if (isSmall && !isHeic(file)) return file
    const isPhoto = file.type === 'image/jpeg' || isHeic(file)
    const smaller = await scale(bitmap, isPhoto ? 'image/jpeg' : 'image/webp')
    if (smaller === null) return file
    return smaller.size < file.size || isHeic(file) ? smaller : file
  } finally {
    bitmap.close()
  }
}

function scale(bitmap: ImageBitmap, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(bitmap.width, maxWidth)
  canvas.height = Math.round((bitmap.height * canvas.width) / bitmap.width)
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.88))
}
