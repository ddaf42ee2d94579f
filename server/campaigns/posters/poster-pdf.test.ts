import { inflateSync } from 'node:zlib'

import decoder from 'jsqr'
import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { testImage } from '#test/image-files.ts'
import { readPdfText } from '#test/pdf-text.ts'

import { posterPdf, type PosterFormat } from './poster-pdf.ts'

// The package is CommonJS, whose types name the function `default`.
const decode = decoder as unknown as typeof decoder.default

const photo = new Uint8Array(await testImage(1200, 800).webp().toBuffer())

const draw = (format: PosterFormat, url: string, language: 'en' | 'pcm' = 'en') =>
  posterPdf(format, {
    campaign: {
      title: 'Clean water for Ilé-Ifẹ̀',
      city: 'Ilé-Ifẹ̀',
      country: 'Nigeria',
      goal: kobo(5_000_000_00),
      createdAt: new Date('2026-01-02T03:04:05Z'),
      owner: { firstname: 'Ada', lastname: 'Obi' },
      image: { id: 'a'.repeat(64), width: 1200, height: 800, alt: '' },
    },
    photo,
    url,
    language,
  })

it.each(['poster', 'card'] as const)(
  'has a QR code on the %s that opens the campaign',
  async (format) => {
    const url = `https://ajo.example/c/${'clean-water-for-ile-ife-'.repeat(3)}/${format}`
    expect(readQrCode(await draw(format, url))).toBe(url)
  },
)

it('names title, place, organiser and goal in the language of the reader', async () => {
  const url = 'https://ajo.example/c/water/poster'
  const text = readPdfText(await draw('poster', url))
  expect(text).toContain('Organised by Ada Obi')
  expect(text).toContain('Goal: ₦5,000,000')
  expect(text).toContain('ajo.example/c/water/poster')
  expect(readPdfText(await draw('card', url, 'pcm'))).toContain('Organiser: Ada Obi')
})

it('is the same file for the same content', async () => {
  const url = 'https://ajo.example/c/water/card'
  expect(await draw('card', url)).toEqual(await draw('card', url))
})

/** Paints the filled rectangles of the page and reads the picture with a decoder that is not the encoder's. */
function readQrCode(pdf: Buffer): string | undefined {
  const scale = 4
  const [width, height] = [600 * scale, 850 * scale]
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [x, y, w, h] of readSquares(pdf))
    for (let row = Math.round(y * scale); row < Math.round((y + h) * scale); row++)
      for (let column = Math.round(x * scale); column < Math.round((x + w) * scale); column++)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return decode(pixels, width, height)?.data
}

/** The dark modules: rectangles that are not the photo's or the code's background. */
function readSquares(pdf: Buffer): [number, number, number, number][] {
  const content = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, bytes = '']) => inflate(Buffer.from(bytes, 'latin1')))
    .find((stream) => / re\n/.test(stream) && / Tm\n/.test(stream))
  return [...(content ?? '').matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)]
    .map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number])
    .filter(([, , side]) => side < 20)
}

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}
