import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Image } from '#shared/image-schema.ts'
import { getFocus } from '#shared/image.ts'
import type { Kobo } from '#shared/money.ts'
import { sharePictureMaxBytes, shareVersion, type SharePicture } from '#shared/share.ts'

import { cropImage } from '../images/encode-image.ts'
import type { Images } from '../images/images.ts'
import { serialQueue } from '../images/serial-queue.ts'
import { photoSizes, toSharePictureSvg } from './share-picture-svg.ts'

const timeoutMs = 20_000
const program = join(import.meta.dirname, 'rasterise-svg.ts')
const fonts = join(import.meta.dirname, 'fonts.conf')
/** The largest width that is stored. */
const photoWidth = 1600

type Jpeg = Uint8Array<ArrayBuffer>
export type PicturedCampaign = {
  id: string
  slug: string
  title: string
  city: string
  country: string
  goal: Kobo
  raised: Kobo
  image: Image | null
}

export type ShareImages = ReturnType<typeof openShareImages>

type Deps = { images: Pick<Images, 'read'>; publicUrl: string }

/** Renders link previews and status pictures as JPEG. */
export function openShareImages({ images, publicUrl }: Deps) {
  const files = drawnFiles()

  const render = async (picture: SharePicture, campaign: PicturedCampaign) => {
    const photo = await readPhoto(images, picture, campaign.image)
    const address = new URL(`/c/${campaign.slug}`, publicUrl).href.replace(/^https?:\/\//, '')
    return rasterise(toSharePictureSvg(picture, { ...campaign, address }, photo))
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
function rasterise(svg: string): Promise<Jpeg> {
  const env = { FONTCONFIG_FILE: fonts, XDG_CACHE_HOME: tmpdir() }
  const options = { env, encoding: 'buffer', timeout: timeoutMs, maxBuffer: 4_000_000 } as const
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [program, String(sharePictureMaxBytes)],
      options,
      (error, jpeg) => (error ? reject(error) : resolve(Uint8Array.from(jpeg))),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(svg)
  })
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
