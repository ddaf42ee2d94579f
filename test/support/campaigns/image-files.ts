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

/**
 * A grey JPEG whose first scan has all that it shows. Each other one refines one coefficient of every block by a bit, so that decoding a
 * small file takes as many passes over the picture.
 */
export function jpegOfScans(scans: number, side = 1_200): Buffer {
  const blocks = (side / 8) ** 2
  const runs = Math.ceil(blocks / 32_767)
  // Each table has one symbol, whose code is 0: no change of brightness, and an end of 16,384 blocks and what the next 14 bits add.
  const toTable = (kind: number, symbol: number) => [kind, 1, ...Array<number>(15).fill(0), symbol]
  const ends = Array.from({ length: runs }, (_, run) =>
    (Math.floor((blocks + run) / runs) - 16_384).toString(2).padStart(15, '0'),
  )
  const toScan = (coefficient: number, bits: number, data: string) => {
    const bytes = (data.match(/.{1,8}/g) ?? []).flatMap((byte) => {
      const value = Number.parseInt(byte.padEnd(8, '1'), 2)
      return value === 0xff ? [value, 0] : [value]
    })
    return [0xff, 0xda, 0, 8, 1, 1, 0, coefficient, coefficient, bits, ...bytes]
  }
  const refinements = Array.from({ length: scans - 1 }, (_, scan) => {
    const left = 13 - (scan % 14)
    const before = left === 13 ? 0 : left + 1
    return toScan(1 + Math.floor(scan / 14), before * 16 + left, ends.join(''))
  })
  const size = [side >> 8, side & 255]
  const quantisation = [0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)]
  const frame = [0xff, 0xc2, 0, 11, 8, ...size, ...size, 1, 1, 0x11, 0, 0xff, 0xc4, 0, 38]
  const tables = [...toTable(0x00, 0), ...toTable(0x10, 0xe0)]
  const all = [toScan(0, 0, '0'.repeat(blocks)), ...refinements].flat()
  return Buffer.from([...quantisation, ...frame, ...tables, ...all, 0xff, 0xd9])
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
