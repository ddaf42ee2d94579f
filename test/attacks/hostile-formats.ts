import { deflateSync } from 'node:zlib'

import { testImage, hugePng, pngChunk } from '#test/support/campaigns/image-files.ts'

import { script, type HostilePicture, type Verdict } from './hostile-picture.ts'

const gpsPlace = { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 14/1' }

export async function withMetadata(plain: Buffer): Promise<HostilePicture[]> {
  const exif = { IFD0: { Make: script, Artist: 'Ada', Copyright: script }, IFD3: gpsPlace }
  const formats = ['jpeg', 'png', 'webp'] as const
  const labelled = await Promise.all(
    formats.flatMap((format) =>
      Object.entries({
        'camera and GPS data': testImage().withExif(exif),
        'a colour profile': testImage().withIccProfile('p3'),
        XMP: testImage().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`),
      }).map(async ([description, picture]) => ({
        description: `a ${format} with ${description}`,
        bytes: await picture.toFormat(format).toBuffer(),
        verdict: 'taken' as const,
      })),
    ),
  )
  const bomb = deflateSync(Buffer.alloc(60_000_000))
  const chunks = {
    'compressed text of 60 MB': pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb])),
    'international text of 60 MB': pngChunk(
      'iTXt',
      Buffer.concat([Buffer.from('Comment\0\u0001\0\0\0'), bomb]),
    ),
    'a colour profile of 60 MB': pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), bomb])),
    text: pngChunk('tEXt', Buffer.from(`Comment\0${script}`)),
    'an animation header': pngChunk('acTL', Buffer.from('000003e800000000', 'hex')),
    'an unknown optional chunk': pngChunk('aaAa', Buffer.alloc(1_000, 1)),
    'an unknown critical chunk': pngChunk('AAAA', Buffer.alloc(1_000, 1)),
    'a second header': pngChunk('IHDR', Buffer.alloc(13, 1)),
  }
  return [...labelled, ...insertChunks(plain, chunks)]
}

/** Inserts each chunk after the header of the PNG. */
function insertChunks(plain: Buffer, chunks: Record<string, Buffer>): HostilePicture[] {
  const headerBytes = 33
  return Object.entries(chunks).map(([description, chunk]) => ({
    description: `a PNG with ${description}`,
    bytes: Buffer.concat([plain.subarray(0, headerBytes), chunk, plain.subarray(headerBytes)]),
    verdict: 'either' as const,
  }))
}

/** Small files that claim to be very large, and a wrong checksum. */
export function decompressionBombs(plain: Buffer): HostilePicture[] {
  const wrongWidth = Buffer.from(plain)
  wrongWidth.writeUInt32BE(50_000, 16)
  const wrongChecksum = Buffer.from(plain)
  wrongChecksum.writeUInt32BE(0, 29)
  const jpegHead = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101ffd9',
    'hex',
  )
  const files = {
    'a PNG of 16,000 by 16,000': hugePng(16_000, 16_000),
    'a PNG of 60,000 by 1': hugePng(60_000, 1),
    'a PNG of 1 by 60,000': hugePng(1, 60_000),
    'a PNG of 8,000 by 8,000': hugePng(8_000, 8_000),
    'a PNG of 0 by 0': hugePng(0, 0),
    'a PNG with a wrong width': wrongWidth,
    'a PNG with a wrong checksum': wrongChecksum,
    'a JPEG of 65,535 by 65,535 that ends after its header': jpegHead,
  }
  return Object.entries(files).map(([description, bytes]) => ({
    description,
    bytes,
    verdict: 'not an image',
  }))
}

export async function otherFormats(): Promise<HostilePicture[]> {
  const svg = (content: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)
  const wrongFormats: Record<string, Uint8Array> = {
    'an SVG with a script': svg(script),
    'an SVG with a foreign object': svg(
      '<foreignObject><iframe src="file:///etc/passwd"/></foreignObject>',
    ),
    'an SVG with a local file': svg('<image href="file:///etc/passwd"/>'),
    'an SVG with an entity': Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    ),
    'an SVG after a comment': Buffer.from('<!-- x --><svg onload="alert(1)"/>'),
    'an SVG after a byte order mark': Buffer.from('\uFEFF<svg onload="alert(1)"/>'),
    'a GIF': await testImage().gif().toBuffer(),
    'a TIFF': await testImage().tiff().toBuffer(),
    'an AVIF': await testImage(64, 64).avif({ effort: 0 }).toBuffer(),
    'a BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]),
    'an ICO': Buffer.from('00000100010010100000', 'hex'),
    'a HEIF': Buffer.from('0000001866747970686569630000000068656963', 'hex'),
    'a JPEG XL': Buffer.from('ff0a', 'hex'),
    'a JPEG 2000': Buffer.from('0000000c6a5020200d0a870a', 'hex'),
  }
  const notImages: Record<string, Uint8Array> = {
    HTML: Buffer.from(`<!doctype html><html>${script}</html>`),
    PHP: Buffer.from('<?php phpinfo(); ?>'),
    'a ZIP archive': Buffer.from('504b0304140000000800', 'hex'),
    'a PDF': Buffer.from('%PDF-1.7 1 0 obj'),
    'a Linux program': Buffer.from('7f454c4602010100', 'hex'),
    'a Windows program': Buffer.from('4d5a900003000000', 'hex'),
    'a gzip file': Buffer.from('1f8b0800000000000003', 'hex'),
    'an MP3': Buffer.from('ID3\u0004\0\0\0\0\0\0'),
    PostScript: Buffer.from('%!PS-Adobe-3.0'),
    'a script for ImageMagick': Buffer.from(
      'push graphic-context\nfill "url(https://example.com)"',
    ),
    'one byte': Buffer.from([0]),
    zeros: Buffer.alloc(10_000),
    'an SVG after the first bytes of a PNG': Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      svg(script),
    ]),
    'HTML after the first bytes of a JPEG': Buffer.concat([
      Buffer.from('ffd8ffe0', 'hex'),
      Buffer.from(script),
    ]),
  }
  const withVerdict = (files: Record<string, Uint8Array>, verdict: Verdict) =>
    Object.entries(files).map(([description, bytes]) => ({
      description: `${description}, named .jpg`,
      bytes,
      verdict,
    }))
  return [...withVerdict(wrongFormats, 'wrong format'), ...withVerdict(notImages, 'not an image')]
}
