import { getFocus, type Image } from '#shared/image.ts'

import { classNames } from './class-names.ts'

/** Steps of a focus point in percent, for which `web/styles.css` has classes: the content security policy allows no style attributes. */
export const focusStep = 10

/** The classes of an `img` with `object-cover` that crop it around its focus point. */
export function focusClass(image: Pick<Image, 'focus' | 'width' | 'height'>): string {
  const { x, y } = getFocus(image)
  return classNames('focus-point', `focus-x-${toStep(x)}`, `focus-y-${toStep(y)}`)
}

const toStep = (percent: number) => Math.round(percent / focusStep)
