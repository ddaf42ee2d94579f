import sharp from 'sharp'

import { imageMaxBytes } from '#shared/image.ts'
import { testImage, jpeg, png, webp } from '#test/support/campaigns/image-files.ts'

import { decompressionBombs, otherFormats, withMetadata } from './hostile-formats.ts'
import { script, type HostilePicture } from './hostile-picture.ts'

/** Deterministic corpus of uploads that an attacker could send. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const good = await goodPictures()
  return [
    ...(await unusual()),
    ...(await rotated()),
    ...truncated(good),
    ...withTrailers(good),
    ...(await withMetadata(good.png)),
    ...decompressionBombs(good.png),
    ...(await otherFormats()),
    ...sizes(good.jpeg),
    ...withFileNames(good.jpeg),
    ...mutants(good, 40),
  ]
}

/** One file per accepted format. */
export async function goodPictures() {
  return { jpeg: await jpeg(), png: await png(), webp: await webp() }
}

/** Unusual but valid images. */
async function unusual(): Promise<HostilePicture[]> {
  const frames = await Promise.all(
    Array.from({ length: 60 }, (_, shade) => testImage(64, 40, shade).png().toBuffer()),
  )
  const images = {
    'a CMYK JPEG': testImage().toColourspace('cmyk').jpeg(),
    'a progressive JPEG': testImage().jpeg({ progressive: true }),
    'a grey JPEG': testImage().greyscale().jpeg(),
    'a JPEG at the worst quality': testImage().jpeg({ quality: 1 }),
    'a 16-bit PNG': testImage().toColourspace('rgb16').png(),
    'a palette PNG': testImage().png({ palette: true, colours: 4 }),
    'an interlaced PNG': testImage().png({ progressive: true }),
    'a transparent PNG': testImage().ensureAlpha(0.2).png(),
    'a grey PNG': testImage().greyscale().png(),
    'a lossless WebP': testImage().webp({ lossless: true }),
    'a transparent WebP': testImage().ensureAlpha(0.2).webp(),
    'an animated WebP': sharp(frames, { join: { animated: true } }).webp({ loop: 0 }),
    'a JPEG of one pixel': testImage(1, 1).jpeg(),
    'a PNG of one pixel': testImage(1, 1).png(),
    'a WebP of one pixel': testImage(1, 1).webp(),
    'a PNG of 9,000 by 1': testImage(9_000, 1).png(),
    'a PNG of 1 by 9,000': testImage(1, 9_000).png(),
  }
  return Promise.all(
    Object.entries(images).map(async ([description, picture]) => ({
      description,
      bytes: await picture.toBuffer(),
      verdict: 'taken' as const,
    })),
  )
}

function rotated(): Promise<HostilePicture[]> {
  return Promise.all(
    Array.from({ length: 8 }, async (_, index) => ({
      description: `a JPEG with EXIF orientation ${index + 1}`,
      bytes: await testImage(60, 40)
        .withMetadata({ orientation: index + 1 })
        .jpeg()
        .toBuffer(),
      verdict: 'taken' as const,
    })),
  )
}

function truncated(good: Record<string, Buffer>): HostilePicture[] {
  return forEachFormat(good, (kind, bytes) =>
    Array.from({ length: 9 }, (_, index) => ({
      description: `a ${kind} truncated to ${index + 1} tenths`,
      bytes: bytes.subarray(0, Math.floor((bytes.length * (index + 1)) / 10)),
      // A photo that lacks a fifth at most is taken with a warning.
      verdict: kind === 'jpeg' && index >= 7 ? ('taken' as const) : ('not an image' as const),
    })),
  )
}

/** Polyglots: images followed by another format. */
function withTrailers(good: Record<string, Buffer>): HostilePicture[] {
  const trailers = {
    HTML: `<html><body onload="alert(1)">${script}</body></html>`,
    'a script': `\n;alert(document.domain)//`,
    PHP: '<?php system($_GET["c"]); ?>',
    'a ZIP archive': '\u0050\u004b\u0003\u0004payload',
    'a PDF': '%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript /JS (app.alert(1))>>>>',
    'an SVG': `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
    'two thousand lines': `${script}\n`.repeat(2_000),
  }
  return forEachFormat(good, (kind, bytes) =>
    Object.entries(trailers).map(([description, text]) => ({
      description: `a ${kind} followed by ${description}`,
      bytes: Buffer.concat([bytes, Buffer.from(text, 'latin1')]),
      verdict: 'taken' as const,
    })),
  )
}

function sizes(picture: Buffer): HostilePicture[] {
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)])
  return [
    { description: 'an empty file', bytes: Buffer.alloc(0), verdict: 'missing' },
    { description: 'a field without a file', bytes: picture, fileName: '', verdict: 'missing' },
    { description: '5,000,000 bytes', bytes: padded(imageMaxBytes), verdict: 'taken' },
    { description: '5,000,001 bytes', bytes: padded(imageMaxBytes + 1), verdict: 'too large' },
  ]
}

function withFileNames(bytes: Buffer): HostilePicture[] {
  const names = [
    '../../../../etc/passwd',
    '..\\..\\boot.ini',
    `${'a'.repeat(300)}.jpg`,
    'well\u202Egpj.exe',
    'well\0.php.jpg',
    'well.php.jpg',
    'well.jpg.php',
    '.htaccess',
    'CON.jpg',
    '"; filename="x.html',
    '<img src=x onerror=alert(1)>.jpg',
  ]
  return names.map((fileName) => ({
    description: `a picture named ${JSON.stringify(fileName).slice(0, 40)}`,
    bytes,
    fileName,
    verdict: 'taken',
  }))
}

/** `count` files per format with some bytes changed. */
export function mutants(good: Record<string, Buffer>, count: number): HostilePicture[] {
  return forEachFormat(good, (kind, bytes) =>
    Array.from({ length: count }, (_, index) => ({
      description: `a ${kind} with changed bytes, number ${index + 1}`,
      bytes: mutated(bytes, index + 1),
      verdict: 'either' as const,
    })),
  )
}

function mutated(bytes: Buffer, seed: number): Buffer {
  const changed = Buffer.from(bytes)
  let state = seed * 2_654_435_761
  for (let turn = 0; turn < 1 + (seed % 9); turn++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    // The first bytes identify the format and stay unchanged.
    const at = 12 + (state % (changed.length - 12))
    changed[at] = (changed[at] ?? 0) ^ (1 + (state >>> 24))
  }
  return changed
}

function forEachFormat(
  good: Record<string, Buffer>,
  make: (kind: string, bytes: Buffer) => HostilePicture[],
): HostilePicture[] {
  return Object.entries(good).flatMap(([kind, bytes]) => make(kind, bytes))
}
