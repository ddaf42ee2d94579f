import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'

/** An image with enough detail to keep its file size. Different for each `shade`. Small, because encoding it takes most of an upload's time. */
export function testImage(width = 400, height = 250, shade = 120) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < pixels.length; index++)
    pixels[index] = (shade + (index % 251) + Math.floor(index / (width * 30))) % 256
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const jpeg = (shade?: number) => testImage(400, 250, shade).jpeg().toBuffer()
export const png = () => testImage().png().toBuffer()
export const webp = () => testImage().webp().toBuffer()

/** A photo of many pixels, as a file of a few hundred kilobytes. */
export const photo = (width: number, height: number, progressive = false) =>
  sharp({ create: { width, height, channels: 3, background: '#68a' }, limitInputPixels: false })
    .jpeg({ progressive })
    .toBuffer()

/** A JPEG whose last scan is repeated, so that decoding it takes as many passes over the picture. */
export async function jpegOfScans(scans: number): Promise<Buffer> {
  const file = await testImage().jpeg({ progressive: true }).toBuffer()
  const last = file.lastIndexOf(Buffer.from([0xff, 0xda]))
  const repeated = Array.from({ length: scans }, () => file.subarray(last, -2))
  return Buffer.concat([file.subarray(0, last), ...repeated, file.subarray(-2)])
}

/** A photo like a phone's: rotated by EXIF orientation and with GPS coordinates. */
export function phoneJpeg() {
  return testImage(600, 400)
    .withExif({
      IFD0: { Make: 'PhoneMaker', Model: 'SerialNumber12345' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 14/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A PNG of a few kilobytes that decodes to the given size. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
