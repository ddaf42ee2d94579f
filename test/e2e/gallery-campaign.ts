import type { BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'

import type { Image } from '#shared/image-schema.ts'

import type { Ajo } from './ajo.ts'
import { signIn } from './steps.ts'
import { addCampaign, withDatabase } from './story-campaign.ts'

type People = (options?: BrowserContextOptions) => Promise<Page>

export const pictures = [
  { alt: 'The old reading room', width: 1600, height: 1000 },
  { alt: 'The tower, as a portrait', width: 1000, height: 2000 },
  { alt: 'The whole street, as a panorama', width: 3000, height: 600 },
  { alt: '', width: 600, height: 600 },
]

/** A picture whose corners and centre are marked, so that a crop would be seen. */
function draw(width: number, height: number): Promise<Buffer> {
  const radius = Math.min(width, height) / 6
  const marks = [0, width]
    .flatMap((x) => [0, height].map((y) => ({ x, y })))
    .concat({ x: width / 2, y: height / 2 })
    .map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="#f5b841"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#46748c"/>${marks.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

let address: Promise<string> | undefined

/** A public campaign with pictures of four shapes, which stories only read. The last picture has no description. */
export const galleryAddress = (ajo: Ajo, person: People) =>
  (address ??= addPictures(ajo, person, 'A gallery for every reader'))

async function addPictures(ajo: Ajo, person: People, title: string): Promise<string> {
  const owner = await person()
  await signIn(owner, ajo, 'owner')
  const images: Image[] = []
  for (const { alt, width, height } of pictures) {
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await draw(width, height) }
    const headers = { origin: ajo.url }
    const answer = await owner.request.post('/api/images', { headers, multipart: { file } })
    images.push({ ...((await answer.json()) as Image), alt })
  }
  const { id, address } = await addCampaign(ajo, title)
  await withDatabase(ajo, async (client) => {
    const stored = JSON.stringify(images)
    await client.query('update campaign set images = $2 where id = $1', [id, stored])
    await client.query(
      `update campaign_version set content = content || jsonb_build_object('images', $2::jsonb) where campaign_id = $1`,
      [id, stored],
    )
  })
  return address
}
