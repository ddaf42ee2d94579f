import type { Image } from '#shared/image-schema.ts'
import { toFocusClass } from '#shared/image.ts'

/** Joins the classes that apply. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** The classes of an `img` with `object-cover` that crop it around its focus point, for which `web/styles.css` has rules. */
export function focusClass(image: Pick<Image, 'focus' | 'width' | 'height'>): string {
  return `focus-point ${toFocusClass(image)}`
}
