import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { testImage } from '#test/support/campaigns/image-files.ts'
import { readPdfQrCode } from '#test/support/documents/pdf-qr-code.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'

import { posterPdf, type PosterFormat } from './posters.ts'

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
    expect(readPdfQrCode(await draw(format, url))).toBe(url)
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
