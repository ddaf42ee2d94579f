import { invalid } from '#shared/text/invalid.ts'

export type EncodedImage = {
  bytes: Uint8Array
  width: number
  height: number
  /** Perceptual hash that finds similar images. */
  dhash: string | null
  placeholder: string | null
  /** The file lacks its end. */
  isCut: boolean
}

/** Why a picture cannot be used. */
export const imageFaults = {
  'too-many-pixels': invalid.imagePixels,
  'too-wide': invalid.imageWide,
  'too-tall': invalid.imageTall,
  cut: invalid.imageCut,
  unreadable: invalid.imageNotImage,
}
export type ImageFault = keyof typeof imageFaults

/** A card on a phone of 360 pixels, two of them per pixel of the page, loads a copy of at most this width. */
const cardWidth = 640
const cardBytes = 60_000

/** True if a copy is small enough for the phones that load its width. */
export const isLight = (bytes: Uint8Array, width: number) =>
  width > cardWidth || bytes.length <= cardBytes

type ImageKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'unsupported' | 'unknown'

/** The format by its first bytes. File name and declared type are not trusted. */
export function sniffImage(bytes: Uint8Array): ImageKind {
  const start = Buffer.from(bytes.subarray(0, 256))
  const hex = start.toString('hex')
  if (hex.startsWith('ffd8ff')) return 'jpeg'
  if (hex.startsWith('89504e470d0a1a0a')) return 'png'
  if (/^52494646.{8}57454250/.test(hex)) return 'webp'
  if (/^.{8}66747970(?:68656963|68656978|68657663|6d696631|6d736631)/.test(hex)) return 'heic'
  const isUnsupported = unsupportedFormats.test(hex) || svg.test(start.toString('utf8'))
  return isUnsupported ? 'unsupported' : 'unknown'
}

// GIF, BMP, TIFF in both byte orders, ICO, AVIF and HEIF ('ftyp'), JPEG XL and JPEG 2000.
const unsupportedFormats =
  /^(?:47494638|424d|49492a00|4d4d002a|00000100|.{8}66747970|ff0a|0000000c(?:4a584c20|6a502020))/
const svg = /^\uFEFF?\s*<(?:svg|\?xml|!doctype svg|!--)/i
