import { brand } from '#shared/brand.ts'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

import type { Language } from '#shared/language.ts'
import { getFocus } from '#shared/image.ts'
import type { Image } from '#shared/image-schema.ts'
import { formatNairaInText, type Kobo } from '#shared/money.ts'
import { shareVersion } from '#shared/share.ts'

import { colours } from '../../platform/config/brand.ts'
import type { Images } from '../../platform/images/images.ts'
import { drawnFiles } from '../../platform/share/share-images.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { cropImage } from '../../platform/images/image-program.ts'
import { drawLines, drawQrCode, pdfFonts, toLines } from '../../money/receipts/pdf-sheet.ts'
import { texts } from '../../text/texts.ts'

type Deps = { images: Pick<Images, 'read'>; publicUrl: string }

type Reader = { language: Language; network: string }

/** The largest width that is stored. */
const photoWidth = 1600

/** Pages to print. Their QR codes say that the donor came by a poster or a card, and nothing about a person. */
export function openPosters({ images, publicUrl }: Deps) {
  const files = drawnFiles()
  return {
    draw(format: PosterFormat, campaign: StoredCampaign, { language, network }: Reader) {
      const image = campaign.images[0] ?? null
      const key = `${format} ${language} ${campaign.id} ${shareVersion({ ...campaign, raised: null, image })}`
      return files({ key, network }, async () => {
        const photo = image ? await images.read(image.id, photoWidth) : undefined
        const url = new URL(`/c/${campaign.slug}/${format}`, publicUrl).href
        const pdf = await posterPdf(format, {
          campaign: { ...campaign, image },
          photo,
          url,
          language,
        })
        return Uint8Array.from(pdf)
      })
    },
  }
}

type Poster = {
  campaign: {
    title: string
    city: string
    country: string
    goal: Kobo
    createdAt: Date
    owner: { firstname: string; lastname: string }
    image: Image | null
  }
  /** The photo's bytes. Undefined where it cannot be read. */
  photo: Uint8Array | undefined
  /** What the QR code opens. */
  url: string
  language: Language
}

const posterFormats = {
  poster: { page: [595.28, 841.89], photo: 360, qr: 210, title: 30, text: 14, margin: 48 },
  /** A6, four on a sheet of A4. */
  card: { page: [297.64, 419.53], photo: 168, qr: 104, title: 15, text: 8.5, margin: 22 },
} as const
export type PosterFormat = keyof typeof posterFormats

/** A page to print, with photo, title and a QR code. The same content always gives the same bytes. */
export async function posterPdf(format: PosterFormat, poster: Poster): Promise<Buffer> {
  const { campaign, language } = poster
  const { page, photo } = posterFormats[format]
  const { createdAt } = campaign
  const info = { Title: campaign.title, Author: brand, Creator: brand, Producer: brand }
  const doc = new PDFDocument({
    size: [...page],
    margin: 0,
    pdfVersion: '1.7',
    lang: `${language}-NG`,
    displayTitle: true,
    info: { ...info, CreationDate: createdAt, ModDate: createdAt },
  })
  const bytes = buffer(doc)
  for (const [name, font] of Object.entries(pdfFonts)) doc.registerFont(name, font)
  await drawPhoto(doc, poster, { width: page[0], height: photo })
  drawContent(doc, format, poster)
  doc.end()
  return bytes
}

type Doc = PDFKit.PDFDocument

/** In three pixels to the point, which is sharp on paper. */
async function drawPhoto(doc: Doc, { campaign, photo }: Poster, { width, height }: Size) {
  doc.rect(0, 0, width, height).fill(colours.deep)
  if (!photo || !campaign.image) return
  const size = { width: Math.round(width * 3), height: Math.round(height * 3) }
  doc.image(await cropImage(photo, { ...size, focus: getFocus(campaign.image) }), 0, 0, {
    width,
    height,
  })
}

type Size = { width: number; height: number }

function drawContent(doc: Doc, format: PosterFormat, { campaign, url, language }: Poster) {
  const { page, photo, qr, title: titleSize, text: textSize, margin } = posterFormats[format]
  const text = texts[language].poster
  const width = page[0] - 2 * margin
  const { title, owner, city, country, goal } = campaign
  doc.fillColor(colours.ink)
  const lines = toLines(doc, title, { font: 'bold', size: titleSize, width, maxLines: 3 })
  drawLines(doc, lines, { x: margin, top: photo + margin * 0.5, size: titleSize, width })
  doc.fillColor(colours.muted)
  const facts = [
    `${city}, ${country}`,
    text.organiser({ name: `${owner.firstname} ${owner.lastname}` }),
  ]
  for (const fact of facts) write(doc, fact, { x: margin, top: doc.y + 2, size: textSize, width })

  const top = page[1] - margin - qr
  drawQrCode(doc, url, { x: page[0] - margin - qr, y: top, size: qr })
  const column = { x: margin, width: width - qr - margin * 0.5 }
  doc.fillColor(colours.deep)
  write(doc, text.scan, { ...column, top, size: textSize * 1.6, font: 'bold' })
  doc.fillColor(colours.ink)
  write(doc, text.goal({ goal: formatNairaInText(goal) }), {
    ...column,
    top: doc.y + 4,
    size: textSize,
  })
  write(doc, text.check, { ...column, top: doc.y + 4, size: textSize * 0.9, maxLines: 4 })
  doc.fillColor(colours.deep)
  const address = url.replace(/^https?:\/\//, '')
  write(doc, address, { ...column, top: doc.y + 4, size: textSize * 0.9, font: 'bold' })
}

type Style = {
  x: number
  top: number
  width: number
  size: number
  font?: 'regular' | 'bold'
  maxLines?: number
}

function write(doc: Doc, text: string, { font = 'regular', maxLines = 3, ...place }: Style) {
  drawLines(doc, toLines(doc, text, { font, maxLines, ...place }), place)
}
