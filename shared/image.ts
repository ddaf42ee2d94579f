import * as z from 'zod/mini'

/** Specification §9: five million bytes, not 5 MiB. */
export const imageMaxBytes = 5_000_000
export const imagesPerCampaign = 10
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The widths in which the server serves a picture; it never enlarges. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1600] as const

/** A stored picture. `id` is the SHA-256 of its bytes in hex, or what a hosted store calls it. */
export const imageSchema = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  /** Its colours in rough, four across and three down, as hex: shown while it loads. */
  standIn: z.optional(z.string().check(z.regex(/^[0-9a-f]{72}$/))),
})
export type Image = z.output<typeof imageSchema>

export function imagePath(id: string, width: (typeof imageWidths)[number]): string {
  return `/images/${id}?w=${width}`
}
