import { imageMaxBytes, imageTypes } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

/** Checks a file before it is sent (specification §5, readings C6). Returns the message of the first problem. */
export function checkFile(file: File): string | undefined {
  if (file.size === 0) return invalid.imageMissing
  if (!file.type.startsWith('image/')) return invalid.imageNotImage
  if (!imageTypes.some((type) => type === file.type)) return invalid.imageType
  return file.size > imageMaxBytes ? invalid.imageSize : undefined
}
