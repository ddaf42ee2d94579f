import { brand } from '#shared/brand.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderSVG } from 'uqr'
import type { CampaignCard } from '#shared/campaign.ts'
import type { Image } from '#shared/image-schema.ts'
import { getFocus } from '#shared/image.ts'
import { type Kobo, formatNairaInText, kobo } from '#shared/money.ts'
import {
  sharePictureMaxBytes,
  shareVersion,
  type SharePicture,
  sharePictures,
} from '#shared/share.ts'
import { colours, logo } from '../config/brand.ts'
import { cropImage } from '../images/image-program.ts'
import type { Images } from '../images/images.ts'
import { serialQueue } from '../images/serial-queue.ts'
import { runProgram } from '../runtime/child-program.ts'
import { escapeXml } from './rss.ts'

const program = join(import.meta.dirname, 'rasterise-svg.ts')
const fonts = join(import.meta.dirname, 'fonts.conf')
/** The largest width that is stored. */
const photoWidth = 1600

type Jpeg = Uint8Array<ArrayBuffer>
export type PicturedCampaign = { raised: Kobo } & Pick<
  CampaignCard,
  'id' | 'slug' | 'title' | 'city' | 'country' | 'goal' | 'image'
>

type Deps = { images: Pick<Images, 'read'>; publicUrl: string }

/** Renders link previews and status pictures as JPEG. */
export function openShareImages({ images, publicUrl }: Deps) {
  const files = drawnFiles()

  const render = async (picture: SharePicture, campaign: PicturedCampaign) => {
    const photo = await readPhoto(images, picture, campaign.image)
    const url = new URL(`/c/${campaign.slug}`, publicUrl).href
    return rasterise(toSharePictureSvg(picture, { ...campaign, url }, photo))
  }

  return {
    render: (picture: SharePicture, campaign: PicturedCampaign, network: string): Promise<Jpeg> =>
      files({ key: `${picture} ${campaign.id} ${shareVersion(campaign)}`, network }, () =>
        render(picture, campaign),
      ),
  }
}

/** The photo, cropped at its focus point. Undefined where there is none, so that the picture shows text alone. */
async function readPhoto(
  images: Pick<Images, 'read'>,
  picture: SharePicture,
  image: Image | null,
): Promise<Uint8Array | undefined> {
  const bytes = image && (await images.read(image.id, photoWidth))
  return bytes ? cropImage(bytes, { ...photoSizes[picture], focus: getFocus(image) }) : undefined
}

/** Runs in a separate process with an empty environment, because the server's process never parses SVG. */
async function rasterise(svg: string): Promise<Jpeg> {
  const env = { FONTCONFIG_FILE: fonts, XDG_CACHE_HOME: tmpdir() }
  const args = [program, String(sharePictureMaxBytes)]
  const { output } = await runProgram({ args, env, input: svg })
  if (!output) throw new Error('the picture could not be drawn')
  return Uint8Array.from(output)
}

const maxCached = 400

type File = Uint8Array<ArrayBuffer>
/** `key` names everything that the file shows. */
export type Drawing = { key: string; network: string }

/**
 * Keeps the files that were asked for last, because many people open a shared link at once. Networks take turns with what must be drawn,
 * so that one that asks for everything delays another by one drawing.
 */
export function drawnFiles() {
  const queue = serialQueue({ maxWaiting: 256, maxWaitingPerKey: 8 })
  const cache = new Map<string, Promise<File>>()

  return ({ key, network }: Drawing, draw: () => Promise<File>): Promise<File> => {
    const file = cache.get(key) ?? queue(network, draw)
    cache.delete(key)
    cache.set(key, file)
    file.catch(() => cache.delete(key))
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
    return file
  }
}

type SharedCampaign = {
  title: string
  city: string
  country: string
  goal: Kobo
  raised: Kobo
  /** Printed on the status picture, where no link can be tapped, and in its QR code. */
  url: string
}

/** Where the photo is on the picture. The link preview shows it behind the text, the status picture above. */
const photoSizes = {
  preview: sharePictures.preview,
  status: { width: sharePictures.status.width, height: 1080 },
} as const satisfies Record<SharePicture, { width: number; height: number }>

