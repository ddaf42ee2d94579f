import { layoutText } from '#web/text/layout.ts'

/** The id of the element that holds a page's own content. */
export const mainId = 'main'

/** The first stop of the keyboard: past everything that is the same on every page. */
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
