import type { ScreenView } from './screen-view.ts'

/** A width, in pixels, at which a screen is loaded, and the colour schemes in which it is then examined. */
export type Appearance = { width: number; colorSchemes: readonly [ColorScheme, ...ColorScheme[]] }
type ColorScheme = 'light' | 'dark'

const appearances: readonly Appearance[] = [
  { width: 360, colorSchemes: ['light'] },
  { width: 1280, colorSchemes: ['dark'] },
  { width: 360, colorSchemes: ['dark'] },
  { width: 1280, colorSchemes: ['light'] },
]
const allAppearances: readonly Appearance[] = [
  { width: 360, colorSchemes: ['light', 'dark'] },
  { width: 1280, colorSchemes: ['light', 'dark'] },
]
/** Widths at which line breaks are examined. */
const textWidths: readonly number[] = [320, 768]

/**
 * One appearance per screen, chosen by its place in the list, so that all are spread evenly. SCREENS=all examines every appearance of each
 * screen. A state of a screen that is listed already has the narrow appearances only.
 */
export function chooseAppearances({ isFace = false }: ScreenView, place: number) {
  const isChosen = ({ width }: Appearance) => !isFace || width === 360
  return process.env['SCREENS'] === 'all'
    ? { appearances: allAppearances.filter(isChosen), textWidths }
    : {
        appearances: takeOne(appearances.filter(isChosen), place),
        textWidths: takeOne(textWidths, Math.floor(place / appearances.length)),
      }
}

function takeOne<Item>(items: readonly Item[], place: number): Item[] {
  return items.slice(place % items.length).slice(0, 1)
}
