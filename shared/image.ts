import * as z from 'zod/mini'

/** Specification §9: five million bytes, not 5 MiB. */
export const imageMaxBytes = 5_000_000
export const imagesPerCampaign = 10
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Widths in pixels that the server serves. Images are never enlarged. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1600] as const

/** `id` is the SHA-256 of the bytes in hex, or the asset id of a hosted store. */
export const imageSchema = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  /** Twelve colours in hex, four columns by three rows, shown while the image loads. */
  placeholder: z.optional(z.string().check(z.regex(/^[0-9a-f]{72}$/))),
})
export type Image = z.output<typeof imageSchema>

export function imagePath(id: string, width: (typeof imageWidths)[number]): string {
  return `/images/${id}?w=${width}`
}
