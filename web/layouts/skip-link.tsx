import { layoutText } from '#web/text/layout.ts'

/** The id of the main content. */
export const mainId = 'main'

/** The first link of a page, which skips the navigation. */
export function SkipLink() {
  const text = layoutText
  return (
    <a
      href={`#${mainId}`}
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-full bg-ink px-5 py-3 font-semibold text-cream focus:translate-y-0"
    >
      {text.skip}
    </a>
  )
}
