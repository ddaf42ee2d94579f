import { imageSchema, type Image } from '#shared/image.ts'

import { uploadFile } from '../../../api/upload-file.ts'
import { shrinkImage } from '../../../forms/pictures/shrink-image.ts'

type Upload = { signal: AbortSignal; onProgress: (share: number) => void }

/** Uploads one picture, scaled down if it is large. `onProgress` receives a share between 0 and 1. */
export async function uploadImage(file: File, upload: Upload): Promise<Image> {
  const picture = await shrinkImage(file)
  return uploadFile(picture, { ...upload, name: file.name, path: '/images', schema: imageSchema })
}
