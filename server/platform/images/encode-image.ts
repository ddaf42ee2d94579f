import sharp from 'sharp'
import type { OutputInfo, SharpOptions } from 'sharp'
import { imageWidths, type ImageFormat } from '#shared/image.ts'
import type { Focus } from '#shared/image-schema.ts'

import { serveCalls } from '../runtime/child-program.ts'
import { findPaperWords } from './paper-words.ts'
import { isLight, sniffImage, type EncodedImage, type ImageFault } from './sniff-image.ts'

/** A program of its own, which image-program.ts calls. Only these three decoders run in it, to keep the attack surface of libvips small. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.concurrency(1)
sharp.cache(false)

const limits = { limitInputPixels: 40_000_000, failOn: 'error' } as const
/** A JPEG of one scan is decoded in the size of its copy, so a photo of 100 megapixels needs as much memory as one of 25. */
const maxShrunkPixels = 110_000_000
const maxSide = 20_000
/** No larger width is ever served. */
const maxSize = { width: Math.max(...imageWidths), height: 2 * Math.max(...imageWidths) }

/** Encodes an upload as WebP, upright, and without metadata, trailing bytes or animation. */
export async function encodeImage(bytes: Uint8Array): Promise<EncodedImage | ImageFault> {
  const scans = countScans(bytes)
  if (scans > maxScans) return 'unreadable'
  let isPicture = false
  try {
    const { autoOrient } = await sharp(bytes, { ...limits, limitInputPixels: false }).metadata()
    const { width, height } = autoOrient
    isPicture = true
    const limitInputPixels = scans === 1 ? maxShrunkPixels : limits.limitInputPixels
    if (width * height > limitInputPixels) return 'too-many-pixels'
    // Extreme aspect ratios pass the limit on pixels but take seconds to resize.
    if (width > maxSide) return 'too-wide'
    if (height > maxSide) return 'too-tall'
    return await encode(bytes, { limitInputPixels, failOn: 'error' })
  } catch (error) {
    if (!lacksEnd(bytes, isPicture ? error : undefined)) return 'unreadable'
    if (scans !== 1 || !(await showsMost(bytes).catch(() => false))) return 'cut'
    return encode(bytes, { limitInputPixels: maxShrunkPixels, failOn: 'none' }).then(
      (image) => ({ ...image, isCut: true }),
      () => 'cut',
    )
  }
}

/** `error` is that of decoding a file whose header was read. */
function lacksEnd(bytes: Uint8Array, error: unknown): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = sniffImage(bytes)
  if (kind === 'webp') return file.length < 8 + file.readUInt32LE(4)
  if (!(error instanceof Error)) return false
  return kind === 'png' ? !file.includes('IEND') : error.message.includes('premature end')
}