/** Draws the picture with title, place and progress. `photo` is a JPEG of the size in `photoSizes`. */
export function toSharePictureSvg(
  picture: SharePicture,
  campaign: SharedCampaign,
  photo: Uint8Array | undefined,
): string {
  const { width, height } = sharePictures[picture]
  const draw = picture === 'preview' ? drawPreview : drawStatus
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" font-family="Plus Jakarta Sans, Noto Emoji, Noto Naskh Arabic, sans-serif">
<rect width="${width}" height="${height}" fill="${colours.deep}"/>
${photo ? drawPhoto(photo, photoSizes[picture]) : ''}${draw(campaign, photo !== undefined)}
</svg>`
}

function drawPhoto(photo: Uint8Array, { width, height }: { width: number; height: number }) {
  const data = Buffer.from(photo).toString('base64')
  return `<image width="${width}" height="${height}" xlink:href="data:image/jpeg;base64,${data}"/>\n`
}

/** White text keeps a contrast of 4.5 : 1 on any photo, because the shade behind it is at least this dark. */
const shade = `<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#01160f" stop-opacity="0"/><stop offset="0.38" stop-color="#01160f" stop-opacity="0.78"/><stop offset="1" stop-color="#01160f" stop-opacity="0.94"/>
</linearGradient></defs>`

function drawPreview(campaign: SharedCampaign, hasPhoto: boolean): string {
  const { width, height } = sharePictures.preview
  const left = 64
  const size = campaign.title.length > 40 ? 50 : 60
  const lines = wrapText(campaign.title, Math.floor((width - 2 * left) / (size * 0.56)), 2)
  const top = 472 - (lines.length - 1) * size * 1.14
  return `${hasPhoto ? `${shade}<rect y="190" width="${width}" height="${height - 190}" fill="url(#shade)"/>` : ''}
${drawLogo(left, 44, 64)}
${drawLines(lines, { left, top, size, colour: '#fff' })}
${drawBar(campaign, { left, top: 502, width: width - 2 * left, height: 22 })}
${drawText(describeProgress(campaign), { left, top: 580, size: 36, colour: '#fff', weight: 800 })}`
}

function drawStatus(campaign: SharedCampaign): string {
  const { width } = sharePictures.status
  const left = 80
  const size = campaign.title.length > 40 ? 68 : 84
  const lines = wrapText(campaign.title, Math.floor((width - 2 * left) / (size * 0.56)), 3)
  const place = truncateText(`${campaign.city}, ${campaign.country}`, 44)
  const address = wrapText(campaign.url.replace(/^https?:\/\//, ''), 36, 3)
  const text = { left, colour: '#fff', weight: 500 }
  return `${drawLogo(left, 80, 96)}
${drawLines(lines, { left, top: 1220, size, colour: '#fff' })}
${drawText(place, { ...text, top: 1490, size: 40, colour: colours.mint })}
${drawBar(campaign, { left, top: 1530, width: width - 2 * left, height: 30 })}
${drawText(inNaira(campaign.raised), { ...text, top: 1650, size: 64, weight: 800 })}
${drawText(`raised of ${inNaira(campaign.goal)}`, { ...text, top: 1710, size: 38 })}
${drawLines(address, { ...text, top: 1776, size: 30, colour: colours.sun, weight: 800 })}
${drawQrCode(campaign.url, { left: width - left - qrSize, top: 1590 })}`
}

const qrSize = 250

/** Black on white with the border that the standard asks for. */
function drawQrCode(url: string, { left, top }: { left: number; top: number }): string {
  const place = `<svg x="${left}" y="${top}" width="${qrSize}" height="${qrSize}" `
  return renderSVG(url, { ecc: 'M', border: 4 }).replace('<svg ', place)
}

function describeProgress({ goal, raised }: SharedCampaign): string {
  return `${inNaira(raised)} raised of ${inNaira(goal)}`
}

/** Without kobo, which are too small for a picture. */
const inNaira = (amount: Kobo) => formatNairaInText(kobo(amount - (amount % 100)))

function drawLogo(left: number, top: number, size: number): string {
  const width = Math.max(size * 2.5, size * (1.5 + brand.length * 0.4))
  return `<g transform="translate(${left} ${top})"><rect width="${width}" height="${size}" rx="${size * 0.31}" fill="${colours.cream}"/>
${logo ? `<image width="${size}" height="${size}" xlink:href="data:image/png;base64,${logo.toString('base64')}"/>` : drawMark(size)}
<text x="${size * 1.22}" y="${size * 0.7}" font-size="${size * 0.6}" font-weight="800" fill="${colours.deep}">${escapeXml(brand)}</text></g>`
}

const drawMark = (size: number) =>
  `<g transform="scale(${size / 32})"><rect width="32" height="32" rx="10" fill="${colours.deep}"/><path d="M6 16h20a10 10 0 0 1-20 0Z" fill="${colours.mint}"/><circle cx="16" cy="9" r="3.5" fill="${colours.sun}"/></g>`

type Place = { left: number; top: number; size: number; colour: string; weight?: number }

function drawLines(lines: readonly string[], { top, size, ...place }: Place): string {
  return lines
    .map((line, index) => drawText(line, { ...place, top: top + index * size * 1.14, size }))
    .join('\n')
}

function drawText(text: string, { left, top, size, colour, weight = 800 }: Place): string {
  return `<text x="${left}" y="${top}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escapeXml(text)}</text>`
}

type Bar = { left: number; top: number; width: number; height: number }

function drawBar({ goal, raised }: SharedCampaign, { left, top, width, height }: Bar): string {
  const filled = Math.max(height, Math.round(Math.min(raised / goal, 1) * width))
  const bar = `x="${left}" y="${top}" height="${height}" rx="${height / 2}"`
  return `<rect ${bar} width="${width}" fill="#fff" fill-opacity="0.3"/><rect ${bar} width="${filled}" fill="${colours.sun}"/>`
}

/** Breaks words that are longer than a line, and ends the last line with an ellipsis when text is left over. */
function wrapText(text: string, width: number, maxLines: number): string[] {
  const words = text
    .split(/\s+/)
    .flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [])
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), truncateText(lines.slice(maxLines - 1).join(' '), width)]
}

function truncateText(text: string, width: number): string {
  const letters = text.match(/\P{M}\p{M}*/gu) ?? []
  return letters.length <= width
    ? text
    : `${letters
        .slice(0, width - 1)
        .join('')
        .trimEnd()}…`
}
