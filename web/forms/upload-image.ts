import { type Image, imageSchema } from '#shared/image-schema.ts'
import { imageWidths } from '#shared/image.ts'

import { uploadFile } from '../api/upload-file.ts'

type Upload = { signal: AbortSignal; onProgress: (share: number) => void }

/** Uploads one picture, scaled down if it is large. `onProgress` receives a share between 0 and 1. */
export async function uploadImage(file: File, upload: Upload): Promise<Image> {
  const picture = await shrinkImage(file)
  return uploadFile(picture, { ...upload, name: file.name, path: '/images', schema: imageSchema })
}

const maxWidth = Math.max(...imageWidths)

/**
 * Scales a picture down to the largest width that is ever shown, to save upload time on slow connections. Files that the browser cannot
 * decode are returned unchanged: the server reports what is wrong with them.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  if (typeof createImageBitmap !== 'function') return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return file
  try {
    if (bitmap.width <= maxWidth) return file
    const smaller = await scale(bitmap, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp')
    return smaller !== null && smaller.size < file.size ? smaller : file
  } finally {
    bitmap.close()
  }
}

function scale(bitmap: ImageBitmap, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = maxWidth
  canvas.height = Math.round((bitmap.height * maxWidth) / bitmap.width)
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.88))
}
