import { FlaskConical } from 'lucide-react'

import { useSite } from '#web/site.tsx'
import { layoutText } from '#web/text/layout.ts'

/** Says on every page with money on it that the money is not real, where it is not. */
export function ModeNote() {
  const text = layoutText
  const { mode } = useSite()
  if (mode === 'live') return null
  return (
    <aside
      aria-label={text.modeNote}
      className="flex items-center justify-center gap-2 bg-marigold px-4 py-1.5 text-center text-sm font-medium text-on-marigold"
    >
      <FlaskConical size={16} aria-hidden="true" className="shrink-0" />
      <p>{text.mode[mode]}</p>
    </aside>
  )
}
