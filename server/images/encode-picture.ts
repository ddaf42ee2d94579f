import sharp, { type OutputInfo } from 'sharp'

import { imageWidths } from '#shared/image.ts'

import { dhashOf, standInOf, thumbnailSize, type Thumbnail } from './thumbnail.ts'

// Whatever a file calls itself, only these three kinds are ever decoded in this process.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.concurrency(1)
sharp.cache(false)

const limits = { limitInputPixels: 40_000_000, failOn: 'error' } as const
const longestSide = 20_000
const seconds = 10
/** Nothing wider is ever served, so nothing wider is kept. */
const largest = { width: Math.max(...imageWidths), height: 2 * Math.max(...imageWidths) }

export type EncodedPicture = {
  bytes: Uint8Array
  width: number
  height: number
  /** By which near-copies are found. */
  dhash: string | null
  /** Shown while the picture loads. */
  standIn: string | null
}

/** One new WebP out of a picture from outside: turned upright, without metadata, trailers or frames. Undefined if it cannot be read. */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture | undefined> {
  try {
    const source = sharp(bytes, limits)
    // The head alone tells: a strip of one pixel by millions is within the limit and takes seconds.
    const { width, height } = await source.metadata()
    if (Math.max(width, height) > longestSide) return undefined
    const { data, info } = await source
      .autoOrient()
      .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = { data, info }
    const [encoded, small] = await Promise.all([webpOf(pixels), thumbnailOf(pixels)])
    const derived = { dhash: dhashOf(small), standIn: standInOf(small) }
    return { bytes: encoded, width: info.width, height: info.height, ...derived }
  } catch {
    return undefined
  }
}

/** Kept as they are for all that is made of them: to decode a picture is what costs. */
type Pixels = { data: Buffer; info: OutputInfo }

const sharpOf = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

function webpOf(pixels: Pixels): Promise<Buffer> {
  return sharpOf(pixels).webp({ quality: 82, effort: 4 }).timeout({ seconds }).toBuffer()
}

async function thumbnailOf(pixels: Pixels): Promise<Thumbnail> {
  const { data, info } = await sharpOf(pixels)
    .resize({ ...thumbnailSize, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, channels: info.channels }
}

/** A stored picture in a smaller width; it is never enlarged. */
export async function resizePicture(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(bytes, limits)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 76, effort: 4 })
    .timeout({ seconds })
    .toBuffer()
}

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'unsupported' | 'unknown'

/** What the bytes say they are, whatever the name and the declared type. */
export function sniffPicture(bytes: Uint8Array): PictureKind {
  const start = Buffer.from(bytes.subarray(0, 256))
  const hex = start.toString('hex')
  if (hex.startsWith('ffd8ff')) return 'jpeg'
  if (hex.startsWith('89504e470d0a1a0a')) return 'png'
  if (/^52494646.{8}57454250/.test(hex)) return 'webp'
  const isOther = otherPictures.test(hex) || markup.test(start.toString('utf8'))
  return isOther ? 'unsupported' : 'unknown'
}

// GIF, BMP, TIFF of either byte order, ICO, AVIF and HEIF ('ftyp'), JPEG XL and 2000.
const otherPictures =
  /^(?:47494638|424d|49492a00|4d4d002a|00000100|.{8}66747970|ff0a|0000000c(?:4a584c20|6a502020))/
const markup = /^\uFEFF?\s*<(?:svg|\?xml|!doctype svg|!--)/i
