import * as z from 'zod/mini'

/** Specification §9: five million bytes, not 5 MiB. */
export const imageMaxBytes = 5_000_000
export const imagesPerCampaign = 10
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Widths in pixels that the server serves. Images are never enlarged. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1600] as const

/** Narrower pictures look blurred on wide screens. They are accepted. */
export const sharpImageWidth = 1200

const percent = z.int().check(z.minimum(0), z.maximum(100))
/** The point of an image that crops keep, in percent from the left and the top. */
export const focusSchema = z.object({ x: percent, y: percent })
export type Focus = z.output<typeof focusSchema>

/** `id` is the SHA-256 of the bytes in hex, or the asset id of a hosted store. */
export const imageSchema = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  /** Set by the organiser. Undefined: `getFocus` decides. */
  focus: z.optional(focusSchema),
  /** Twelve colours in hex, four columns by three rows, shown while the image loads. */
  placeholder: z.optional(z.string().check(z.regex(/^[0-9a-f]{72}$/))),
})
export type Image = z.output<typeof imageSchema>

/** Where an image is cropped. In portraits the face is mostly in the upper third. */
export function getFocus({ focus, width, height }: Pick<Image, 'focus' | 'width' | 'height'>) {
  return focus ?? { x: 50, y: height > width ? 20 : 50 }
}

/** Steps of a focus point in percent, for which style sheets have classes: the content security policy allows no style attributes. */
export const focusStep = 10

/** The classes that name the focus point of an image. */
export function toFocusClass(image: Pick<Image, 'focus' | 'width' | 'height'>): string {
  const { x, y } = getFocus(image)
  return `focus-x-${Math.round(x / focusStep)} focus-y-${Math.round(y / focusStep)}`
}

/** Mail programs and feed readers show JPEG, and not all of them the formats of pages. */
export const imageFormats = ['webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]

export function imagePath(id: string, width: (typeof imageWidths)[number]): string {
  return `/images/${id}?w=${width}`
}

export const jpegPath = (...image: Parameters<typeof imagePath>): string =>
  `${imagePath(...image)}&as=jpeg`
