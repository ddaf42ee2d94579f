import type { Image } from './image-schema.ts'

/** Specification §9: five million bytes, not 5 MiB. */
export const imageMaxBytes = 5_000_000
/** Browsers shrink what is larger than that before they send it. */
export const pickedImageMaxBytes = 60_000_000
/** Photos of iPhones. Windows names no type for them. */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))
export const imagesPerCampaign = 10
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Widths in pixels that the server serves. Images are never enlarged. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1600] as const

/** Narrower pictures look blurred on wide screens. They are accepted. */
export const sharpImageWidth = 1200

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
