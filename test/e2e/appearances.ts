import type { ScreenView } from './screen-view.ts'

/** A width, in pixels, and a language in which a screen is loaded, and the colour schemes in which it is then examined. */
export type Appearance = {
  width: number
  language: 'en' | 'pcm'
  colorSchemes: readonly [ColorScheme, ...ColorScheme[]]
}
type ColorScheme = 'light' | 'dark'

const appearances: readonly Appearance[] = [
  { width: 360, language: 'en', colorSchemes: ['light'] },
  { width: 1280, language: 'pcm', colorSchemes: ['dark'] },
  { width: 360, language: 'pcm', colorSchemes: ['dark'] },
  { width: 1280, language: 'en', colorSchemes: ['light'] },
]
const allAppearances: readonly Appearance[] = [
  { width: 360, language: 'pcm', colorSchemes: ['light'] },
  { width: 1280, language: 'pcm', colorSchemes: ['dark'] },
  { width: 1280, language: 'en', colorSchemes: ['light', 'dark'] },
  // Last, because its line breaks are examined.
  { width: 360, language: 'en', colorSchemes: ['light', 'dark'] },
]
/** Widths at which line breaks are examined. */
const textWidths: readonly number[] = [320, 768]

/** SCREENS=all examines every appearance of each screen. */
export const examinesAll = process.env['SCREENS'] === 'all'

/** Whether it shows what another screen of the list becomes after a step. */
const isState = ({ isFace = false, name }: ScreenView) =>
  isFace || /-(done|invalid|none|preview|reject|sent|spent)$/.test(name)

/**
 * One appearance per screen, chosen by its place in the list, so that all are spread evenly, and no state of a screen that is listed
 * already. With SCREENS=all everything, but faces have the narrow appearances only.
 */
export function chooseAppearances(screens: readonly ScreenView[]) {
  if (examinesAll)
    return screens.map((screen) => ({
      screen,
      appearances: allAppearances.filter(({ width }) => !screen.isFace || width === 360),
      textWidths,
    }))
  return screens
    .filter((screen) => !isState(screen))
    .map((screen, place) => ({
      screen,
      appearances: takeOne(appearances, place),
      textWidths: takeOne(textWidths, Math.floor(place / appearances.length)),
    }))
}

/** The one at this place of a list that repeats. */
export function takeOne<Item>(items: readonly Item[], place: number): Item[] {
  return items.slice(place % items.length).slice(0, 1)
}