/** The decoder fills what is missing at the bottom of a JPEG with one colour. A fifth may be missing. */
async function showsMost(bytes: Uint8Array): Promise<boolean> {
  const side = 50
  const pixels = await sharp(bytes, { limitInputPixels: maxShrunkPixels, failOn: 'none' })
    .resize({ width: side, height: side, fit: 'fill', kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer()
  const filled = pixels.at(-1)
  return pixels.subarray(side * side * 0.8).some((value) => value !== filled)
}

async function encode(bytes: Uint8Array, options: SharpOptions): Promise<EncodedImage> {
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { data, info }
  const [encoded, thumbnail] = await Promise.all([toWebp(pixels), toThumbnail(pixels)])
  return {
    bytes: encoded,
    width: info.width,
    height: info.height,
    dhash: toDhash(thumbnail),
    placeholder: toPlaceholder(thumbnail),
    isCut: false,
  }
}

/** Cameras and programs write about ten. Each one of a progressive JPEG decodes the whole picture again. */
const maxScans = 50

/** Counts the scans of a JPEG by their markers: in the data of a scan, 0xff is never followed by 0xda. */
function countScans(bytes: Uint8Array): number {
  if (sniffImage(bytes) !== 'jpeg') return 0
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  let scans = 0
  while (at >= 0 && at + 4 <= file.length && scans <= maxScans) {
    const marker = file[at + 1] ?? 0
    const isSegment = file[at] === 0xff && marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd9)
    if (marker === 0xda && isSegment) scans += 1
    // A segment may hold a thumbnail with scans of its own.
    const next = isSegment ? at + 2 + file.readUInt16BE(at + 2) : at + 1
    at = file.indexOf(0xff, next)
  }
  return scans
}

/** Decoded once for both outputs, because decoding is the expensive part. */
type Pixels = { data: Buffer; info: OutputInfo }

const fromPixels = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

function toWebp(pixels: Pixels): Promise<Buffer> {
  return fromPixels(pixels).webp({ quality: 82, effort: 4 }).toBuffer()
}

async function toThumbnail(pixels: Pixels): Promise<Thumbnail> {
  const { data, info } = await fromPixels(pixels)
    .resize({ ...thumbnailSize, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, channels: info.channels }
}

const qualities = [76, 60, 45, 30, 15] as const

/** Never enlarges. A copy for cards has the highest quality that is light enough, and fewer pixels if none is. */
export async function resizeImage(
  bytes: Uint8Array,
  width: number,
  format: ImageFormat,
): Promise<Uint8Array> {
  let copy = await toCopy(bytes, { width, format, quality: qualities[0] })
  for (const quality of qualities.slice(1)) {
    if (isLight(copy, width)) return copy
    copy = await toCopy(bytes, { width, format, quality })
  }
  const lowest = Math.min(...qualities)
  for (let pixels = width / 2; !isLight(copy, width) && pixels >= 1; pixels /= 2)
    copy = await toCopy(bytes, { width: Math.round(pixels), format, quality: lowest })
  return copy
}

type Copy = { width: number; format: ImageFormat; quality: number }

function toCopy(bytes: Uint8Array, { width, format, quality }: Copy): Promise<Uint8Array> {
  const resized = sharp(bytes, limits).resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'jpeg'
      ? resized.flatten({ background: '#fff' }).jpeg({ quality })
      : resized.webp({ quality, effort: 4 })
  return encoded.toBuffer()
}

type Crop = { width: number; height: number; focus: Focus }

/** Fills the size with the image, cut around the focus point as `object-position` cuts it on pages. A JPEG. */
export async function cropImage(bytes: Uint8Array, { width, height, focus }: Crop) {
  const source = sharp(bytes, limits)
  const original = await source.metadata()
  const scale = Math.max(width / original.width, height / original.height)
  const filled = {
    width: Math.max(width, Math.round(original.width * scale)),
    height: Math.max(height, Math.round(original.height * scale)),
  }
  return source
    .resize({ ...filled, fit: 'fill' })
    .extract({
      left: Math.round(((filled.width - width) * focus.x) / 100),
      top: Math.round(((filled.height - height) * focus.y) / 100),
      width,
      height,
    })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** An image at 36 by 24 pixels, which both grids below divide evenly. */
type Thumbnail = { data: Uint8Array; channels: number }

const thumbnailSize = { width: 36, height: 24 }

const minSetBits = 4
const minOpaqueAlpha = 250

/** Difference hash (dHash) as text of 64 bits. Null for images without enough contrast to compare. */
function toDhash(thumbnail: Thumbnail): string | null {
  const grey = averageCells(thumbnail, { columns: 9, rows: 8 }).map(
    ([red = 0, green = 0, blue = 0]) => 0.299 * red + 0.587 * green + 0.114 * blue,
  )
  const bits = Array.from({ length: 64 }, (_, index) => {
    const at = index + Math.floor(index / 8)
    return (grey[at] ?? 0) > (grey[at + 1] ?? 0) ? '1' : '0'
  })
  const setBits = bits.filter((bit) => bit === '1').length
  return setBits < minSetBits || setBits > 64 - minSetBits ? null : bits.join('')
}

/** Twelve colours in hex, four columns by three rows. Null for transparent images, where the placeholder would shine through. */
function toPlaceholder(thumbnail: Thumbnail): string | null {
  const cells = averageCells(thumbnail, { columns: 4, rows: 3 })
  if (cells.some(([, , , alpha = 255]) => alpha < minOpaqueAlpha)) return null
  return cells
    .flatMap((cell) => cell.slice(0, 3))
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')
}

/** The average of each channel in every cell of the grid, row by row. */
function averageCells(
  { data, channels }: Thumbnail,
  { columns, rows }: { columns: number; rows: number },
) {
  const [width, height] = [thumbnailSize.width / columns, thumbnailSize.height / rows]
  return Array.from({ length: columns * rows }, (_, index) => {
    const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height]
    const sums = Array.from({ length: channels }, () => 0)
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++)
        for (let channel = 0; channel < channels; channel++)
          sums[channel] =
            (sums[channel] ?? 0) + (data[(y * thumbnailSize.width + x) * channels + channel] ?? 0)
    return sums.map((sum) => sum / (width * height))
  })
}

const served = { encodeImage, resizeImage, cropImage, findPaperWords }
export type ImageProgram = typeof served
serveCalls(served)
