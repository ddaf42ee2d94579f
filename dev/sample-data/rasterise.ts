import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import * as z from 'zod/mini'

import { scenes, svgOf, type Picture, type SceneName } from './drawing/scenes.ts'

/**
 * Turns drawings into pixels: `node rasterise.ts <folder> <pictures as JSON>` writes 0.png, 1.png … A process of its own, because the
 * server's never reads SVG (images/encode-picture.ts blocks it for good).
 */
export async function rasterise(folder: string, pictures: readonly Picture[]) {
  await Promise.all(
    pictures.map(async (picture, index) => {
      const png = await sharp(Buffer.from(svgOf(picture)))
        .png({ compressionLevel: 1 })
        .toBuffer()
      await writeFile(join(folder, `${index}.png`), png)
    }),
  )
}

const picturesSchema = z.array(
  z.object({
    scene: z.enum(Object.keys(scenes) as [SceneName, ...SceneName[]]),
    light: z.enum(['day', 'evening', 'dusk', 'rain']),
    mirrored: z._default(z.boolean(), false),
  }),
)

if (import.meta.main) {
  const [folder = '', pictures = ''] = process.argv.slice(2)
  await rasterise(folder, z.parse(picturesSchema, JSON.parse(pictures)))
}
