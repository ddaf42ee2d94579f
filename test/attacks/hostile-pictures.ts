import sharp from 'sharp'

import { imageMaxBytes } from '#shared/image.ts'
import { testImage, jpeg, png, webp } from '#test/image-files.ts'

import { floods, otherFormats, withMetadata } from './hostile-formats.ts'
import { script, type HostilePicture } from './hostile-picture.ts'

/** Files as an attacker would send them, all made here: the same ones every time. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const good = await goodPictures()
  return [
    ...(await unusual()),
    ...(await turned()),
    ...truncated(good),
    ...withTrailers(good),
    ...(await withMetadata(good.png)),
    ...floods(good.png),
    ...(await otherFormats()),
    ...sizes(good.jpeg),
    ...named(good.jpeg),
    ...mutants(good, 40),
  ]
}

/** One of each kind that we take. */
export async function goodPictures() {
  return { jpeg: await jpeg(), png: await png(), webp: await webp() }
}

/** What is seldom met, and still a picture. */
async function unusual(): Promise<HostilePicture[]> {
  const frames = await Promise.all(
    Array.from({ length: 60 }, (_, shade) => testImage(64, 40, shade).png().toBuffer()),
  )
  const made = {
    'a JPEG for printers': testImage().toColourspace('cmyk').jpeg(),
    'a progressive JPEG': testImage().jpeg({ progressive: true }),
    'a grey JPEG': testImage().greyscale().jpeg(),
    'a JPEG at the worst quality': testImage().jpeg({ quality: 1 }),
    'a PNG of 16 bits': testImage().toColourspace('rgb16').png(),
    'a PNG of few colours': testImage().png({ palette: true, colours: 4 }),
    'an interlaced PNG': testImage().png({ progressive: true }),
    'a PNG of glass': testImage().ensureAlpha(0.2).png(),
    'a grey PNG': testImage().greyscale().png(),
    'a lossless WebP': testImage().webp({ lossless: true }),
    'a WebP of glass': testImage().ensureAlpha(0.2).webp(),
    'a WebP that moves': sharp(frames, { join: { animated: true } }).webp({ loop: 0 }),
    'one point of a JPEG': testImage(1, 1).jpeg(),
    'one point of a PNG': testImage(1, 1).png(),
    'one point of a WebP': testImage(1, 1).webp(),
    'a thread, lying': testImage(9_000, 1).png(),
    'a thread, standing': testImage(1, 9_000).png(),
  }
  return Promise.all(
    Object.entries(made).map(async ([what, picture]) => ({
      what,
      bytes: await picture.toBuffer(),
      verdict: 'taken' as const,
    })),
  )
}

function turned(): Promise<HostilePicture[]> {
  return Promise.all(
    Array.from({ length: 8 }, async (_, index) => ({
      what: `a JPEG turned in way ${index + 1}`,
      bytes: await testImage(60, 40)
        .withMetadata({ orientation: index + 1 })
        .jpeg()
        .toBuffer(),
      verdict: 'taken' as const,
    })),
  )
}

function truncated(good: Record<string, Buffer>): HostilePicture[] {
  return eachOf(good, (kind, bytes) =>
    Array.from({ length: 9 }, (_, index) => ({
      what: `${index + 1} tenths of a ${kind}`,
      bytes: bytes.subarray(0, Math.floor((bytes.length * (index + 1)) / 10)),
      verdict: 'not an image' as const,
    })),
  )
}

/** Files that are something else as well. */
function withTrailers(good: Record<string, Buffer>): HostilePicture[] {
  const trailers = {
    'a page': `<html><body onload="alert(1)">${script}</body></html>`,
    'a script': `\n;alert(document.domain)//`,
    PHP: '<?php system($_GET["c"]); ?>',
    'an archive': '\u0050\u004b\u0003\u0004payload',
    'a document': '%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript /JS (app.alert(1))>>>>',
    'a drawing': `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
    'two thousand lines': `${script}\n`.repeat(2_000),
  }
  return eachOf(good, (kind, bytes) =>
    Object.entries(trailers).map(([what, text]) => ({
      what: `a ${kind} and ${what}`,
      bytes: Buffer.concat([bytes, Buffer.from(text, 'latin1')]),
      verdict: 'taken' as const,
    })),
  )
}

function sizes(picture: Buffer): HostilePicture[] {
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)])
  return [
    { what: 'nothing', bytes: Buffer.alloc(0), verdict: 'missing' },
    { what: 'a field without a file', bytes: picture, name: '', verdict: 'missing' },
    { what: '5,000,000 bytes', bytes: padded(imageMaxBytes), verdict: 'taken' },
    { what: '5,000,001 bytes', bytes: padded(imageMaxBytes + 1), verdict: 'too large' },
  ]
}

function named(bytes: Buffer): HostilePicture[] {
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
  return names.map((name) => ({
    what: `a picture called ${JSON.stringify(name).slice(0, 40)}`,
    bytes,
    name,
    verdict: 'taken',
  }))
}

/** So many of each kind with some bytes turned over, each time the same ones. */
export function mutants(good: Record<string, Buffer>, count: number): HostilePicture[] {
  return eachOf(good, (kind, bytes) =>
    Array.from({ length: count }, (_, index) => ({
      what: `a ${kind} with bytes turned over, number ${index + 1}`,
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
    // The first bytes alone say what a file is: they stay.
    const at = 12 + (state % (changed.length - 12))
    changed[at] = (changed[at] ?? 0) ^ (1 + (state >>> 24))
  }
  return changed
}

function eachOf(
  good: Record<string, Buffer>,
  make: (kind: string, bytes: Buffer) => HostilePicture[],
): HostilePicture[] {
  return Object.entries(good).flatMap(([kind, bytes]) => make(kind, bytes))
}
