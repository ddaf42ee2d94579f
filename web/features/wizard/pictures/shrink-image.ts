import { imageWidths } from '#shared/image.ts'

const widest = Math.max(...imageWidths)

/**
 * A picture no wider than the widest one that is ever shown, so that a phone on a slow line does not send what nobody will see.
 * What the browser cannot read goes as it is: the server tells what is wrong with it.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  if (typeof createImageBitmap !== 'function') return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return file
  try {
    if (bitmap.width <= widest) return file
    const smaller = await drawn(bitmap, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp')
    return smaller !== null && smaller.size < file.size ? smaller : file
  } finally {
    bitmap.close()
  }
}

function drawn(bitmap: ImageBitmap, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = widest
  canvas.height = Math.round((bitmap.height * widest) / bitmap.width)
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.88))
}
