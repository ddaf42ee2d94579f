import { deflateSync } from 'node:zlib'

import { testImage, hugePng, pngChunk } from '#test/image-files.ts'

import { script, type HostilePicture, type Verdict } from './hostile-picture.ts'

const gpsPlace = { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 14/1' }

export async function withMetadata(plain: Buffer): Promise<HostilePicture[]> {
  const exif = { IFD0: { Make: script, Artist: 'Ada', Copyright: script }, IFD3: gpsPlace }
  const formats = ['jpeg', 'png', 'webp'] as const
  const labelled = await Promise.all(
    formats.flatMap((format) =>
      Object.entries({
        'camera and place': testImage().withExif(exif),
        'a profile of colours': testImage().withIccProfile('p3'),
        XMP: testImage().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`),
      }).map(async ([what, picture]) => ({
        what: `a ${format} with ${what}`,
        bytes: await picture.toFormat(format).toBuffer(),
        verdict: 'taken' as const,
      })),
    ),
  )
  const bomb = deflateSync(Buffer.alloc(60_000_000))
  const parts = {
    'a compressed text of 60 MB': pngChunk(
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0'), bomb]),
    ),
    'an international text of 60 MB': pngChunk(
      'iTXt',
      Buffer.concat([Buffer.from('Comment\0\u0001\0\0\0'), bomb]),
    ),
    'a profile of 60 MB': pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), bomb])),
    'a text': pngChunk('tEXt', Buffer.from(`Comment\0${script}`)),
    'the head of a film': pngChunk('acTL', Buffer.from('000003e800000000', 'hex')),
    'a part that nobody knows': pngChunk('aaAa', Buffer.alloc(1_000, 1)),
    'a part that must be known': pngChunk('AAAA', Buffer.alloc(1_000, 1)),
    'a second head': pngChunk('IHDR', Buffer.alloc(13, 1)),
  }
  return [...labelled, ...inserted(plain, parts)]
}

/** Behind the head of the PNG. */
function inserted(plain: Buffer, parts: Record<string, Buffer>): HostilePicture[] {
  const head = 33
  return Object.entries(parts).map(([what, part]) => ({
    what: `a PNG with ${what}`,
    bytes: Buffer.concat([plain.subarray(0, head), part, plain.subarray(head)]),
    verdict: 'either' as const,
  }))
}

/** Small files that say they are very large, and sums that are wrong. */
export function floods(plain: Buffer): HostilePicture[] {
  const lie = Buffer.from(plain)
  lie.writeUInt32BE(50_000, 16)
  const wrongSum = Buffer.from(plain)
  wrongSum.writeUInt32BE(0, 29)
  const jpegHead = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101ffd9',
    'hex',
  )
  const files = {
    'a PNG of 16,000 by 16,000': hugePng(16_000, 16_000),
    'a PNG of 60,000 by 1': hugePng(60_000, 1),
    'a PNG of 1 by 60,000': hugePng(1, 60_000),
    'a PNG of 8,000 by 8,000': hugePng(8_000, 8_000),
    'a PNG of nothing': hugePng(0, 0),
    'a PNG that lies about its width': lie,
    'a PNG whose sum is wrong': wrongSum,
    'a JPEG of 65,535 by 65,535 and no more than its head': jpegHead,
  }
  return Object.entries(files).map(([what, bytes]) => ({ what, bytes, verdict: 'not an image' }))
}

export async function otherFormats(): Promise<HostilePicture[]> {
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
  const wrong: Record<string, Uint8Array> = {
    'an SVG with a script': svg(script),
    'an SVG with a foreign object': svg(
      '<foreignObject><iframe src="file:///etc/passwd"/></foreignObject>',
    ),
    'an SVG with a file in it': svg('<image href="file:///etc/passwd"/>'),
    'an SVG with an entity': Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    ),
    'an SVG behind a comment': Buffer.from('<!-- x --><svg onload="alert(1)"/>'),
    'an SVG behind a mark': Buffer.from('\uFEFF<svg onload="alert(1)"/>'),
    'a GIF': await testImage().gif().toBuffer(),
    'a TIFF': await testImage().tiff().toBuffer(),
    'an AVIF': await testImage(64, 64).avif({ effort: 0 }).toBuffer(),
    'a BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]),
    'an ICO': Buffer.from('00000100010010100000', 'hex'),
    'a HEIF': Buffer.from('0000001866747970686569630000000068656963', 'hex'),
    'a JPEG XL': Buffer.from('ff0a', 'hex'),
    'a JPEG 2000': Buffer.from('0000000c6a5020200d0a870a', 'hex'),
  }
  const none: Record<string, Uint8Array> = {
    'a page': Buffer.from(`<!doctype html><html>${script}</html>`),
    PHP: Buffer.from('<?php phpinfo(); ?>'),
    'an archive': Buffer.from('504b0304140000000800', 'hex'),
    'a document': Buffer.from('%PDF-1.7 1 0 obj'),
    'a program': Buffer.from('7f454c4602010100', 'hex'),
    'a program for Windows': Buffer.from('4d5a900003000000', 'hex'),
    'a compressed text': Buffer.from('1f8b0800000000000003', 'hex'),
    'a sound': Buffer.from('ID3\u0004\0\0\0\0\0\0'),
    PostScript: Buffer.from('%!PS-Adobe-3.0'),
    'a script for ImageMagick': Buffer.from(
      'push graphic-context\nfill "url(https://example.com)"',
    ),
    'one byte': Buffer.from([0]),
    zeros: Buffer.alloc(10_000),
    'the first bytes of a PNG before a drawing': Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      svg(script),
    ]),
    'the first bytes of a JPEG before a page': Buffer.concat([
      Buffer.from('ffd8ffe0', 'hex'),
      Buffer.from(script),
    ]),
  }
  const judged = (files: Record<string, Uint8Array>, verdict: Verdict) =>
    Object.entries(files).map(([what, bytes]) => ({ what: `${what}, called .jpg`, bytes, verdict }))
  return [...judged(wrong, 'wrong format'), ...judged(none, 'not an image')]
}
